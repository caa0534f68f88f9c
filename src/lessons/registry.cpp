#include "lessons/registry.h"

namespace gf {

const std::vector<Lesson>& lessons() {
  static const std::vector<Lesson> all = {
      dictionary_lesson(),      matrix_dictionary_lesson(), softmax_lesson(),           words_pulling_words_lesson(),
      spaces_lesson(),          next_word_lesson(),         position_encoding_lesson(), self_attention_lesson(),
      multi_head_lesson(),      tokenizer_lesson(),         embeddings_lesson(),        encoder_decoder_lesson(),
      backpropagation_lesson(), training_lesson()};
  return all;
}

}  // namespace gf
