// A language model that learns from one comparison of two answers: direct preference optimisation through a low-rank adapter.
#pragma once

#include "lessons/build.h"

namespace gf::preferences_lesson {

inline constexpr double kMostTuningSteps = 24;

/// Appends the lesson's part about a language model, in the scope "model":
///   the tokens of both answers, with their log probabilities under reference and policy
///   the log probabilities of both answers at each training step
///   the probabilities of answers to a question that was not compared, before and after the training
///   the bits per byte of held-out answers, before and after the training
/// Reads the inputs "question", "answer_a", "answer_b", "better", "asked", "short_answer", "beta", "tuning_steps" and "seed".
void build_language_model(const InputReader& in, LessonBuild& out);

}  // namespace gf::preferences_lesson
