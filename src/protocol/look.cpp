#include "protocol/look.h"

#include <algorithm>

namespace gf {
namespace {

// Whether a dotted name begins with these parts: "encoder.0" of "encoder.0.query".
bool begins_with_parts(std::string_view name, std::string_view parts) {
  return !parts.empty() && name.starts_with(parts) && (name.size() == parts.size() || name[parts.size()] == '.');
}

bool has_cell(const Trace& trace, const Selection& selection) {
  const int node = trace.find(selection.node);
  return node >= 0 && trace.nodes[static_cast<std::size_t>(node)].value->contains(selection.cell);
}

}  // namespace

bool can_be_folded(const Trace& trace, std::string_view fold) {
  return std::any_of(trace.panels.begin(), trace.panels.end(), [&](const Panel& panel) { return begins_with_parts(panel.section, fold); });
}

Look fitting_look(Look look, const Trace& trace) {
  if (look.selection && !has_cell(trace, *look.selection)) look.selection.reset();
  for (std::set<std::string>* sections : {&look.folded, &look.opened})
    std::erase_if(*sections, [&](const std::string& section) { return !can_be_folded(trace, section); });
  std::erase_if(look.views, [&](const auto& chosen) { return trace.find(chosen.first) < 0; });
  return look;
}

}  // namespace gf
