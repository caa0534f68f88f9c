#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "core/nth.h"
#include "core/problem.h"
#include "lessons/build.h"
#include "lessons/encoder_decoder/translator_parts.h"
#include "lessons/shared/sentence.h"
#include "lessons/shared/worked_example.h"

namespace gf::encoder_decoder {
namespace {

constexpr Index kWidth = self_attention::kVocabularyWidth, kHidden = 8;
constexpr Index kMostToyTokens = 16;

std::vector<std::string> distinct(const std::vector<std::string>& tokens) {
  std::vector<std::string> words;
  for (const std::string& token : tokens)
    if (std::find(words.begin(), words.end(), token) == words.end()) words.push_back(token);
  return words;
}

int id_of(const std::vector<std::string>& words, const std::string& word) {
  return static_cast<int>(std::find(words.begin(), words.end(), word) - words.begin());
}

TransformerConfig toy_config(Index source_words, Index target_words, Index heads, const std::string& norm) {
  TransformerConfig config;
  config.architecture = Architecture::encoder_decoder;
  config.vocabulary = source_words;
  config.target_vocabulary = target_words;
  config.width = kWidth;
  config.heads = heads;
  config.hidden = kHidden;
  config.encoder_layers = 1;
  config.decoder_layers = 1;
  config.longest = kMostToyTokens;
  config.norm = NormPlacement::after;
  // A norm after the last block is needed only if the blocks do not end with one.
  config.final_norm = norm == "before";
  config.norm_gain = false;
  config.biases = false;
  config.output_bias = false;
  return config;
}

// Rounds to two decimals, so that the numbers can be calculated with by hand.
void round_to_hundredths(Tensor& tensor) {
  for (Index i = 0; i < tensor.size(); ++i) tensor.data()[i] = std::round(tensor.data()[i] * 100) / 100;
}

// Draws a column for each word from the seed and the word. A further word does not change the scores of the others.
Tensor output_weights(const std::vector<std::string>& words, std::uint32_t seed) {
  Tensor w(matrix_shape(kWidth, std::ssize(words)));
  for (Index c = 0; c < w.cols(); ++c) {
    NumpyRandom random(seed_of_word(seed, "output " + nth(words, c)));
    for (Index r = 0; r < w.rows(); ++r) w.at(r, c) = static_cast<float>(random.uniform() * 2 - 1);
  }
  round_to_hundredths(w);
  return w;
}

// Returns the matrix of the source if it has one, otherwise the drawn matrix.
Tensor first_value(const std::string& name, const Tensor& drawn, const Translator& translator, std::uint32_t seed) {
  if (name == "output.w") return output_weights(translator.target_words.tokens, seed);
  const std::string input = input_of_weight(name);
  if (input.ends_with("w_q") || input.ends_with("w_k") || input.ends_with("w_v"))
    return self_attention::given_weights(input.substr(input.size() - 3));
  Tensor value = drawn;
  round_to_hundredths(value);
  return value;
}

void set_weights(const InputReader& in, Translator& translator) {
  const std::uint32_t seed = in.seed();
  NamedTensors weights = initial_parameters(translator.made, Initialisation::xavier, seed);
  for (NamedTensor& weight : weights.tensors) {
    const std::string input = input_of_weight(weight.name);
    const bool table = input == "x" || input == "y";
    const std::vector<std::string>& words = (input == "x" ? translator.source_words : translator.target_words).tokens;
    const Tensor* typed = input.empty() ? nullptr : in.matrix(input);
    if (typed) {
      expect_shape(input, *typed, weight.value.rows(), weight.value.cols(), find_input(in.lesson(), input)->shape);
      weight.value = *typed;
    } else {
      weight.value =
          table ? word_embeddings(words, kWidth, seed, translator.seeded) : first_value(weight.name, weight.value, translator, seed);
    }
  }
  translator.weights = std::make_shared<const NamedTensors>(std::move(weights));
}

void set_source(const InputReader& in, Translator& translator) {
  Sentence sentence = sentence_of("source", in.text("source"), kMostToyTokens);
  translator.source_length = std::ssize(sentence.tokens);
  sentence.tokens.insert(sentence.tokens.end(), static_cast<std::size_t>(sentence.padding), "<pad>");
  translator.source_words.tokens = distinct(sentence.tokens);
  for (const std::string& token : sentence.tokens) translator.source.push_back(id_of(translator.source_words.tokens, token));
  translator.source_tokens = std::move(sentence.tokens);
}

void set_target(const InputReader& in, Translator& translator) {
  const Sentence sentence = sentence_of("target", in.text("target"), kMostToyTokens - 1);
  translator.target_words = toy_target_words(in.text("target"));
  for (const std::string& token : sentence.tokens) translator.target.push_back(id_of(translator.target_words.tokens, token));
  translator.padding = sentence.padding;
}

}  // namespace

std::vector<std::string> toy_source_words(const std::string& text) {
  Sentence sentence = sentence_of("source", text, kMostToyTokens);
  if (sentence.padding > 0) sentence.tokens.push_back("<pad>");
  return distinct(sentence.tokens);
}

Words toy_target_words(const std::string& text) {
  std::vector<std::string> tokens = sentence_of("target", text, kMostToyTokens - 1).tokens;
  tokens.insert(tokens.begin(), "<start>");
  tokens.insert(tokens.end(), {"<end>", "<pad>"});
  Words words;
  words.tokens = distinct(tokens);
  words.start = id_of(words.tokens, "<start>");
  words.end = id_of(words.tokens, "<end>");
  words.pad = id_of(words.tokens, "<pad>");
  return words;
}

Translator toy_translator(const InputReader& in) {
  Translator translator;
  set_source(in, translator);
  set_target(in, translator);
  translator.made = toy_config(std::ssize(translator.source_words.tokens), std::ssize(translator.target_words.tokens),
                               std::stoi(in.text("heads")), in.text("norm"));
  set_weights(in, translator);
  return translator;
}

std::string input_of_weight(const std::string& weight) {
  for (const MatrixInput& matrix : matrix_inputs())
    if (weight == matrix.weight) return matrix.input;
  return {};
}

Sentence sentence_of(const std::string& where, const std::string& text, Index most) {
  Sentence sentence{sentence_tokens(where, text, static_cast<std::size_t>(most)), 0};
  std::vector<std::string>& tokens = sentence.tokens;
  for (; !tokens.empty() && tokens.back() == "<pad>"; tokens.pop_back()) ++sentence.padding;
  if (!tokens.empty() && tokens.back() == "<end>") tokens.pop_back();
  if (!tokens.empty() && tokens.front() == "<start>") tokens.erase(tokens.begin());
  if (tokens.empty()) throw InputError({"no_tokens", {{"where", where}}});
  return sentence;
}

}  // namespace gf::encoder_decoder
