#include "ui/cells/moments.h"

#include <imgui.h>

#include <algorithm>
#include <cstddef>

#include "core/veil.h"

namespace gf::ui {

namespace {

std::size_t place_of(const Frame& frame, const TraceNode& node) { return static_cast<std::size_t>(&node - frame.trace->nodes.data()); }

// Returns the seconds since the cells of a node began to glow; negative: they do not glow yet, or not at all.
double glowing_s(const Frame& frame, std::size_t node) {
  const Changes& changes = frame.state.lesson.changes;
  if (changes.since_s < 0 || changes.after.get() != frame.trace || node >= changes.rank.size() || changes.rank[node] < 0) return -1;
  return ImGui::GetTime() - changes.since_s - std::min(changes.rank[node] * kGlowDelay_s, kMostDelay_s);
}

}  // namespace

bool is_yet_to_come(const Frame& frame, const TraceNode& node, const Cell& cell) {
  const Film& film = frame.state.lesson.film;
  const std::size_t place = place_of(frame, node);
  if (!film.on || place >= film.shown.size() || film.shown[place] == Film::kAll) return false;
  return cell.row * node.value->cols() + cell.col >= film.shown[place];
}

float share_to_come(const Frame& frame, const TraceNode& node) {
  const Film& film = frame.state.lesson.film;
  const std::size_t place = place_of(frame, node);
  if (!film.on || place >= film.shown.size() || film.shown[place] == Film::kAll) return 0;
  const auto cells = static_cast<float>(std::max<Index>(node.value->shape().matrix_size(), 1));
  return std::clamp(1 - static_cast<float>(film.shown[place]) / cells, 0.0f, 1.0f);
}

float glow_of(const Frame& frame, const TraceNode& node, const Cell& cell) {
  const std::size_t place = place_of(frame, node);
  const double since = glowing_s(frame, place);
  if (since < 0 || since > kGlow_s || frame.host.still) return 0;
  const Tensor& before = *frame.state.lesson.changes.before->nodes[place].value;
  if (before.at(cell) == node.value->at(cell)) return 0;
  return static_cast<float>(1 - since / kGlow_s);
}

std::optional<float> value_before(const Frame& frame, const TraceNode& node, const Cell& cell) {
  const std::size_t place = place_of(frame, node);
  const double since = glowing_s(frame, place);
  if (since < 0 || since > kBeforeShown_s) return {};
  const float before = frame.state.lesson.changes.before->nodes[place].value->at(cell);
  return before == node.value->at(cell) || is_veil(before) ? std::nullopt : std::optional(before);
}

int changed_cells(const Frame& frame, const TraceNode& node) {
  const std::size_t place = place_of(frame, node);
  const double since = glowing_s(frame, place);
  return since >= 0 && since < kCountShown_s ? frame.state.lesson.changes.count[place] : 0;
}

}  // namespace gf::ui
