#include "lessons/shared/worked_example.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "text/letters.h"
#include "text/tokenizer.h"

namespace gf::self_attention {
namespace {

struct Word {
  const char* word;
  float embedding[kVocabularyWidth];
};

// The source sentence and the target sentence of the translation example.
constexpr Word kWords[] = {{"you", {0.1f, 0.2f, -0.1f, 0.4f}}, {"are", {-0.3f, 0.5f, 0.1f, -0.2f}}, {"welcome", {0.4f, -0.3f, 0.2f, 0.1f}},
                           {"<start>", {0, 0, 0, 0}},          {"de", {-0.2f, 0.4f, 0.3f, 0.1f}},   {"nada", {0.5f, -0.1f, -0.4f, 0.3f}}};

Tensor one_vector() { return Tensor::from_rows({{0.1f, 0.2f, 0.3f, 0.4f}}); }
Tensor one_vector_weights() { return Tensor::from_rows({{0.1f, 0.2f}, {0.3f, 0.4f}, {0.5f, 0.6f}, {0.7f, 0.8f}}); }

Tensor diagonal(Index size, float value) {
  Tensor tensor(matrix_shape(size, size));
  for (Index i = 0; i < size; ++i) tensor.at(i, i) = value;
  return tensor;
}

Tensor one_hot(const std::vector<Index>& hot, Index cols) {
  Tensor tensor(matrix_shape(static_cast<Index>(hot.size()), cols));
  for (std::size_t r = 0; r < hot.size(); ++r) tensor.at(static_cast<Index>(r), hot[r]) = 1;
  return tensor;
}

// "le chat est sous le chat" with words as one-hot rows over [chat est la le sous table], values one-hot over [cat is table the
// under]: with a word that comes twice, a softmax over columns gives other weights than one over rows. The published code does not
// divide by √d, which queries √6 times as large make up for.
Inputs dictionary_inputs() {
  const Tensor value_of_word = one_hot({0, 1, 3, 3, 4, 2}, 5);
  return {{"text", std::string("le chat est sous le chat")},
          {"width", 6.0},
          {"head_width", 6.0},
          {"positions", false},
          {"softmax_axis", std::string("columns")},
          {"x", one_hot({3, 0, 1, 4, 3, 0}, 6)},
          {"w_q", diagonal(6, std::sqrt(6.0f))},
          {"w_k", diagonal(6, 1)},
          {"w_v", value_of_word}};
}

}  // namespace

const float* vocabulary_row(std::string_view word) {
  const std::string lower = lower_case(word);
  for (const Word& known : kWords)
    if (lower == known.word) return known.embedding;
  return nullptr;
}

const Tensor& source_embeddings() {
  static const Tensor x = [] {
    Tensor rows(matrix_shape(3, kVocabularyWidth));
    for (Index r = 0; r < rows.rows(); ++r) std::copy(std::begin(kWords[r].embedding), std::end(kWords[r].embedding), rows.row(r));
    return rows;
  }();
  return x;
}

const Tensor& given_weights(std::string_view name) {
  static const Tensor w_q = Tensor::from_rows({{1, 0, 0, 1}, {0, 1, 1, 0}, {0, 1, 0, 1}, {1, 0, 1, 0}});
  static const Tensor w_k = Tensor::from_rows({{0, 1, 1, 0}, {1, 0, 0, 1}, {1, 0, 1, 0}, {0, 1, 0, 1}});
  static const Tensor w_v = Tensor::from_rows({{1, 1, 0, 0}, {0, 0, 1, 1}, {0, 1, 1, 0}, {1, 0, 0, 1}});
  return name == "w_q" ? w_q : name == "w_k" ? w_k : w_v;
}

const std::vector<Misprint>& misprints() {
  static const std::vector<Misprint> all = {
      {source_embeddings(), given_weights("w_q"), true, {0, 0, 2}, 1.2f, "hand_product"},
      {one_vector(), one_vector_weights(), false, {0, 0, 0}, 0.34f, "query_by_hand"},
      {one_vector(), one_vector_weights(), false, {0, 0, 1}, 0.46f, "query_by_hand"},
  };
  return all;
}

std::vector<Preset> presets() {
  const Tensor w = one_vector_weights();
  return {{"worked-example", {}},
          {"target-sentence", {{"text", std::string("<start> de nada")}}},
          {"numpy", {{"weights", std::string("numpy")}, {"positions", false}}},
          {"one-vector",
           {{"text", std::string("x₁")},
            {"head_width", 2.0},
            {"positions", false},
            {"published", true},
            {"x", one_vector()},
            {"w_q", w},
            {"w_k", w},
            {"w_v", w}}},
          {"both-axes", dictionary_inputs()},
          {"shapes",
           {{"text", std::string("The quick brown fox")}, {"width", 512.0}, {"head_width", 64.0}, {"weights", std::string("xavier")}}},
          {"the-cat-sleeps", {{"text", std::string("The cat sleeps")}, {"causal", true}}},
          {"which-word",
           {{"text", std::string("The animal didn't cross the street because it was too tired")},
            {"width", 16.0},
            {"head_width", 8.0},
            {"weights", std::string("xavier")}}},
          {"bag-of-words", {{"text", std::string("the dog bit the man")}, {"positions", false}, {"shuffled", true}}}};
}

}  // namespace gf::self_attention
