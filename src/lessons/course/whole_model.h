// The trained translator at work from the first word to the last: what the first page shows, and what the questions at the end are about.
#pragma once

#include <string>
#include <vector>

#include "lessons/build.h"

namespace gf::whole_model {

inline constexpr const char* kSource = "the black cat sleeps under the table";

/// The longest sentence that is measured.
inline constexpr const char* kLongSource = "the old teachers read the new newspapers in the green garden near the red bridge";

/// Reads the input `source`; the model says its translation by itself, and the trace is of its last guess, that nothing more comes. So row
/// t of `probabilities` is what it guessed after t words.
void build(const InputReader& in, LessonBuild& out);

std::vector<std::string> files(const InputReader& in);

}  // namespace gf::whole_model
