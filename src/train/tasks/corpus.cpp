#include "train/tasks/corpus.h"

#include <set>
#include <unordered_set>

#include "text/tokenizer.h"
#include "train/tasks/corpus_lexicon.h"
#include "train/tasks/tasks.h"

namespace gf {
namespace {

// Openings of a sentence. Each can stand before any sentence, so it tells nothing about the words after it.
constexpr std::string_view kOpenings[] = {"", "today ", "often ", "here ", "still "};

std::string with(std::string text, std::string_view place, std::string_view word) {
  if (const std::size_t at = text.find(place); at != std::string::npos) text.replace(at, place.size(), word);
  return text;
}

std::string filled(std::string_view frame, const WordPair& pair, std::string_view word) {
  return with(with(with(std::string(frame), "{x}", word), "{0}", pair.marks[0]), "{1}", pair.marks[1]);
}

std::string corpus_sentence(NumpyRandom& random) {
  const auto relations = pair_relations();
  const PairRelation& relation = relations[draw_index(random, relations.size())];
  const WordPair& pair = relation.pairs[draw_index(random, relation.pairs.size())];
  const bool second = draw_chance(random, 0.5);
  const auto& frames = second ? relation.of_second : relation.of_first;
  const std::string_view frame = frames[draw_index(random, frames.size())];
  return std::string(kOpenings[draw_index(random, std::size(kOpenings))]) + filled(frame, pair, second ? pair.second : pair.first) + " .";
}

}  // namespace

std::vector<Sentence> corpus_sentences(std::uint32_t seed, std::size_t count) {
  NumpyRandom random(seed);
  std::unordered_set<std::string> drawn;
  std::vector<Sentence> sentences;
  for (std::size_t left = 20 * count; left > 0 && sentences.size() < count; --left) {
    std::string sentence = corpus_sentence(random);
    if (drawn.insert(sentence).second) sentences.push_back(word_tokens(sentence));
  }
  return sentences;
}

std::vector<std::string> corpus_words() {
  std::set<std::string> words{"."};
  const auto take = [&](const std::string& text) {
    for (std::string& word : word_tokens(text)) words.insert(std::move(word));
  };
  for (const std::string_view opening : kOpenings) take(std::string(opening));
  for (const PairRelation& relation : pair_relations())
    for (const WordPair& pair : relation.pairs) {
      for (const std::string_view frame : relation.of_first) take(filled(frame, pair, pair.first));
      for (const std::string_view frame : relation.of_second) take(filled(frame, pair, pair.second));
    }
  return {words.begin(), words.end()};
}

}  // namespace gf
