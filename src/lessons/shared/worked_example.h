// The numbers of the source documents with which the lesson self-attention begins.
#pragma once

#include <string_view>
#include <vector>

#include "autograd/attributes.h"
#include "protocol/schema.h"

namespace gf::self_attention {

inline constexpr Index kVocabularyWidth = 4;

/// The vector x₁ of a source, and its matrix, which stands for W_Q, W_K and W_V.
inline constexpr float kOneVector[1][4] = {{0.1f, 0.2f, 0.3f, 0.4f}};
inline constexpr float kOneVectorWeights[4][2] = {{0.1f, 0.2f}, {0.3f, 0.4f}, {0.5f, 0.6f}, {0.7f, 0.8f}};

/// Returns the worked example's embedding of a word in any case, 4 floats, or null for any other word.
const float* vocabulary_row(std::string_view word);

/// Returns the embeddings of "You are welcome", (3, 4).
const Tensor& source_embeddings();

/// Returns the worked example's w_q, w_k or w_v, (4, 4).
const Tensor& given_weights(std::string_view name);

/// Returns the exponents of the worked example's printed positions: i for the sine of pair i, i + ½ for its cosine.
PositionExponents printed_exponents(Index width);
/// Returns the exponents in the worked example's table, with which its queries were made: 2i and 2i + ½.
PositionExponents written_exponents(Index width);

/// A value of the queries that a source prints and that its own formula does not give.
struct Misprint {
  Tensor x, w_q;
  bool positions;
  Cell cell;
  float printed;
  const char* slip;
};
const std::vector<Misprint>& misprints();

}  // namespace gf::self_attention
