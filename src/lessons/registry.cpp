#include "lessons/registry.h"

#include "core/join.h"
#include "core/problem.h"

// Each in the file of its name.
namespace gf {
namespace start_lesson {
Lesson lesson();
}
namespace dictionary_lesson {
Lesson lesson();
}
namespace tokenizer_lesson {
Lesson lesson();
}
namespace matrix_dictionary_lesson {
Lesson lesson();
}
namespace one_matrix_lesson {
Lesson lesson();
}
namespace softmax_lesson {
Lesson lesson();
}
namespace embeddings_lesson {
Lesson lesson();
}
namespace next_word_lesson {
Lesson lesson();
}
namespace words_pulling_words_lesson {
Lesson lesson();
}
namespace spaces_lesson {
Lesson lesson();
}
namespace self_attention_lesson {
Lesson lesson();
}
namespace position_encoding_lesson {
Lesson lesson();
}
namespace multi_head_lesson {
Lesson lesson();
}
namespace block_lesson {
Lesson lesson();
}
namespace encoder_decoder_lesson {
Lesson lesson();
}
namespace backpropagation_lesson {
Lesson lesson();
}
namespace training_lesson {
Lesson lesson();
}
namespace lora_lesson {
Lesson lesson();
}
namespace quantization_lesson {
Lesson lesson();
}
namespace scaling_lesson {
Lesson lesson();
}
namespace language_model_lesson {
Lesson lesson();
}
namespace generation_lesson {
Lesson lesson();
}
namespace sampling_lesson {
Lesson lesson();
}
namespace prompting_lesson {
Lesson lesson();
}
namespace retrieval_lesson {
Lesson lesson();
}
namespace end_lesson {
Lesson lesson();
}

namespace {

enum class Pace { hour, all };

// A lesson with its part of the picture, and whether it is on the short way.
Lesson at(CoursePart part, Pace pace, Lesson lesson) {
  lesson.info.part = part;
  lesson.info.in_hour = pace == Pace::hour;
  return lesson;
}

}  // namespace

const std::vector<Lesson>& lessons() {
  // Reasons come before means: numbers for words before what is done with them, the next word before words that pull each other, a shuffled
  // sentence before positions, training seen before gradients derived.
  using enum CoursePart;
  static const std::vector<Lesson> all = {at(none, Pace::hour, start_lesson::lesson()),
                                          at(attention, Pace::hour, dictionary_lesson::lesson()),
                                          at(text, Pace::all, tokenizer_lesson::lesson()),
                                          at(attention, Pace::all, matrix_dictionary_lesson::lesson()),
                                          at(attention, Pace::hour, softmax_lesson::lesson()),
                                          at(attention, Pace::all, one_matrix_lesson::lesson()),
                                          at(rows, Pace::all, embeddings_lesson::lesson()),
                                          at(word, Pace::all, next_word_lesson::lesson()),
                                          at(attention, Pace::hour, words_pulling_words_lesson::lesson()),
                                          at(attention, Pace::all, spaces_lesson::lesson()),
                                          at(attention, Pace::hour, self_attention_lesson::lesson()),
                                          at(places, Pace::all, position_encoding_lesson::lesson()),
                                          at(attention, Pace::all, multi_head_lesson::lesson()),
                                          at(block, Pace::all, block_lesson::lesson()),
                                          at(stacks, Pace::hour, encoder_decoder_lesson::lesson()),
                                          at(learning, Pace::all, backpropagation_lesson::lesson()),
                                          at(learning, Pace::hour, training_lesson::lesson()),
                                          at(stacks, Pace::all, language_model_lesson::lesson()),
                                          at(word, Pace::all, generation_lesson::lesson()),
                                          at(word, Pace::all, sampling_lesson::lesson()),
                                          at(word, Pace::all, prompting_lesson::lesson()),
                                          at(word, Pace::all, retrieval_lesson::lesson()),
                                          at(learning, Pace::all, lora_lesson::lesson()),
                                          at(learning, Pace::all, quantization_lesson::lesson()),
                                          at(learning, Pace::all, scaling_lesson::lesson()),
                                          at(none, Pace::hour, end_lesson::lesson())};
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
