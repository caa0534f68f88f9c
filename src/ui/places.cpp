#include "ui/places.h"

#include <imgui.h>

#include <nlohmann/json.hpp>

namespace gf::ui {

namespace {

nlohmann::json place_of(std::string_view id, const Box& box) {
  const ImDrawList& list = *ImGui::GetWindowDrawList();
  const Box seen = common(box, {list.GetClipRectMin(), list.GetClipRectMax()});
  return {{"id", id},
          {"x", box.min.x},
          {"y", box.min.y},
          {"width", box.width()},
          {"height", box.height()},
          {"seen_x", seen.min.x},
          {"seen_y", seen.min.y},
          {"seen_width", seen.width()},
          {"seen_height", seen.height()}};
}

}  // namespace

Layout* begin_layout(Layout& layout) {
  layout.places = nlohmann::json::array();
  return layout.wanted ? &layout : nullptr;
}

void note_box(const Theme& theme, std::string_view id, const Box& box) {
  if (theme.layout != nullptr) theme.layout->places.push_back(place_of(id, box));
}

void note_item(const Theme& theme, std::string_view id) { note_box(theme, id, {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()}); }

void note_grid(const Frame& frame, int panel, const Grid& grid) {
  if (frame.theme.layout == nullptr) return;
  const TraceNode& node = frame.trace->nodes[static_cast<std::size_t>(grid.node)];
  nlohmann::json place = place_of("grid:" + node.name, grid.whole());
  place.update({{"panel", panel},
                {"outer", grid.outer},
                {"first_row", grid.first_row},
                {"rows", grid.rows},
                {"columns", grid.cols},
                {"cell_width", grid.cell_w},
                {"cell_height", grid.cell_h}});
  frame.theme.layout->places.push_back(std::move(place));
}

std::optional<std::string> answer_layout(Layout& layout, std::string_view message) {
  constexpr std::size_t kLongest = 64;  // documents and links are longer, and are not read twice
  if (message.size() > kLongest) return std::nullopt;
  const auto asked = nlohmann::json::parse(message, nullptr, false);
  const auto type = asked.is_object() ? asked.find("type") : asked.end();
  if (type == asked.end() || *type != "layout") return std::nullopt;
  layout.wanted = true;
  return nlohmann::json{{"places", layout.places}}.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace gf::ui
