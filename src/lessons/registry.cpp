#include "lessons/registry.h"

#include "core/join.h"
#include "core/problem.h"

// Each in the file of its name.
namespace gf {
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

const std::vector<Lesson>& lessons() {
  // Reasons come before means: numbers for words before what is done with them, the next word before words that pull each other, a shuffled
  // sentence before positions, training seen before gradients derived.
  static const std::vector<Lesson> all = {
      dictionary_lesson::lesson(),     tokenizer_lesson::lesson(),           matrix_dictionary_lesson::lesson(),
      softmax_lesson::lesson(),        one_matrix_lesson::lesson(),          embeddings_lesson::lesson(),
      next_word_lesson::lesson(),      words_pulling_words_lesson::lesson(), spaces_lesson::lesson(),
      self_attention_lesson::lesson(), position_encoding_lesson::lesson(),   multi_head_lesson::lesson(),
      block_lesson::lesson(),          encoder_decoder_lesson::lesson(),     backpropagation_lesson::lesson(),
      training_lesson::lesson()};
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
