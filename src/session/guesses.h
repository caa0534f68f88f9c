// The reader's answers at questions and blanks, as pure functions: answers and a trace in, new answers out.
#pragma once

#include <optional>

#include "lessons/lesson.h"
#include "protocol/answer_log.h"
#include "protocol/answers.h"
#include "protocol/command.h"

namespace gf {

/// The effect of an answer: all answers of the lesson from now on, and what the log is to keep of this one.
struct Answered {
  Answers answers;
  std::optional<GivenAnswer> given = {};
};

/// Takes a guess at a step that asks, or takes it back. The log keeps nothing without the trace of the step's document.
/// Throws InputError if the guess does not fit the question.
/// Example: at a step that asks for shares, {0.5, 0.3, 0.2} becomes Shares{{0.5, 0.3, 0.2}}.
Answered with_guess(Answers answers, const Step& step, const Answer& answer, const Trace* trace);

/// Takes the text typed into a blank of `document`, or takes it back.
/// Throws InputError if there is no such blank, or the text is no number.
Answered with_filling(Answers answers, const LessonInfo& lesson, const Document& document, const Trace& trace, const Fill& typed);

/// Returns the answers without fillings of blanks that `before` has and `now` lacks: a blank that comes again is empty.
Answers without_old_fillings(Answers answers, const Blanks& before, const Blanks& now);

/// The cell to select after a guess: the cell of the truth, or if the guess was taken back, the cell of the step.
Selection cell_after_guess(const Step& step, const Answer& answer, const Trace& trace);

}  // namespace gf
