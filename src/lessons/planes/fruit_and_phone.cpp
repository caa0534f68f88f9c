#include "lessons/planes/fruit_and_phone.h"

#include <algorithm>
#include <string_view>

#include "autograd/ops.h"
#include "core/number_text.h"
#include "core/problem.h"
#include "text/letters.h"
#include "text/tokenizer.h"

namespace gf::fruit_and_phone {
namespace {

struct Word {
  const char* word;
  float place[kWidth];
};

// Fruit lies to the right, devices above, and apple between them. Words that tell little about either lie near the origin.
constexpr Word kWords[] = {{"banana", {3.2f, 0.4f}},
                           {"pear", {2.8f, 0.9f}},
                           {"orange", {3.0f, 0.1f}},
                           {"cherry", {2.5f, 0.3f}},
                           {"fruit", {2.9f, -0.3f}},
                           {"phone", {0.4f, 3.2f}},
                           {"laptop", {0.1f, 2.7f}},
                           {"computer", {0.9f, 2.9f}},
                           {"apple", {2, 2}},
                           {"i", {-0.9f, 0.6f}},
                           {"ate", {1, -0.8f}},
                           {"a", {-0.5f, -0.6f}},
                           {"an", {0.3f, -0.9f}},
                           {"and", {-0.9f, -0.1f}},
                           {"got", {-0.4f, 1.1f}},
                           {"new", {0.2f, 0.7f}},
                           {"from", {0.6f, -0.3f}},
                           {"the", {-0.2f, -1.1f}},
                           {"my", {-1.1f, -0.5f}},
                           // The words of a wedding, for pulls that are not the same both ways.
                           {"bride", {0.6f, 1.8f}},
                           {"ring", {1.8f, 0.6f}}};

const float* place_of_word(std::string_view word) {
  const std::string lower = lower_case(word);
  for (const Word& known : kWords)
    if (lower == known.word) return known.place;
  return nullptr;
}

Tensor default_places(const InputReader& in, Index width, const std::vector<std::string>& words, std::vector<std::string>& seeded) {
  return word_embeddings(words, width, in.seed(), seeded, known_words());
}

std::vector<std::string> words_of(const InputReader& in) {
  return distinct_words(
      {sentence_tokens("text", in.text("text"), kMostTokens), sentence_tokens("other_text", in.text("other_text"), kMostTokens)});
}

}  // namespace

KnownWords known_words() { return {kWidth, place_of_word}; }

Axis feature_names(Index width) {
  std::vector<std::string> names{"@fruitiness", "@techiness"};
  for (Index i = kWidth; i < width; ++i) names.push_back(std::to_string(i));
  names.resize(static_cast<std::size_t>(width));
  return keyed_axis("features", std::move(names));
}

Sentences read_sentences(const InputReader& in, Index width) {
  Sentences s;
  s.first = sentence_tokens("text", in.text("text"), kMostTokens);
  s.second = sentence_tokens("other_text", in.text("other_text"), kMostTokens);
  s.words = distinct_words({s.first, s.second});
  s.table = default_places(in, width, s.words, s.seeded);
  if (const Tensor* typed = in.matrix("places")) {
    expect_shape("places", *typed, std::ssize(s.words), width, "(different words, width)");
    s.table = *typed;
    s.seeded.clear();
  }
  return s;
}

int pulled_place(const std::vector<std::string>& tokens, const std::string& word) {
  const std::vector<int> hits = places_of(tokens, {word});
  const auto last = std::find(hits.rbegin(), hits.rend(), 0);
  return static_cast<int>(last == hits.rend() ? tokens.size() : static_cast<std::size_t>(hits.rend() - last)) - 1;
}

Phrase look_up(Tape& tape, NodeId table, const std::vector<std::string>& tokens, const Sentences& sentences, const std::string& word) {
  Phrase phrase;
  phrase.tokens = tokens;
  phrase.ids = places_of(tokens, sentences.words);
  phrase.pulled = pulled_place(tokens, word);
  phrase.x = embedding(tape, table, phrase.ids, Label("x").with_rows(token_axis(tokens)).with_cols(tape[table].cols));
  return phrase;
}

void add_word_notes(const InputReader& in, const Sentences& sentences, LessonBuild& out) {
  if (!sentences.seeded.empty())
    out.notes.push_back({"seeded_embeddings", {{"words", joined(sentences.seeded)}, {"seed", format_number(in.number("seed"))}}});
  for (const std::vector<std::string>* tokens : {&sentences.first, &sentences.second}) {
    const std::vector<int> hits = places_of(*tokens, {in.text("word")});
    if (std::find(hits.begin(), hits.end(), 0) == hits.end())
      out.notes.push_back({"word_not_there", {{"word", in.text("word")}, {"sentence", joined(*tokens, " ")}, {"used", tokens->back()}}});
  }
}

void keep_words(const LessonInfo& lesson, const Inputs& before, Inputs& after, Index width) {
  const auto typed = after.find("places");
  if (typed == after.end()) return;
  try {
    const std::vector<std::string> old_words = words_of(InputReader(lesson, before)), new_words = words_of(InputReader(lesson, after));
    const Tensor table = std::get<Tensor>(typed->second);
    after.erase(typed);
    if (table.rows() != std::ssize(old_words) || table.cols() != width) return;
    std::vector<std::string> seeded;
    after["places"] = with_rows_of_words(table, old_words, new_words, default_places(InputReader(lesson, after), width, new_words, seeded));
  } catch (const InputError&) {
    // The new text is refused when the trace is computed.
  }
}

std::string many_words(const std::string& stem) {
  std::string text;
  for (std::size_t i = 0; i < kMostTokens; ++i) text += stem + std::to_string(i) + " ";
  return text;
}

Tensor default_table(const std::vector<std::pair<std::string, std::vector<float>>>& elsewhere) {
  const std::vector<std::string> words = distinct_words({word_tokens(kFruitText), word_tokens(kPhoneText)});
  std::vector<std::string> seeded;
  Tensor table = word_embeddings(words, kWidth, 0, seeded, known_words());
  for (const auto& [word, place] : elsewhere) std::copy(place.begin(), place.end(), table.row(places_of({word}, words).front()));
  return table;
}

}  // namespace gf::fruit_and_phone
