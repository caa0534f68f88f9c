#include "ui/places.h"

#include <utility>

#include <nlohmann/json.hpp>

namespace gf::ui {

namespace {

nlohmann::json to_json(const Place& place) {
  nlohmann::json result = {{"id", place.id},
                           {"x", place.box.min.x},
                           {"y", place.box.min.y},
                           {"width", place.box.width()},
                           {"height", place.box.height()},
                           {"seen_x", place.seen.min.x},
                           {"seen_y", place.seen.min.y},
                           {"seen_width", place.seen.width()},
                           {"seen_height", place.seen.height()}};
  if (place.cells)
    result.update({{"panel", place.cells->panel},
                   {"outer", place.cells->outer},
                   {"first_row", place.cells->first_row},
                   {"rows", place.cells->rows},
                   {"columns", place.cells->columns},
                   {"cell_width", place.cells->cell_width},
                   {"cell_height", place.cells->cell_height}});
  return result;
}

}  // namespace

Places* begin_places(Places& places) {
  places.noted.clear();
  return places.wanted ? &places : nullptr;
}

void note_box(const Theme& theme, std::string_view id, const Box& box, std::optional<PlacedCells> cells) {
  if (theme.places) theme.places->noted.push_back({std::string(id), box, common(box, visible_box()), std::move(cells)});
}

void note_item(const Theme& theme, std::string_view id) { note_box(theme, id, {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()}); }

std::optional<std::string> answer_layout(Places& places, std::string_view message, const std::function<void(const std::string&)>& show) {
  constexpr std::size_t kLongest = 256;  // documents and links are longer, and are not read twice
  if (message.size() > kLongest) return std::nullopt;
  const auto asked = nlohmann::json::parse(message, nullptr, false);
  if (!asked.is_object()) return std::nullopt;
  const auto type = asked.find("type"), node = asked.find("node");
  if (type == asked.end()) return std::nullopt;
  if (*type == "show" && node != asked.end() && node->is_string()) {
    show(node->get<std::string>());
    return R"({"problem":null})";
  }
  if (*type != "layout") return std::nullopt;
  places.wanted = true;
  nlohmann::json answer = {{"places", nlohmann::json::array()}};
  for (const Place& place : places.noted) answer["places"].push_back(to_json(place));
  return answer.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace gf::ui
