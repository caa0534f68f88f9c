#include "study/node_title.h"

#include "core/node_name.h"

namespace gf {

std::string node_key(const Texts& texts, const Trace& trace, const TraceNode& node) {
  const std::string_view part = short_name(node.name);
  if (part.size() < node.name.size()) {
    const std::string_view around = short_name(std::string_view(node.name).substr(0, node.name.size() - part.size() - 1));
    std::string placed = "nodes." + std::string(around) + "_" + std::string(part);
    if (texts.has(placed + ".title")) return placed;
  }
  const std::string in_lesson = "lessons." + trace.lesson + ".nodes." + std::string(part);
  if (texts.has(in_lesson + ".title")) return in_lesson;
  const std::string own = "nodes." + std::string(part);
  return node.gradient.is_gradient() && !texts.has(own + ".title") ? "nodes.gradient" : own;
}

std::string node_title(const Texts& texts, const Trace& trace, const TraceNode& node) {
  const auto text_or = [&](const std::string& path, std::string_view otherwise) {
    return texts.has(path) ? texts.get(path) : std::string(otherwise);
  };
  const std::string key = node_key(texts, trace, node);
  const std::string_view part = short_name(node.name);
  if (key != "nodes.gradient") return text_or(key + ".title", part);
  const std::string_view value = short_name(trace.node(node.gradient.node).name);
  // The name of a part of a gradient is longer: "query_through_scores".
  const std::string named = std::string(value) + std::string(part.substr(gradient_name(value).size()));
  return texts.format(key + ".title", {{"of", text_or("nodes." + named + ".title", named)}});
}

}  // namespace gf
