// Where things are on the screen, for whoever acts on it from outside: tests, and pages that point at a part of it.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "ui/cells/grid.h"

namespace gf::ui {

/// Noted only from the first question on, anew in every frame.
struct Layout {
  bool wanted = false;
  nlohmann::json places = nlohmann::json::array();
};

/// Forgets the last frame's places; returns where this frame's go, null where nobody asked.
Layout* begin_layout(Layout& layout);

/// Notes a box, the last ImGui item or a grid under an id such as "part:bench", "button:Undo", "input:beta", "grid:w_q".
void note_box(const Theme& theme, std::string_view id, const Box& box);
void note_item(const Theme& theme, std::string_view id);
void note_grid(const Frame& frame, int panel, const Grid& grid);

/// The answer to {"type": "layout"}, nothing to other messages: {"places": [{"id", "x", "y", "width", "height", "seen_x", ...}]} in points;
/// what is `seen` of a place is not scrolled away. Cells of a grid begin at x, y: {"cell_width", "cell_height", "first_row", "rows",
/// "columns", "down"}: where it is true, the columns run down.
std::optional<std::string> answer_layout(Layout& layout, std::string_view message);

}  // namespace gf::ui
