// Draws the sentence of the first page and its translation: the words, their numbers, the attention weights, and the translated words.
#pragma once

#include <string>
#include <vector>

#include "ui/box.h"
#include "ui/frame.h"

namespace gf::ui {

/// A word of the translation, with its probability, and the likeliest other word.
struct TranslatedWord {
  std::string word;
  float probability = 0;
  std::string other;
  float other_probability = 0;
  bool end = false;  // the model ended the sentence
};
/// Returns the translation that the trace holds; empty if it holds none.
std::vector<TranslatedWord> translated_words(const Frame& frame);

/// Returns the height of the picture at a width, if it may take the height `room`.
float sentence_height(const Frame& frame, float width, float room);

/// Draws the picture. The translation appears word by word, once for each sentence. If the screen is still, all words appear at once.
void draw_sentence(const Frame& frame, Screen& screen, const Box& box);

}  // namespace gf::ui
