#include "lessons/encoder_decoder/transformer_panels.h"

#include <algorithm>
#include <set>
#include <utility>

#include "autograd/op_table.h"

namespace gf {
namespace {

constexpr std::string_view kSecondPass = "corrected.";
constexpr Index kMostArcs = 24;  // most tokens for a panel of arcs
constexpr Index kMostBars = 24;  // most words for a panel of bars

bool is_weight(const Node& node) { return node.op == &ops::kParameter; }
bool is_mask(const Node& node) { return node.op == &ops::kConstant; }

// Returns the scope of a node: "encoder.0" for "encoder.0.input".
std::string_view place_of(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  return dot == std::string_view::npos ? std::string_view() : name.substr(0, dot);
}

View view_of(const Node& node, std::string_view what) {
  if (what == "weights") return node.value->shape().matrices() > 1 ? View::heads : View::attention;
  if (what == "embedding") return View::tokens;
  return what == "alignment" ? View::arcs : View::matrix;
}

class Panels {
 public:
  Panels(LessonBuild& out, bool (*compared)(std::string_view)) : out_(out), tape_(out.tape), compared_(compared) {}

  void add_all() {
    for (NodeId id = 0; id < tape_.size(); ++id) {
      const Node& node = tape_[id];
      if (node.inputs.empty() && !is_position(node)) continue;  // a weight or a mask stands beside the node that reads it
      if (node.name.starts_with(kSecondPass)) continue;
      const std::string section = section_of_node(node.name);
      for (const NodeId input : node.inputs)
        if ((is_weight(tape_[input]) || is_mask(tape_[input])) && shown_.insert(input).second) out_.show(View::matrix, input, section);
      add(node, section);
    }
  }

 private:
  static bool is_position(const Node& node) { return node.op == &ops::kPositionEncoding; }

  void add(const Node& node, const std::string& section) {
    const std::string_view what = short_name(node.name);
    const View view = view_of(node, what);
    if (what == "probabilities" && node.value->cols() > kMostBars) out_.show(View::likeliest, node.name, section);
    out_.show(view, node.name, section);
    if (compared_ && compared_(node.name)) out_.show(view, std::string(kSecondPass) + node.name, section);
    if (what == "alignment" || view == View::heads) out_.show(View::attention, node.name, section);
    if ((view == View::attention || view == View::heads) && std::max(node.value->rows(), node.value->cols()) <= kMostArcs)
      out_.show(View::arcs, node.name, section);
    if (what == "probabilities" && node.value->cols() <= kMostBars)
      out_.show_together(View::softmax_rows, {tape_[node.inputs[0]].name, node.name}, section);
  }

  LessonBuild& out_;
  const Tape& tape_;
  bool (*compared_)(std::string_view);
  std::set<NodeId> shown_;
};

class Map {
 public:
  explicit Map(LessonBuild& out) : out_(out) {}

  // Adds a block for a section, and returns its name. If the section has no panels, adds none, and returns the first of `reads`.
  std::string add(const std::string& section, const char* kind, std::vector<std::string> reads) {
    const auto in_section = [&](const Panel& panel) { return panel.section == section; };
    if (std::none_of(out_.panels.begin(), out_.panels.end(), in_section)) return reads.empty() ? std::string() : reads.front();
    out_.map.push_back({section, kind, std::move(reads)});
    return section;
  }

  std::string stack(const std::string& name, Index layers, const std::string& memory) {
    out_.map.push_back({name, "stack", {}});
    std::string last = add(name + ".embedding", "embedding", {});
    for (Index layer = 0; layer < layers; ++layer) {
      const std::string block = name + "." + std::to_string(layer);
      out_.map.push_back({block, "block", {}});
      last = add(block + ".self_attention", "self_attention", {last});
      if (!memory.empty()) last = add(block + ".cross_attention", "cross_attention", {last, memory});
      last = add(block + ".feed_forward", "feed_forward", {last});
    }
    return add(name + ".norm", "norm", {last});
  }

 private:
  LessonBuild& out_;
};

}  // namespace

std::string section_of_node(std::string_view name) {
  const std::string_view place = place_of(name), what = short_name(name);
  if (place == "encoder" || place == "decoder") {
    const bool norm = what == "normalised" || what == "gained" || what == "norm";
    return std::string(place) + (norm ? ".norm" : ".embedding");
  }
  if (place.empty()) return what.starts_with("loss") ? "loss" : "output";
  return std::string(place);
}

void add_transformer_panels(LessonBuild& out, bool (*compared)(std::string_view)) { Panels(out, compared).add_all(); }

void add_transformer_map(LessonBuild& out, const TransformerConfig& config) {
  Map map(out);
  std::string last;
  if (config.has_encoder()) last = map.stack("encoder", config.encoder_layers, {});
  if (config.has_decoder()) last = map.stack("decoder", config.decoder_layers, last);
  last = map.add("output", "output", {last});
  map.add("loss", "loss", {last});
}

}  // namespace gf
