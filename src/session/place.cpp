#include "session/place.h"

#include <algorithm>
#include <utility>

#include "core/problem.h"
#include "protocol/blanks.h"
#include "protocol/step.h"

namespace gf {

LessonWork begun(const Lesson& lesson) {
  LessonWork work;
  work.lesson = &lesson;
  Document opened = at_step(lesson.info, {.lesson = lesson.info.id, .look = {.folded = {lesson.folded.begin(), lesson.folded.end()}}}, 0);
  opened.look.selection.reset();  // at first a lesson says what it is about
  work.now.present.document = std::make_shared<const Document>(opened);
  work.good = work.now;
  return work;
}

LessonWork kept_before(const Lesson& lesson, History history) {
  LessonWork work;
  work.lesson = &lesson;
  work.now = std::move(history);
  work.unproven = true;
  return work;
}

void go_back(LessonWork& work) {
  if (work.unproven) {
    if (work.now.undo()) return;
    work.now.future.push_back(std::exchange(work.now.present, begun(*work.lesson).now.present));
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

namespace {

bool fits(const Step& step, const Guess& guess) {
  try {
    check_guess(step, guess);
    return true;
  } catch (const InputError&) {
    return false;
  }
}

}  // namespace

Guesses fitting_guesses(const LessonInfo& lesson, Guesses guesses) {
  std::erase_if(guesses, [&](const auto& made) {
    if (is_filling(made.first, made.second)) return false;
    const auto step = std::find_if(lesson.steps.begin(), lesson.steps.end(), [&](const Step& one) { return one.id == made.first; });
    return step == lesson.steps.end() || !step->ask || !fits(*step, made.second);
  });
  return guesses;
}

}  // namespace gf
