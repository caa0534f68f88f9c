// A line of text in which there may be words that our fonts lack: cut into pieces, put in the order in which they are read, drawn.
#pragma once

#include <imgui.h>

#include <string>
#include <string_view>
#include <vector>

#include "ui/theme.h"

namespace gf::ui {

struct Piece {
  std::size_t begin = 0, end = 0;  // bytes of the line
  bool lacking = false;            // our font lacks it: the machine's draw it
  bool right_to_left = false;
  float x = 0, width = 0;  // from the left end of the line
};

struct LineLayout {
  std::string_view text;
  std::vector<Piece> pieces;  // in the order of the text
  float width = 0;
};

/// Whether a text has nothing that the font lacks, so that ImGui draws it; also where nobody draws what is lacking, and of texts that are
/// too long.
bool is_plain(const Type& type, std::string_view text);

/// Whether a text begins, as it is read, at the right: by its first letter.
bool begins_right(std::string_view text);

LineLayout lay_out(const Type& type, std::string_view line, bool from_right);

/// The lines of a text (without their "\n"), those wider than `width` cut between pieces; 0: only at line breaks.
std::vector<std::string_view> rows_of(const Type& type, std::string_view text, float width);

void draw_line(ImDrawList* list, const Type& type, const LineLayout& line, ImVec2 at, ImU32 color);

/// Returns the position of the cursor before the byte `at` of the line, from its left end.
float cursor_x(const Type& type, const LineLayout& line, std::size_t at);
/// The place of the cursor that is nearest to x, as a byte of the line.
std::size_t cursor_at(const Type& type, const LineLayout& line, float x);
/// Returns the stretches that the bytes from `begin` to `end` cover, from left to right: pairs of x.
std::vector<ImVec2> covered(const Type& type, const LineLayout& line, std::size_t begin, std::size_t end);

/// How many bytes of a line fit in `width`, from its beginning.
std::size_t fitting(const Type& type, std::string_view line, float width);

}  // namespace gf::ui
