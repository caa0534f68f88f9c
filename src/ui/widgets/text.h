// Text at a type size: measuring, elision, wrapping. Positions are the upper left corner, in points.
#pragma once

#include <string>
#include <string_view>

#include "ui/theme.h"

namespace gf::ui {

ImVec2 measure(const Type& type, std::string_view text, float wrap_width = 0);
/// The height of one line.
float line_height(const Type& type);

/// Draws nothing where the letters would be far too small to be read; where they would be a little too small, they have the least size that
/// can.
void put(ImDrawList* list, const Type& type, ImVec2 at, ImU32 color, std::string_view text, float wrap_width = 0);
/// Centred in a rectangle.
void put_centred(ImDrawList* list, const Type& type, ImVec2 min, ImVec2 max, ImU32 color, std::string_view text);
/// Elided to `width`; returns whether something was left out.
bool put_elided(ImDrawList* list, const Type& type, ImVec2 at, ImU32 color, std::string_view text, float width);
/// The same, with its last letter at `end`.
bool put_right(ImDrawList* list, const Type& type, ImVec2 end, ImU32 color, std::string_view text, float width);
/// From below up, turned to the left: its first letter stands at the bottom of a line whose middle is `bottom`.
void put_upright(ImDrawList* list, const Type& type, ImVec2 bottom, ImU32 color, std::string_view text);
/// As much of the text as fits in `width`, ended by "…" where something is left out.
std::string elide(const Type& type, std::string_view text, float width);

/// The text with line breaks at spaces alone, so that no number is cut; a word wider than `width` stays whole.
std::string broken_at_spaces(const Type& type, std::string_view text, float width);

/// Text in the flow of an ImGui window, wrapped at `width` (0: the rest of the line).
void paragraph(const Type& type, ImU32 color, std::string_view text, float width = 0);
/// One line in the flow of an ImGui window, elided, with the whole text as a tooltip.
void line(const Type& type, ImU32 color, std::string_view text, float width = 0);
/// Free height in the flow of an ImGui window.
void gap(float height);

/// A tooltip of one paragraph for the last item, after it was hovered for a moment.
void tip(const Theme& theme, std::string_view text);
/// The same without an item: now.
void tip_now(const Theme& theme, std::string_view text);

}  // namespace gf::ui
