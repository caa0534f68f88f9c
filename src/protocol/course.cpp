#include "protocol/course.h"

#include <algorithm>

#include "protocol/blanks.h"
#include "protocol/step.h"

namespace gf {
namespace {

constexpr double kMinutesOfStep = 0.8;

bool is_on(const LessonInfo& lesson, Route route) { return route == Route::all || lesson.in_hour; }

bool is_answered(const Step& step, const Answers& answers) {
  if (step.ask) {
    const auto made = answers.guesses.find(step.id);
    return made != answers.guesses.end() && !std::holds_alternative<NoGuess>(made->second);
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
  auto at = std::find_if(catalogue.begin(), catalogue.end(), [&](const LessonInfo& one) { return one.id == lesson; });
  if (at == catalogue.end()) return nullptr;
  at = std::find_if(at + 1, catalogue.end(), [&](const LessonInfo& one) { return is_on(one, route); });
  return at == catalogue.end() ? nullptr : &*at;
}

int minutes_on(const Catalogue& catalogue, Route route) {
  std::size_t steps = 0;
  for (const LessonInfo* lesson : lessons_on(catalogue, route)) steps += lesson->steps.size();
  return static_cast<int>(kMinutesOfStep * static_cast<double>(steps) + 0.5);
}

Progress progress_in(const LessonInfo& lesson, const Answers& answers) {
  Progress progress;
  for (const Step& step : lesson.steps) {
    if (!step.ask && !step.exercise) continue;
    ++progress.of;
    progress.answered += is_answered(step, answers);
  }
  return progress;
}

}  // namespace gf
