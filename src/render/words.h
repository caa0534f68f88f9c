// Words that our own fonts lack, as the fonts of the machine draw them: words_web.cpp asks the browser's canvas, words_native.cpp Pango.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

namespace gf {

/// A piece of text that is read in one direction and has no line break: a word, or a character with what is written over, under and around
/// it.
struct Word {
  std::string_view text;
  bool right_to_left = false;
};

/// How a word is laid out, in units of its font size.
struct WordShape {
  float advance = 0;         // how far the next word is
  std::vector<float> stops;  // where the cursor stands before each character and behind the last, from the left
  bool missing = false;      // no font of the machine has all its characters
};

/// A word drawn at a size.
struct WordPicture {
  int width = 0, height = 0;       // pixels; nothing where there is nothing to see
  int left = 0, top = 0;           // its upper left corner, from the beginning of the baseline; down is positive
  bool coloured = false;           // it brings its own colours; otherwise its opacity is that of the ink
  std::vector<std::uint8_t> rgba;  // rows from the top, four bytes a pixel, colours not multiplied by the opacity
};

/// Functions that measure and draw words. `draw` is told the size of the font in pixels.
struct WordDrawing {
  std::function<WordShape(const Word&)> measure;
  std::function<WordPicture(const Word&, int size_px)> draw;
};

/// By the fonts of this machine.
WordDrawing machine_words();

}  // namespace gf
