#include <algorithm>
#include <memory>
#include <utility>

#include "core/problem.h"
#include "lessons/encoder_decoder/translator_parts.h"
#include "lessons/shared/offered_words.h"
#include "lessons/shared/sentence.h"
#include "text/letters.h"
#include "text/tokenizer.h"
#include "train/shipped_model.h"

namespace gf::encoder_decoder {
namespace {

constexpr Index kMostTranslatedTokens = 32, kWordsInMessage = 12;

Words words_of_side(const Vocabulary& vocabulary) { return {vocabulary.tokens(), Vocabulary::kStart, Vocabulary::kEnd, Vocabulary::kPad}; }

// Returns some words for a message, evenly spread over the vocabulary.
std::string some_words(const Vocabulary& vocabulary) {
  const Index signs = Vocabulary::kEnd + 1, words = vocabulary.size() - signs, count = std::min(words, kWordsInMessage);
  std::vector<std::string> some;
  for (Index i = 0; i < count; ++i) some.push_back(vocabulary.token(static_cast<int>(signs + (2 * i + 1) * words / (2 * count))));
  return joined(some);
}

std::vector<int> ids_of(const Vocabulary& vocabulary, const std::string& where, const std::vector<std::string>& tokens) {
  std::vector<int> ids;
  for (const std::string& token : tokens) {
    int id = vocabulary.find(token);
    if (id < 0) id = vocabulary.find(lower_case(token));
    if (id < 0) {
      const std::vector<std::string> words = without_signs(words_of_side(vocabulary));
      throw InputError({"unknown_word",
                        {{"where", where},
                         {"got", token},
                         {"near", joined(offered_words(words, tokens, ids.size()), " ")},
                         {"count", std::to_string(words.size())},
                         {"known", some_words(vocabulary)}}});
    }
    ids.push_back(id);
  }
  return ids;
}

void set_source(const InputReader& in, const Vocabulary& vocabulary, Index most, Translator& translator) {
  Sentence sentence = sentence_of("source", in.text("source"), most);
  translator.source_length = std::ssize(sentence.tokens);
  sentence.tokens.insert(sentence.tokens.end(), static_cast<std::size_t>(sentence.padding), vocabulary.token(Vocabulary::kPad));
  translator.source = ids_of(vocabulary, "source", sentence.tokens);
  translator.source_tokens = std::move(sentence.tokens);
}

}  // namespace

Translator trained_translator(const InputReader& in, const Shipped& shipped, bool taught) {
  const auto read = in.decoded(shipped.path, model_of_task);
  const ShippedModel& model = *read;
  Translator translator;
  translator.toy = false;
  translator.made = model.settings.transformer();
  translator.weights = std::shared_ptr<const NamedTensors>(read, &model.weights);
  translator.source_words = words_of_side(model.source);
  translator.target_words = words_of_side(model.target);
  const Index most = std::min(kMostTranslatedTokens, translator.made.longest);
  set_source(in, model.source, most, translator);
  if (taught) {
    const Sentence sentence = sentence_of("target", in.text("target"), most - 1);
    translator.target = ids_of(model.target, "target", sentence.tokens);
    translator.padding = sentence.padding;
  }
  return translator;
}

}  // namespace gf::encoder_decoder
