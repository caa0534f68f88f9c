// The lessons there are: one function a lesson, each in the file of its name.
#pragma once

#include "lessons/lesson.h"

namespace gf {

Lesson dictionary_lesson();
Lesson matrix_dictionary_lesson();
Lesson softmax_lesson();
Lesson words_pulling_words_lesson();
Lesson spaces_lesson();
Lesson next_word_lesson();
Lesson position_encoding_lesson();
Lesson self_attention_lesson();
Lesson multi_head_lesson();
Lesson tokenizer_lesson();
Lesson embeddings_lesson();
Lesson encoder_decoder_lesson();
Lesson backpropagation_lesson();
Lesson training_lesson();

}  // namespace gf
