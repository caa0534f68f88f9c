// Measures and draws words by a canvas of the browser (web/words.lib.js), with the fonts of the reader's machine.
#include <cstdlib>
#include <string>

#include "core/utf8.h"
#include "render/words.h"

extern "C" {
int gf_js_measure_word(const char* text, int right_to_left, float* stops);
unsigned char* gf_js_draw_word(const char* text, int right_to_left, int size_px, int* box);
}

namespace gf {
namespace {

WordShape measure_word(const Word& word) {
  const std::string text = readable_utf8(word.text);
  WordShape shape;
  shape.stops.resize(utf8_characters(text).size() + 2);
  shape.missing = gf_js_measure_word(text.c_str(), word.right_to_left ? 1 : 0, shape.stops.data()) != 0;
  shape.advance = shape.stops.back();
  shape.stops.pop_back();
  return shape;
}

WordPicture draw_word(const Word& word, int size_px) {
  int box[5] = {};  // width, height, left, top, coloured
  unsigned char* pixels = gf_js_draw_word(readable_utf8(word.text).c_str(), word.right_to_left ? 1 : 0, size_px, box);
  if (!pixels) return {};
  WordPicture picture{box[0], box[1], box[2], box[3], box[4] != 0};
  picture.rgba.assign(pixels, pixels + static_cast<std::size_t>(box[0] * box[1]) * 4);
  std::free(pixels);
  return picture;
}

}  // namespace

WordDrawing machine_words() { return {measure_word, draw_word}; }

}  // namespace gf
