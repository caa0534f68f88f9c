#include "session/reader_state.h"

#include <utility>

#include "core/problem.h"
#include "protocol/step.h"
#include "study/ask.h"

namespace gf {

LessonWork new_work(const Lesson& lesson) {
  LessonWork work;
  work.lesson = &lesson;
  Document opened = at_step(lesson.info, {.lesson = lesson.info.id, .look = {.folded = {lesson.folded.begin(), lesson.folded.end()}}}, 0);
  opened.look.selection.reset();  // the first step of a lesson opens without a selection
  work.now.present.document = std::make_shared<const Document>(opened);
  work.good = work.now;
  return work;
}

LessonWork restored_work(const Lesson& lesson, History history) {
  LessonWork work;
  work.lesson = &lesson;
  work.now = std::move(history);
  work.unproven = true;
  return work;
}

void go_back(LessonWork& work) {
  if (work.unproven) {
    if (work.now.undo()) return;
    work.now.future.push_back(std::exchange(work.now.present, new_work(*work.lesson).now.present));
    work.good = work.now;
    work.unproven = false;
    return;
  }
  Document back = *work.good.present.document;
  back.look = work.document().look;
  work.now = work.good;
  work.now.amend(std::move(back));
}

void forget_edits(LessonWork& work) {
  work.now.forget_edits();
  work.good.forget_edits();
}

Answers fitting_answers(const LessonInfo& lesson, const WrittenAnswers& kept) {
  Answers answers{{}, fillings_in(kept)};
  for (const Step& step : lesson.steps) {
    const auto guess = kept.find(std::string(step.id));
    if (!step.ask || guess == kept.end()) continue;
    try {
      answers.guesses.insert_or_assign(step.id, guess_for(step, guess->second));
    } catch (const InputError&) {
      continue;
    }
  }
  return answers;
}

}  // namespace gf
