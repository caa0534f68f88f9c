// Measures, shortens, wraps and draws text of any script. Positions are the upper left corner of a text, in points. Words of scripts that
// the fonts lack are drawn by Words (words.h).
#pragma once

#include <imgui.h>

#include <string>
#include <string_view>

#include "ui/theme.h"

namespace gf::ui {

/// Returns the size of a text. With a `wrap_width`, the text is broken at spaces.
ImVec2 measure(const Type& type, std::string_view text, float wrap_width = 0);
/// Returns the height of a line.
float line_height(const Type& type);

/// Draws a text. Letters that are a little too small to be read get the least readable size, unless the text is wrapped. Much smaller text
/// is not drawn.
void put(ImDrawList* list, const Type& type, ImVec2 at, ImU32 color, std::string_view text, float wrap_width = 0);
/// Draws a text in the centre of a rectangle.
void put_centred(ImDrawList* list, const Type& type, ImVec2 min, ImVec2 max, ImU32 color, std::string_view text);
/// Draws as much of a text as fits in `width`. Returns whether a part was left out.
bool put_elided(ImDrawList* list, const Type& type, ImVec2 at, ImU32 color, std::string_view text, float width);
/// Like put_elided, but the text ends at `end`.
bool put_right(ImDrawList* list, const Type& type, ImVec2 end, ImU32 color, std::string_view text, float width);
/// Draws a text turned to the left, from the bottom to the top. `bottom` is the middle of the line at its first letter.
void put_upright(ImDrawList* list, const Type& type, ImVec2 bottom, ImU32 color, std::string_view text);
/// Returns as much of a text as fits in `width`. A shortened text ends with "…".
std::string elide(const Type& type, std::string_view text, float width);

/// Returns the text with line breaks in place of some spaces, so that lines fit in `width` and no number is cut. A wider word stays whole.
std::string broken_at_spaces(const Type& type, std::string_view text, float width);

/// Draws a text at the cursor, wrapped at `width` (0: the rest of the line), and moves the cursor below.
void paragraph(const Type& type, ImU32 color, std::string_view text, float width = 0);
/// Draws a line at the cursor. If the line is shortened, a tooltip shows the whole text.
void line(const Type& type, ImU32 color, std::string_view text, float width = 0);
/// Leaves a free height below the last item.
void gap(float height);

/// Shows a tooltip for the last item, after it was hovered for a moment.
void tip(const Theme& theme, std::string_view text);
/// Shows a tooltip at the pointer in this frame.
void tip_now(const Theme& theme, std::string_view text);

}  // namespace gf::ui
