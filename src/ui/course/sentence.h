// The sentence of the first page and its translation: words, their numbers, who looks at whom, and the words that come out.
#pragma once

#include <string>
#include <vector>

#include "ui/box.h"
#include "ui/frame.h"

namespace gf::ui {

/// A word of the translation, with its probability and the second likeliest word; `end` if the model said that nothing more comes.
struct TranslatedWord {
  std::string word;
  float probability = 0;
  std::string other;
  float other_probability = 0;
  bool end = false;
};
std::vector<TranslatedWord> translated_words(const Frame& frame);

/// The height that the picture has at a width, if it may take `room`.
float sentence_height(const Frame& frame, float width, float room);

/// Draws the picture. The translation appears word by word once for each sentence, unless nothing is to move.
void draw_sentence(const Frame& frame, Screen& screen, const Box& box);

}  // namespace gf::ui
