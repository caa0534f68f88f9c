// The texts of the last frame, read back from what was drawn.
#pragma once

#include <imgui.h>

#include <string>
#include <vector>

#include "ui/box.h"

namespace gf::ui {

/// Letters that stand beside each other on one line.
struct DrawnText {
  std::string text;
  std::vector<Box> letters;  // as far as they are seen; blanks have none
  Box box;                   // around all of them
  float size = 0;            // pixels to the em
  bool cut = false;          // the edge of a window runs through it, or hides some of it
  bool upright = false;      // it reads from below up
};

/// All texts of the last frame that was rendered, in the order in which they were drawn. Letters of other scripts than the fonts', which
/// are pictures, are left out. Example: after a frame with `put(list, theme.body, at, ink, "two words")` there is one text "two words".
std::vector<DrawnText> drawn_texts();

/// The same of some lists, as far as they are drawn in this frame.
std::vector<DrawnText> texts_drawn_in(const std::vector<const ImDrawList*>& lists);

/// The readable texts of a part of the screen.
struct ReadableText {
  float smallest = 0;     // pixels to the em, of the smallest text; 0: there is none
  bool cut = false;       // some text is cut
  std::size_t words = 0;  // how many of the wanted words are drawn whole
};

/// Reads the texts whose middle lies in the box. A wanted name of several words may be broken into lines.
ReadableText readable_text(const std::vector<DrawnText>& texts, const Box& box, const std::vector<std::string>& wanted);

}  // namespace gf::ui
