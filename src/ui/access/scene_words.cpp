#include "ui/access/scene_words.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <vector>

#include "core/number_text.h"
#include "core/veil.h"

namespace gf::ui {

namespace {

// Returns the nodes of the cards of the scene, each once, in the order of the computation. Returns none if the scene belongs to another
// trace.
std::vector<int> shown_nodes(const Frame& frame, const Places& places) {
  if (!places.scene || !frame.trace || places.scene->trace.get() != frame.trace) return {};
  std::set<int> nodes;
  for (const PlacedScene::Card& card : places.scene->cards)
    if (card.subject >= 0) nodes.insert(card.subject);
  return {nodes.begin(), nodes.end()};
}

// Returns the nodes among `shown` that `node` is computed from, over nodes that are not shown.
std::set<int> sources_among(const Trace& trace, int node, const std::set<int>& shown) {
  std::set<int> found, seen;
  std::vector<int> open = trace.node(node).inputs;
  while (!open.empty()) {
    const int at = open.back();
    open.pop_back();
    if (!seen.insert(at).second) continue;
    if (shown.contains(at)) {
      found.insert(at);
      continue;
    }
    const std::vector<int>& inputs = trace.node(at).inputs;
    open.insert(open.end(), inputs.begin(), inputs.end());
  }
  return found;
}

std::string listed(const Frame& frame, const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += ui_text(frame, i + 1 == words.size() ? "accessible.and" : "accessible.comma");
    text += words[i];
  }
  return text;
}

// Returns the cell with the largest change. A change from or to a value that is not finite counts as the largest.
Cell largest_change(const Tensor& before, const Tensor& after) {
  Cell largest{};
  float most = -1;
  for (Index outer = 0; outer < after.shape().matrices(); ++outer)
    for (Index row = 0; row < after.rows(); ++row)
      for (Index col = 0; col < after.cols(); ++col) {
        const Cell cell{outer, row, col};
        const float old_value = before.at(cell), new_value = after.at(cell);
        if (old_value == new_value || is_veil(old_value) || is_veil(new_value)) continue;
        const float by = std::fabs(new_value - old_value), size = std::isfinite(by) ? by : std::numeric_limits<float>::infinity();
        if (size > most) {
          most = size;
          largest = cell;
        }
      }
  return largest;
}

std::string number_words(float value) { return is_veil(value) ? std::string(kVeiled) : format_number(static_cast<double>(value), 4); }

}  // namespace

std::string scene_words(const Frame& frame, const Places& places) {
  const std::vector<int> nodes = shown_nodes(frame, places);
  if (nodes.empty()) return {};
  const std::set<int> shown(nodes.begin(), nodes.end());
  std::string text = frame.texts.format(nodes.size() == 1 ? "ui.accessible.scene_of_one" : "ui.accessible.scene",
                                        {{"count", std::to_string(nodes.size())}});
  for (const int at : nodes) {
    const TraceNode& node = frame.trace->node(at);
    std::vector<std::string> sources;
    for (const int source : sources_among(*frame.trace, at, shown)) sources.push_back(node_title(frame, frame.trace->node(source)));
    text += " " + frame.texts.format(
                      sources.empty() ? "ui.accessible.card" : "ui.accessible.card_from",
                      {{"title", node_title(frame, node)}, {"shape", shape_text(frame, node)}, {"sources", listed(frame, sources)}});
  }
  return text;
}

std::string change_words(const Frame& frame, const Places& places) {
  const Changes& changes = frame.state.lesson.changes;
  if (changes.after.get() != frame.trace || !changes.before) return {};
  std::vector<std::string> counts;
  std::size_t last = 0;
  for (const int at : shown_nodes(frame, places)) {
    const auto place = static_cast<std::size_t>(at);
    if (place >= changes.count.size() || changes.count[place] == 0) continue;
    last = place;
    counts.push_back(frame.texts.format("ui.accessible.changed_count", {{"count", std::to_string(changes.count[place])},
                                                                        {"title", node_title(frame, frame.trace->node(at))}}));
  }
  if (counts.empty()) return {};
  const TraceNode& node = frame.trace->nodes[last];
  const Tensor& before = *changes.before->nodes[last].value;
  const Cell cell = largest_change(before, *node.value);
  return frame.texts.format("ui.accessible.changed", {{"counts", listed(frame, counts)},
                                                      {"title", node_title(frame, node)},
                                                      {"row", place_label(node.rows, cell.row)},
                                                      {"column", place_label(node.cols, cell.col)},
                                                      {"value", number_words(node.value->at(cell))},
                                                      {"before", number_words(before.at(cell))}});
}

}  // namespace gf::ui
