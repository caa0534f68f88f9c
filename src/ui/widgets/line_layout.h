// Lays out and draws a line of text that may have words that the fonts lack. lay_out cuts the line into pieces and orders them from left to
// right; draw_line draws them; cursor_x, cursor_at and covered lead from bytes to places and back.
#pragma once

#include <imgui.h>

#include <cstddef>
#include <string_view>
#include <vector>

#include "ui/theme.h"

namespace gf::ui {

/// A part of a line that is drawn as a whole.
struct Piece {
  std::size_t begin = 0, end = 0;  // the bytes begin..end-1 of the line
  bool lacking = false;            // the font lacks a character of the piece, so the machine's fonts draw it
  bool right_to_left = false;
  float x = 0, width = 0;  // x begins at the left end of the line
};

/// The pieces of a line. `text` has to live as long.
struct LineLayout {
  std::string_view text;
  std::vector<Piece> pieces;  // in the order of the text
  float width = 0;
};

/// Whether ImGui draws a text by itself. The font then has all characters of the text, or there are no Words to draw the others, or the
/// text is too long.
bool is_plain(const Type& type, std::string_view text);

/// Whether a text is read from the right, by its first letter.
bool begins_right(std::string_view text);

/// Lays out a line without line breaks. `from_right`: the line as a whole is read from the right.
LineLayout lay_out(const Type& type, std::string_view line, bool from_right);

/// Returns the lines of a text without their "\n". Cuts lines that are wider than `width` between pieces; with width 0, cuts only at "\n".
std::vector<std::string_view> rows_of(const Type& type, std::string_view text, float width);

/// Draws a line with its upper left corner at `at`.
void draw_line(ImDrawList* list, const Type& type, const LineLayout& line, ImVec2 at, ImU32 color);

/// Returns the x of the cursor before the byte `at` of the line, from the left end of the line.
float cursor_x(const Type& type, const LineLayout& line, std::size_t at);
/// Returns the byte of the line whose cursor is nearest to x.
std::size_t cursor_at(const Type& type, const LineLayout& line, float x);
/// Returns the stretches that the bytes begin..end-1 cover, one for each piece in the order of the text, as pairs of left and right x.
std::vector<ImVec2> covered(const Type& type, const LineLayout& line, std::size_t begin, std::size_t end);

/// Returns the number of bytes from the beginning of a line that fit in `width`.
std::size_t fitting(const Type& type, std::string_view line, float width);

}  // namespace gf::ui
