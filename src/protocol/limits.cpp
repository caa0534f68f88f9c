#include "protocol/limits.h"

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "core/json_fields.h"
#include "core/number_text.h"
#include "core/problem.h"
#include "core/utf8.h"
#include "protocol/blanks.h"
#include "protocol/scene_line.h"

namespace gf {
namespace {

constexpr std::size_t kLongestName = 200;  // bytes
constexpr std::size_t kMostSections = 256;
constexpr double kNearest = 10'000, kFarthest = 1 / kNearest;  // zooms of a camera

void check_sections(const std::set<std::string>& sections, const std::string& where) {
  if (sections.size() > kMostSections) wrong_type(where, "@list_of_sections", sections);
  for (const std::string& section : sections) check_name(section, where);
}

void check_indices(const Cell& cell, const std::string& where) {
  for (const Index index : {cell.outer, cell.row, cell.col})
    if (index < 0) wrong_type(where, "@index", index);
}

void check_blanks(const Blanks& blanks) {
  std::size_t count = 0;
  for (const auto& [node, cells] : blanks) {
    check_name(node, "document.blanks");
    for (const Cell& cell : cells) check_indices(cell, "document.blanks");
    count += cells.size();
    check_count_of_blanks(count);
  }
}

void check_range(double value, double least, double most, const std::string& where) {
  if (!(value >= least && value <= most))
    throw InputError({"number_out_of_range",
                      {{"where", where}, {"least", format_number(least)}, {"most", format_number(most)}, {"got", format_number(value)}}});
}

void check_camera(const CameraLook& camera) {
  check_range(camera.x, 0, 1, "document.camera.x");
  check_range(camera.y, 0, 1, "document.camera.y");
  check_range(camera.zoom, kFarthest, kNearest, "document.camera.zoom");
}

void check_scene(const std::string& line) {
  check_name(line, "document.scene");
  try {
    read_scene_line(line);
  } catch (const std::invalid_argument&) {
    wrong_type("document.scene", "@scene", line);
  }
}

}  // namespace

void check_name(const std::string& name, const std::string& where) {
  if (name.size() > kLongestName)
    throw InputError({"text_too_long", {{"where", where}, {"got", std::to_string(name.size())}, {"most", std::to_string(kLongestName)}}});
  if (!is_utf8(name)) throw InputError({"not_utf8", {{"where", where}}});
}

void check_count_of_blanks(std::size_t count) {
  if (count > kMostBlanks) throw InputError({"too_many_blanks", {{"got", std::to_string(count)}, {"most", std::to_string(kMostBlanks)}}});
}

void check_look(const Look& look) {
  if (look.selection) {
    check_name(look.selection->node, "document.selection.node");
    check_indices(look.selection->cell, "document.selection.cell");
  }
  check_blanks(look.blanks);
  check_sections(look.folded, "document.folded");
  check_sections(look.opened, "document.opened");
  if (look.views.size() > kMostSections) wrong_type("document.views", "@views", nlohmann::json::object());
  for (const auto& [node, view] : look.views) check_name(node, "document.views");
  if (look.matrices.size() > kMostSections) wrong_type("document.matrices", "@views", nlohmann::json::object());
  for (const auto& [node, outer] : look.matrices) {
    check_name(node, "document.matrices");
    if (outer < 0) wrong_type("document.matrices", "@index", outer);
  }
  check_scene(look.scene);
  if (look.camera) check_camera(*look.camera);
}

}  // namespace gf
