// The resolved inputs of the backpropagation lesson, before anything is computed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lessons/lesson.h"

namespace gf::backpropagation {

/// The inputs, for n tokens of width d and v words in the vocabulary.
struct WorkedExample {
  std::vector<std::string> tokens;      // n, which the block reads
  std::vector<std::string> vocabulary;  // v, the distinct words of text and targets, sorted
  std::vector<std::string> targets;     // n, the word that should come after each token
  std::vector<int> target_ids;          // n, the indices of the targets in the vocabulary
  Tensor x;                             // (n, d)
  Tensor w_q, w_k, w_v;                 // (d, d)
  Tensor w;                             // (d, v)
  bool next_words = true;               // the targets are the words of the text from the second on
  std::string dropped;                  // the last token of the text if it is only predicted; otherwise empty
  std::vector<std::string> seeded;      // words whose embeddings were drawn
  bool drawn_weights = false, drawn_w = false;
};

/// The limits of n and d.
inline constexpr std::size_t kMostTokens = 32;
inline constexpr Index kMostWidth = 64;

/// The seed of drawn numbers.
inline constexpr std::uint32_t kSeed = 42;

/// Resolves the inputs of the lesson. Throws InputError if they do not fit together.
WorkedExample worked_example_of(const InputReader& inputs);

/// If the text or the targets change, keeps the rows of `x` and the columns of `w` whose words stay. If a matrix changes its width, removes
/// the matrices that no longer fit.
void adapt(const LessonInfo& lesson, const Inputs& before, std::string_view changed, Inputs& after);

}  // namespace gf::backpropagation
