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

Tensor one_vector() { return std::get<Tensor>(input_value(MatrixData(kOneVector))); }
Tensor one_vector_weights() { return std::get<Tensor>(input_value(MatrixData(kOneVectorWeights))); }

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
  if (name == "w_q") return w_q;
  return name == "w_k" ? w_k : w_v;
}

PositionExponents printed_exponents(Index width) {
  PositionExponents exponents{{}, 1, "i", "i + ½", "sin(pos / 10000^i), cos(pos / 10000^(i + ½))"};
  for (Index col = 0; col < width; ++col) exponents.over.push_back(static_cast<double>(col) / 2);
  return exponents;
}

PositionExponents written_exponents(Index width) {
  PositionExponents exponents{{}, 1, "2i", "2i + ½", "sin(pos / 10000^(2i)), cos(pos / 10000^(2i + ½))"};
  for (Index col = 0; col < width; ++col) exponents.over.push_back(static_cast<double>(col / 2 * 2) + (col % 2 == 0 ? 0 : 0.5));
  return exponents;
}

const std::vector<Misprint>& misprints() {
  static const std::vector<Misprint> all = {
      {source_embeddings(), given_weights("w_q"), true, {0, 0, 2}, 1.2f, "hand_product"},
      {one_vector(), one_vector_weights(), false, {0, 0, 0}, 0.34f, "query_by_hand"},
      {one_vector(), one_vector_weights(), false, {0, 0, 1}, 0.46f, "query_by_hand"},
  };
  return all;
}

}  // namespace gf::self_attention
