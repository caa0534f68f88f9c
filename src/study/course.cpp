#include "study/course.h"

#include <algorithm>

#include "protocol/step.h"

namespace gf {
namespace {

constexpr int kMinutesOfHour = 65, kMinutesOfAll = 330;

bool is_on(const LessonInfo& lesson, Route route) { return route == Route::all || !lesson.hour.empty(); }
bool is_on(const LessonInfo& lesson, const Step& step, Route route) {
  return route == Route::all || lesson.hour.empty() || lesson.hour.contains(step.id);
}

bool is_answered(const Step& step, const Answers& answers) {
  if (step.ask) {
    const auto guess = answers.guesses.find(step.id);
    return guess != answers.guesses.end() && !std::holds_alternative<NoGuess>(guess->second);
  }
  const Few<Cell, 6>& cells = step.exercise->cells;
  return std::all_of(cells.begin(), cells.end(), [&](const Cell& cell) { return was_typed(answers.fillings, {step.focus, cell}); });
}

}  // namespace

std::vector<const LessonInfo*> lessons_of(const Catalogue& catalogue, Chapter chapter) {
  std::vector<const LessonInfo*> found;
  for (const LessonInfo& lesson : catalogue)
    if (lesson.chapter == chapter) found.push_back(&lesson);
  return found;
}

int number_of(const Catalogue& catalogue, const LessonInfo& lesson) { return static_cast<int>(&lesson - catalogue.data()); }

std::vector<const LessonInfo*> lessons_on(const Catalogue& catalogue, Route route) {
  std::vector<const LessonInfo*> found;
  for (const LessonInfo& lesson : catalogue)
    if (is_on(lesson, route)) found.push_back(&lesson);
  return found;
}

const LessonInfo* lesson_after(const Catalogue& catalogue, std::string_view lesson, Route route) {
  const auto present = std::find_if(catalogue.begin(), catalogue.end(), [&](const LessonInfo& each) { return each.id == lesson; });
  if (present == catalogue.end()) return nullptr;
  const auto next = std::find_if(present + 1, catalogue.end(), [&](const LessonInfo& each) { return is_on(each, route); });
  return next == catalogue.end() ? nullptr : &*next;
}

std::vector<int> steps_on(const LessonInfo& lesson, Route route) {
  std::vector<int> steps;
  for (std::size_t i = 0; i < lesson.steps.size(); ++i)
    if (is_on(lesson, lesson.steps[i], route)) steps.push_back(static_cast<int>(i));
  return steps;
}

int next_step(const LessonInfo& lesson, int step, int by, Route route) {
  const std::vector<int> steps = steps_on(lesson, route);
  if (by > 0) {
    const auto after = std::upper_bound(steps.begin(), steps.end(), step);
    return after == steps.end() ? -1 : *after;
  }
  const auto from = std::lower_bound(steps.begin(), steps.end(), step);
  return from == steps.begin() ? -1 : *(from - 1);
}

int minutes_on(Route route) { return route == Route::hour ? kMinutesOfHour : kMinutesOfAll; }

Progress progress_in(const LessonInfo& lesson, const Answers& answers, Route route) {
  Progress progress;
  for (const Step& step : lesson.steps) {
    if ((!step.ask && !step.exercise) || !is_on(lesson, step, route)) continue;
    ++progress.total;
    progress.answered += is_answered(step, answers);
  }
  return progress;
}

}  // namespace gf
