// Where things are on the screen, for whoever acts on it from outside: tests, and pages that point at a part of it.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/tensor.h"
#include "ui/box.h"
#include "ui/theme.h"

namespace gf::ui {

/// The cells of a grid: the first one begins at the upper left of its place.
struct PlacedCells {
  int panel = 0;
  Index outer = 0, first_row = 0, rows = 0, columns = 0;
  float cell_width = 0, cell_height = 0;
};

struct Place {
  std::string id;  // "part:bench", "button:Undo", "input:beta", "grid:w_q"
  Box box;
  Box seen;  // what of it is not scrolled away
  std::optional<PlacedCells> cells;
};

/// Noted only from the first question on, anew in every frame.
struct Places {
  bool wanted = false;
  std::vector<Place> noted;
};

/// Forgets the last frame's places; returns where this frame's go, null where nobody asked.
Places* begin_places(Places& places);

/// Notes a box or the last ImGui item under an id.
void note_box(const Theme& theme, std::string_view id, const Box& box, std::optional<PlacedCells> cells = {});
void note_item(const Theme& theme, std::string_view id);

/// The answer to {"type": "layout"}, nothing to other messages: {"places": [{"id", "x", "y", "width", "height", "seen_x", ...}]} in points;
/// what is `seen` of a place is not scrolled away. Cells of a grid begin at x, y: {"panel", "outer", "first_row", "rows", "columns",
/// "cell_width", "cell_height"}.
/// To {"type": "show", "node": "weights"} it calls `show`: the node is to be brought into sight.
std::optional<std::string> answer_layout(Places& places, std::string_view message, const std::function<void(const std::string&)>& show);

}  // namespace gf::ui
