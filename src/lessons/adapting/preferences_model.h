// A language model that learns from one comparison of two answers: direct preference optimisation through a low-rank adapter.
#pragma once

#include "lessons/build.h"

namespace gf::preferences_lesson {

inline constexpr double kMostTuningSteps = 24;

/// Appends, in the scope "model": the tokens of both answers with their log probabilities under reference and policy, how these went during
/// the training, what became of a question that nobody compared, and of held-out answers. Reads the inputs "question", "answer_a",
/// "answer_b", "better", "asked", "short_answer", "beta", "tuning_steps" and "seed".
void build_language_model(const InputReader& in, LessonBuild& out);

}  // namespace gf::preferences_lesson
