// Takes the reader's answers at questions and blanks, as pure functions: they take answers and a trace, and return new answers.
#pragma once

#include <optional>

#include "protocol/answer_log.h"
#include "protocol/answers.h"
#include "protocol/command.h"
#include "protocol/document.h"

namespace gf {

struct LessonInfo;
struct Step;
struct Trace;

/// The effect of an answer.
struct AnswerEffect {
  Answers answers;                        // all answers in the lesson from now on
  std::optional<GivenAnswer> given = {};  // the answer for the log; none: the log stays as it is
};

/// Takes a guess at a step that asks, or takes the guess back. `trace` belongs to the document of the step; without it (null), the log gets
/// no answer. Throws InputError if the guess does not fit the question.
/// Example: at a step that asks for shares, {0.5, 0.3, 0.2} becomes Shares{{0.5, 0.3, 0.2}}.
AnswerEffect with_guess(Answers answers, const Step& step, const Answer& answer, const Trace* trace);

/// Takes the text for a blank of `document`, or takes the filling back.
/// Throws InputError if the document has no such blank, or if the text is neither empty nor a number.
AnswerEffect with_filling(Answers answers, const LessonInfo& lesson, const Document& document, const Trace& trace, const Fill& typed);

/// Returns the answers without the fillings of blanks that `before` has and `now` lacks, so that a blank that is set again is empty.
Answers without_old_fillings(Answers answers, const Blanks& before, const Blanks& now);

/// Returns the cell to select after a guess: the cell of the right answer or, if the guess is taken back, the cell of the step.
Selection cell_after_guess(const Step& step, const Answer& answer, const Trace& trace);

}  // namespace gf
