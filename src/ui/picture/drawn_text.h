// Reads the texts of a frame back from its draw lists.
#pragma once

#include <imgui.h>

#include <cstddef>
#include <string>
#include <vector>

#include "ui/box.h"

namespace gf::ui {

/// Letters that stand beside each other on one line.
struct DrawnText {
  std::string text;
  std::vector<Box> letters;  // the visible part of each letter; a blank has no box
  Box box;                   // around all letters
  float size = 0;            // pixels to the em
  bool cut = false;          // a clip rectangle hides a part of the text
  bool upright = false;      // the line reads from the bottom to the top
};

/// Returns all texts of the last rendered frame, in the order of drawing. Leaves out words that the fonts lack, which are drawn as
/// pictures.
/// Example: after a frame with `put(list, theme.body, at, ink, "two words")`, returns one text "two words".
std::vector<DrawnText> drawn_texts();

/// Like drawn_texts, but reads the given lists, and may be called before the frame is rendered.
std::vector<DrawnText> texts_drawn_in(const std::vector<const ImDrawList*>& lists);

/// A summary of the texts in a part of the screen.
struct ReadableText {
  float smallest = 0;     // pixels to the em of the smallest text; 0 without texts
  bool cut = false;       // at least one text is cut
  std::size_t words = 0;  // the number of wanted names that are drawn
};

/// Summarises the texts whose centre lies in the box. Counts the names in `wanted` whose words all occur in them, also on different lines.
ReadableText readable_text(const std::vector<DrawnText>& texts, const Box& box, const std::vector<std::string>& wanted);

}  // namespace gf::ui
