// Attention without the matrices of scores: the scores of a block of queries stay in the second-level cache. Each value is computed by the
// same steps in the same order as by products, mask and softmax of whole matrices.
#include <algorithm>
#include <limits>

#include "core/kernels.h"
#include "core/tiles.h"

namespace gf {
namespace {

using namespace tiles;

constexpr Index kQueriesAtOnce = 48;               // with 1024 keys: 200 KB of scores
constexpr Index kWorthSharingAttention = 1 << 18;  // multiplications

struct AttentionScratch {
  Packed scores, mixed;
};

// Turns the scores of one query, which attends to the first `seen` keys, into weights. A softmax sums the cells behind its last whole
// packet differently. So the row is filled with -infinity up to a whole packet, as it is in whole matrices.
void weigh(float* scores, Index seen, Index cols, Index last, float factor) {
  const Index reached = std::min(last, round_up(seen, kLanes));
  for (Index j = 0; j < seen; ++j) scores[j] *= factor;
  std::fill(scores + seen, scores + std::min(cols, reached), -std::numeric_limits<float>::infinity());
  softmax(scores, scores, std::min(cols, reached), 1, 1);
  std::fill(scores + std::min(cols, reached), scores + cols, 0.0f);
}

// Computes the queries begin..end-1 of one head.
void attend(const CausalAttention& attention, Index head, Index begin, Index end, const AttentionScratch& scratch, float* out) {
  const Index width = attention.width, wide = attention.heads * width;
  const Index before = attention.seen - attention.rows, rows = end - begin;
  const Index cols = std::min(attention.seen, round_up(before + end, kLanes));
  const float* const keys = attention.keys + head * attention.head_step;
  const float* const values = attention.values + head * attention.head_step;
  gemm_here({attention.queries + begin * wide + head * width, wide}, {keys, width}, Transpose::yes, scratch.scores.get(), rows, width,
            cols);
  for (Index r = 0; r < rows; ++r) weigh(scratch.scores.get() + r * cols, before + begin + r + 1, cols, attention.seen, attention.factor);
  gemm_here({scratch.scores.get(), cols}, {values, width}, Transpose::no, scratch.mixed.get(), rows, cols, width);
  for (Index r = 0; r < rows; ++r) std::copy_n(scratch.mixed.get() + r * width, width, out + (begin + r) * wide + head * width);
}

}  // namespace

void causal_attention(const CausalAttention& attention, float* out) {
  const Index rows = attention.rows, seen = attention.seen, width = attention.width;
  const Index blocks = (rows + kQueriesAtOnce - 1) / kQueriesAtOnce, most = std::min(rows, kQueriesAtOnce);
  const bool shared = attention.heads * rows * seen * width >= kWorthSharingAttention;
  share(shared, attention.heads * blocks, 1, [&](Index from, Index to) {
    const AttentionScratch scratch{packed_floats(most * seen), packed_floats(most * width)};
    for (Index piece = from; piece < to; ++piece) {
      const Index begin = (blocks - 1 - piece % blocks) * kQueriesAtOnce;  // the last queries, which have most keys, come first
      attend(attention, piece / blocks, begin, std::min(rows, begin + kQueriesAtOnce), scratch, out);
    }
  });
}

}  // namespace gf
