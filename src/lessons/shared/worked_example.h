// The numbers of the source documents that the self-attention lesson starts from.
#pragma once

#include <string_view>

#include "autograd/attributes.h"
#include "protocol/schema.h"

namespace gf::self_attention {

inline constexpr Index kVocabularyWidth = 4;

/// The vector x₁ of a source, and the one matrix that it has for W_Q, W_K and W_V.
inline constexpr float kOneVector[1][4] = {{0.1f, 0.2f, 0.3f, 0.4f}};
inline constexpr float kOneVectorWeights[4][2] = {{0.1f, 0.2f}, {0.3f, 0.4f}, {0.5f, 0.6f}, {0.7f, 0.8f}};

/// The worked example's embedding of a word ("You", "are", ..., also in lower case); null for any other word.
const float* vocabulary_row(std::string_view word);

/// The embeddings of "You are welcome", (3, 4).
const Tensor& source_embeddings();

/// The worked example's w_q, w_k or w_v, (4, 4).
const Tensor& given_weights(std::string_view name);

/// The exponents that give the worked example's printed positions: i under the sine of pair i, i + ½ under its cosine.
PositionExponents printed_exponents(Index width);
/// The exponents that it writes in the table before the numbers, and made its queries with: 2i and 2i + ½.
PositionExponents written_exponents(Index width);

/// One value of the queries that a document prints and that its own formula does not give.
struct Misprint {
  Tensor x, w_q;
  bool positions;
  Cell cell;
  float printed;
  const char* slip;
};
const std::vector<Misprint>& misprints();

}  // namespace gf::self_attention
