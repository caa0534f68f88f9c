// The resolved inputs of the backpropagation lesson, before anything is computed.
#pragma once

#include "lessons/lesson.h"

namespace gf::backpropagation {

/// n tokens of width d, v words in the vocabulary.
struct WorkedExample {
  std::vector<std::string> tokens;      // n, what the block reads
  std::vector<std::string> vocabulary;  // v, the distinct words of text and targets, sorted
  std::vector<std::string> targets;     // n, the word that should come next
  std::vector<int> target_ids;          // n, where it stands in the vocabulary
  Tensor x;                             // (n, d)
  Tensor w_q, w_k, w_v;                 // (d, d)
  Tensor w;                             // (d, v)
  bool next_words = true;               // the targets are the text itself, one word on
  std::string dropped;                  // the last token, where it is only predicted
  std::vector<std::string> seeded;      // words whose embeddings were drawn
  bool drawn_weights = false, drawn_w = false;
};

/// The size of the largest exercise that is allowed.
inline constexpr std::size_t kMostTokens = 32;
inline constexpr Index kMostWidth = 64;

/// The numbers that are drawn start here.
inline constexpr std::uint32_t kSeed = 42;

/// Throws InputError where the inputs do not fit together.
WorkedExample worked_example_of(const InputReader& inputs);

/// Keeps the rows of `x` and the columns of `w` whose words stay when the text or the targets change, and drops matrices that no longer fit
/// when another one changes its width.
void adapt(const LessonInfo& lesson, const Inputs& before, std::string_view changed, Inputs& after);

}  // namespace gf::backpropagation
