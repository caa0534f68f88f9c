#include "session/guesses.h"

#include <utility>

#include "core/number_text.h"
#include "core/problem.h"
#include "protocol/answers.h"
#include "protocol/blanks.h"
#include "protocol/step.h"
#include "study/answer_text.h"
#include "study/ask.h"
#include "study/exercise.h"

namespace gf {

AnswerEffect with_guess(Answers answers, const Step& step, const Answer& answer, const Trace* trace) {
  AnswerEffect result{std::move(answers)};
  if (!answer.guess) {
    result.answers.guesses.erase(answer.step);
    return result;
  }
  Guess guess = guess_for(step, *answer.guess);
  if (trace) {
    const std::optional<Guess> truth = truth_of(step, *trace);
    result.given = {guess_text(step, *trace, guess), truth ? guess_text(step, *trace, *truth) : "", is_right(step, *trace, guess)};
  }
  result.answers.guesses.insert_or_assign(answer.step, std::move(guess));
  return result;
}

AnswerEffect with_filling(Answers answers, const LessonInfo& lesson, const Document& document, const Trace& trace, const Fill& typed) {
  const Selection blank{typed.node, typed.cell};
  if (!has_blank(blanks_of(lesson, document), blank) || !can_be_blank(trace, blank))
    throw InputError({"no_blank", {{"got", name_of_blank(trace, blank)}}});
  AnswerEffect result{std::move(answers)};
  Fillings& fillings = result.answers.fillings;
  if (!typed.text) {
    fillings.erase(blank);
    return result;
  }
  const Filling filled = filling(trace, blank, *typed.text);
  if (result.answers.size() >= kMostAnswers) fillings.clear();
  fillings.insert_or_assign(blank, filled);
  result.given = {filled.typed ? format_number(*filled.typed) : "", format_number(filled.asked),
                  filled.typed && says_the_same(trace, blank, *filled.typed), typed.hints};
  return result;
}

Answers without_old_fillings(Answers answers, const Blanks& before, const Blanks& now) {
  for (const auto& [node, cells] : before)
    for (const Cell& cell : cells)
      if (!has_blank(now, {node, cell})) answers.fillings.erase({node, cell});
  return answers;
}

Selection cell_after_guess(const Step& step, const Answer& answer, const Trace& trace) {
  if (answer.guess) return cell_of_truth(step, trace);
  return cell_of_step(step, &trace).value_or(asked_cell(step, trace));
}

}  // namespace gf
