// Attention without the matrices of scores: a block of queries at a time, whose scores stay in the second cache. Every value is made by the
// same steps in the same order as by products, mask and softmax of whole matrices.
#include <limits>

#include "core/kernels.h"
#include "core/tiles.h"

namespace gf {
namespace {

using namespace tiles;

constexpr Index kQueriesAtOnce = 48;               // of 1024 keys: 200 KB of scores
constexpr Index kWorthSharingAttention = 1 << 18;  // multiplications

struct AttentionScratch {
  Packed scores, mixed;
};

// The scores of row r, of which it sees the first `seen`, become weights. The last packet of a softmax is made another way, so that columns
// up to a whole one belong to it, as they do in whole matrices.
void weigh(float* scores, Index seen, Index cols, Index last, float factor) {
  const Index reached = std::min(last, round_up(seen, kLanes));
  for (Index j = 0; j < seen; ++j) scores[j] *= factor;
  std::fill(scores + seen, scores + std::min(cols, reached), -std::numeric_limits<float>::infinity());
  softmax(scores, scores, std::min(cols, reached), 1, 1);
  std::fill(scores + std::min(cols, reached), scores + cols, 0.0f);
}

void attend(const CausalAttention& of, Index head, Index begin, Index end, const AttentionScratch& scratch, float* out) {
  const Index before = of.seen - of.rows, wide = of.heads * of.width, rows = end - begin;
  const Index cols = std::min(of.seen, round_up(before + end, kLanes));
  const float* const keys = of.keys + head * of.head_step;
  const float* const values = of.values + head * of.head_step;
  gemm_here({of.queries + begin * wide + head * of.width, wide}, {keys, of.width}, Transpose::yes, scratch.scores.get(), rows, of.width,
            cols);
  for (Index r = 0; r < rows; ++r) weigh(scratch.scores.get() + r * cols, before + begin + r + 1, cols, of.seen, of.factor);
  gemm_here({scratch.scores.get(), cols}, {values, of.width}, Transpose::no, scratch.mixed.get(), rows, cols, of.width);
  for (Index r = 0; r < rows; ++r) std::copy_n(scratch.mixed.get() + r * of.width, of.width, out + (begin + r) * wide + head * of.width);
}

}  // namespace

void causal_attention(const CausalAttention& of, float* out) {
  const Index blocks = (of.rows + kQueriesAtOnce - 1) / kQueriesAtOnce, most = std::min(of.rows, kQueriesAtOnce);
  const bool shared = of.heads * of.rows * of.seen * of.width >= kWorthSharingAttention;
  share(shared, of.heads * blocks, 1, [&](Index from, Index to) {
    const AttentionScratch scratch{packed_floats(most * of.seen), packed_floats(most * of.width)};
    for (Index piece = from; piece < to; ++piece) {
      const Index begin = (blocks - 1 - piece % blocks) * kQueriesAtOnce;  // those that see most come first
      attend(of, piece / blocks, begin, std::min(of.rows, begin + kQueriesAtOnce), scratch, out);
    }
  });
}

}  // namespace gf
