#include "protocol/look.h"

#include <algorithm>

#include "core/node_name.h"
#include "protocol/blanks.h"
#include "protocol/scene_line.h"

namespace gf {
namespace {

// Whether a dotted name begins with these parts. Example: "encoder.0.query" begins with "encoder.0", but not with "enc".
bool begins_with_parts(std::string_view name, std::string_view parts) {
  return !parts.empty() && name.starts_with(parts) && (name.size() == parts.size() || name[parts.size()] == '.');
}

// Returns the choice of a matrix that holds for a node: the choice was made at the node, or at a stack that goes together with it.
auto chosen_with(const Look& look, const Trace& trace, const TraceNode& node) {
  return std::find_if(look.matrices.begin(), look.matrices.end(), [&](const auto& chosen) {
    if (scope_of(chosen.first) != scope_of(node.name)) return false;
    const int other = trace.find(chosen.first);
    return other >= 0 && go_together(trace.node(other), node);
  });
}

bool has_matrix(const Trace& trace, std::string_view name, Index outer) {
  const int node = trace.find(name);
  return node >= 0 && outer >= 0 && outer < trace.node(node).value->shape().matrices();
}

}  // namespace

bool has_cell(const Trace& trace, const Selection& selection) {
  const int node = trace.find(selection.node);
  return node >= 0 && trace.node(node).value->contains(selection.cell);
}

bool can_be_folded(const Trace& trace, std::string_view section) {
  return std::any_of(trace.panels.begin(), trace.panels.end(),
                     [&](const Panel& panel) { return begins_with_parts(panel.section, section); });
}

bool go_together(const TraceNode& a, const TraceNode& b) {
  return scope_of(a.name) == scope_of(b.name) && a.value && b.value && a.value->shape().outer == b.value->shape().outer;
}

Index shown_matrix(const Look& look, const Trace& trace, const TraceNode& node) {
  if (node.value->shape().outer.empty()) return 0;
  const Index last = node.value->shape().matrices() - 1;
  if (const auto chosen = chosen_with(look, trace, node); chosen != look.matrices.end()) return std::clamp<Index>(chosen->second, 0, last);
  if (!look.selection || scope_of(look.selection->node) != scope_of(node.name)) return 0;
  const int selected = trace.find(look.selection->node);
  return selected >= 0 && go_together(trace.node(selected), node) ? std::clamp<Index>(look.selection->cell.outer, 0, last) : 0;
}

Look with_shown_matrix(Look look, const Trace& trace, std::string_view node, Index outer) {
  if (!has_matrix(trace, node, outer)) return look;
  if (const auto before = chosen_with(look, trace, trace.at(node)); before != look.matrices.end()) look.matrices.erase(before);
  look.matrices.insert_or_assign(std::string(node), outer);
  return look;
}

Look with_selected(Look look, const Trace& trace, std::optional<Selection> selection) {
  if (look.selection && has_cell(trace, *look.selection)) {
    const TraceNode& left = trace.at(look.selection->node);
    if (const Index shown = shown_matrix(look, trace, left); shown != 0) look = with_shown_matrix(std::move(look), trace, left.name, shown);
  }
  look.selection = std::move(selection);
  if (!look.selection || !has_cell(trace, *look.selection)) return look;
  if (const auto chosen = chosen_with(look, trace, trace.at(look.selection->node)); chosen != look.matrices.end())
    look.matrices.erase(chosen);
  return look;
}

bool has_scene(const Trace& trace, std::string_view line) {
  for (const NamedColumn& column : read_scene_line(line))
    for (const NamedCard& card : column.cards)
      if (trace.find(card.node) >= 0) return true;
  return false;
}

Look fitting_look(Look look, const Trace& trace) {
  if (look.selection && !has_cell(trace, *look.selection)) look.selection.reset();
  for (std::set<std::string>* sections : {&look.folded, &look.opened})
    std::erase_if(*sections, [&](const std::string& section) { return !can_be_folded(trace, section); });
  std::erase_if(look.views, [&](const auto& chosen) { return trace.find(chosen.first) < 0; });
  look.blanks = fitting_blanks(std::move(look.blanks), trace);
  if (!has_scene(trace, look.scene)) look.scene.clear();
  std::erase_if(look.matrices, [&](const auto& chosen) { return !has_matrix(trace, chosen.first, chosen.second); });
  return look;
}

}  // namespace gf
