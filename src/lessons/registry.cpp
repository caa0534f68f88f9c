#include "lessons/registry.h"

#include "core/join.h"
#include "core/problem.h"

namespace gf {

// Each in the file of its name.
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

const std::vector<Lesson>& lessons() {
  static const std::vector<Lesson> all = {
      dictionary_lesson(),      matrix_dictionary_lesson(), softmax_lesson(),           words_pulling_words_lesson(),
      spaces_lesson(),          next_word_lesson(),         position_encoding_lesson(), self_attention_lesson(),
      multi_head_lesson(),      tokenizer_lesson(),         embeddings_lesson(),        encoder_decoder_lesson(),
      backpropagation_lesson(), training_lesson()};
  return all;
}

std::shared_ptr<const Catalogue> make_catalogue(const std::vector<Lesson>& of) {
  auto catalogue = std::make_shared<Catalogue>();
  for (const Lesson& lesson : of) catalogue->push_back(lesson.info);
  return catalogue;
}

const Lesson& lesson_named(std::string_view id) { return lesson_named(lessons(), id); }

const Lesson& lesson_named(const std::vector<Lesson>& among, std::string_view id) {
  std::vector<std::string> known;
  for (const Lesson& lesson : among) {
    if (lesson.info.id == id) return lesson;
    known.push_back(lesson.info.id);
  }
  throw InputError({"unknown_lesson", {{"got", std::string(id)}, {"known", joined(known)}}});
}

}  // namespace gf
