// Measures and draws words that our own fonts lack, with the fonts of the machine. words_web.cpp asks the browser's canvas, and
// words_native.cpp asks Pango.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

namespace gf {

/// A piece of text that is read in one direction and has no line break: a word, or a character with its accents and signs.
struct Word {
  std::string_view text;
  bool right_to_left = false;
};

/// The layout of a word. Lengths are in ems.
struct WordShape {
  float advance = 0;         // the distance to the next word
  std::vector<float> stops;  // from the left, the places of the cursor before each character and behind the last one
  bool missing = false;      // no font of the machine has all characters of the word
};

/// The picture of a word at a size.
struct WordPicture {
  int width = 0, height = 0;       // pixels; 0 for a word without visible pixels
  int left = 0, top = 0;           // the upper left corner, from the beginning of the baseline; down is positive
  bool coloured = false;           // the picture has its own colours; otherwise only its opacity counts
  std::vector<std::uint8_t> rgba;  // (height, width, 4), rows from the top, colours not multiplied by the opacity
};

/// Functions that measure and draw words. `draw` gets the em in pixels.
struct WordDrawing {
  std::function<WordShape(const Word&)> measure;
  std::function<WordPicture(const Word&, int size_px)> draw;
};

/// Returns functions that use the fonts of this machine.
WordDrawing machine_words();

}  // namespace gf
