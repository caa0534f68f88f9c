#include "protocol/limits.h"

#include <nlohmann/json.hpp>

#include "core/json_fields.h"
#include "core/problem.h"
#include "core/utf8.h"

namespace gf {
namespace {

constexpr std::size_t kLongestName = 200;  // bytes
constexpr std::size_t kMostFolded = 256;

}  // namespace

void check_name(const std::string& name, const std::string& where) {
  if (name.size() > kLongestName)
    throw InputError({"text_too_long", {{"where", where}, {"got", std::to_string(name.size())}, {"most", std::to_string(kLongestName)}}});
  if (!is_utf8(name)) throw InputError({"not_utf8", {{"where", where}}});
}

void check_look(const Look& look) {
  if (look.selection) {
    check_name(look.selection->node, "document.selection.node");
    const Cell& cell = look.selection->cell;
    for (const Index index : {cell.outer, cell.row, cell.col})
      if (index < 0) wrong_type("document.selection.cell", "@index", index);
  }
  if (look.folded.size() > kMostFolded) wrong_type("document.folded", "@list_of_sections", look.folded);
  for (const std::string& section : look.folded) check_name(section, "document.folded");
}

}  // namespace gf
