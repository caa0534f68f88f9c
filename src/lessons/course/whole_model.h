// The trained translator from the first word to the last. The lessons start and end show it.
#pragma once

#include <string>
#include <vector>

#include "lessons/build.h"

namespace gf::whole_model {

inline constexpr const char* kSource = "the black cat sleeps under the table";

/// The sentence of the largest trace.
inline constexpr const char* kLongSource = "the old teachers read the new newspapers in the green garden near the red bridge";

/// Appends the model's translation of the input `source`. The model generates the words by itself, and the nodes are those of its last
/// pass. Row t of `probabilities` has the probabilities of the next word after t words.
void build(const InputReader& in, LessonBuild& out);

/// Returns the file of the translator.
std::vector<std::string> files(const InputReader& in);

}  // namespace gf::whole_model
