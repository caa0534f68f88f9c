// The course: every lesson has its chapter, and routes lead through them in order.

#include <algorithm>
#include <cmath>

#include "lessons/registry.h"
#include "protocol/answers.h"
#include "protocol/route.h"
#include "protocol/step.h"
#include "study/course.h"
#include "support.h"

using namespace gf;
using namespace gf::test;

namespace course_test {
namespace {

double words_in(const std::string& path) {
  if (!english().has(path)) return 0;
  const std::string text = english().get(path);
  return static_cast<double>(std::count(text.begin(), text.end(), ' ') + 1);
}

// Estimates the minutes of a step: 180 words a minute, 20 seconds for a picture, 25 for a guess, 20 for an exercise, and 15 for each blank.
double minutes_counted(Route route) {
  double seconds = 0;
  const std::shared_ptr<const Catalogue> all = make_catalogue();
  for (const LessonInfo* lesson : lessons_on(*all, route))
    for (const int at : steps_on(*lesson, route)) {
      const Step& step = lesson->steps[static_cast<std::size_t>(at)];
      const std::string of = "lessons." + lesson->id + ".";
      seconds += 20 + (words_in(of + "steps." + step.id) + words_in(of + "answers." + step.id)) / 3;
      if (step.ask) seconds += 25;
      if (step.exercise) seconds += 20 + 15 * static_cast<double>(step.exercise->cells.size());
    }
  return seconds / 60;
}

}  // namespace

TEST_SUITE("study/course") {
  TEST_CASE("every lesson but the first page and the last has a chapter, and chapters follow each other") {
    const std::shared_ptr<const Catalogue> all = make_catalogue();
    int placed = 0;
    for (const Chapter chapter : kChapters) {
      CHECK_FALSE(lessons_of(*all, chapter).empty());
      for (const LessonInfo* lesson : lessons_of(*all, chapter)) CHECK(number_of(*all, *lesson) == ++placed);
    }
    CHECK(placed + 2 == static_cast<int>(all->size()));
    CHECK(all->front().chapter == Chapter::none);
    CHECK(all->back().chapter == Chapter::none);
  }

  TEST_CASE("the short way is in order, from the first page to the last, and about an hour") {
    const std::shared_ptr<const Catalogue> all = make_catalogue();
    const auto hour = lessons_on(*all, Route::hour);
    CHECK(hour.front() == &all->front());
    CHECK(hour.back() == &all->back());
    for (std::size_t i = 0; i + 1 < hour.size(); ++i) CHECK(lesson_after(*all, hour[i]->id, Route::hour) == hour[i + 1]);
    CHECK(lesson_after(*all, hour.back()->id, Route::hour) == nullptr);
    CHECK(minutes_on(Route::hour) > 45);
    CHECK(minutes_on(Route::hour) < 70);
    CHECK(lessons_on(*all, Route::all).size() == all->size());
  }

  TEST_CASE("from a lesson beside the short way it goes on with the next one on it") {
    const std::shared_ptr<const Catalogue> all = make_catalogue();
    CHECK(lesson_after(*all, "matrix-dictionary", Route::all)->id == "one-matrix");
    CHECK(lesson_after(*all, "matrix-dictionary", Route::hour)->id == "next-word");
    CHECK(lesson_after(*all, "no lesson", Route::hour) == nullptr);
  }

  TEST_CASE("each step of the short way is a step of its lesson, in the order of the lesson, and the way meets a GPT") {
    const std::shared_ptr<const Catalogue> all = make_catalogue();
    std::size_t steps = 0;
    for (const LessonInfo& lesson : *all) {
      CAPTURE(lesson.id);
      steps += lesson.hour.size();
      if (!lesson.hour.empty()) CHECK(steps_on(lesson, Route::hour).size() == lesson.hour.size());
      std::string ids;
      for (const int step : steps_on(lesson, Route::hour))
        ids += (ids.empty() ? "" : ", ") + std::string(lesson.steps[static_cast<std::size_t>(step)].id);
      if (!lesson.hour.empty()) CHECK(ids == lesson.hour.text());
    }
    CHECK(steps >= 55);
    CHECK(steps <= 70);
    for (const char* const met :
         {"tokenizer", "softmax", "self-attention", "block", "language-model", "generation", "sampling", "prompting"})
      CHECK_FALSE(find_lesson(*all, met)->hour.empty());
  }

  TEST_CASE("Next and Back leave out the steps beside the route; a lesson that the route leads past has all of them") {
    const LessonInfo& pull = lesson_named("words-pulling-words").info;
    const std::vector<int> on = steps_on(pull, Route::hour);
    REQUIRE(on.size() >= 2);
    CHECK(next_step(pull, on[0], 1, Route::hour) == on[1]);
    CHECK(next_step(pull, on[1], -1, Route::hour) == on[0]);
    CHECK(next_step(pull, on.back(), 1, Route::hour) == -1);
    CHECK(next_step(pull, on.front(), -1, Route::hour) == -1);
    CHECK(next_step(pull, 0, 1, Route::all) == 1);
    CHECK(steps_on(lesson_named("spaces").info, Route::hour).size() == lesson_named("spaces").info.steps.size());
  }

  TEST_CASE("a route is said to take as long as its words and questions do") {
    // A few words more or less must not change the promised time.
    CHECK(std::abs(minutes_counted(Route::hour) - minutes_on(Route::hour)) < 4);
    CHECK(minutes_on(Route::hour) % 5 == 0);
    CHECK(std::abs(minutes_counted(Route::all) - minutes_on(Route::all)) < 20);
    CHECK(minutes_on(Route::all) % 30 == 0);
  }

  TEST_CASE("progress counts questions that were answered, and blanks that were all typed") {
    const LessonInfo& lesson = lesson_named("softmax").info;
    const int total = progress_in(lesson, {}).total;
    const auto filled = [](const std::vector<Filling>& row) {
      Answers answers;
      for (std::size_t col = 0; col < row.size(); ++col) answers.fillings[{"exponentials", {0, 0, static_cast<Index>(col)}}] = row[col];
      return answers;
    };
    CHECK(progress_in(lesson, {{{"shares", Shares{{0.5, 0.3, 0.2}}}}, {}}) == Progress{1, total});
    CHECK(progress_in(lesson, {{{"shares", NoGuess{}}}, {}}) == Progress{0, total});
    CHECK(progress_in(lesson, filled({{7, 7.389}})) == Progress{0, total});
    CHECK(progress_in(lesson, filled({{7, 7.389}, {2.7, 2.718}, {1.2, 1.22}})) == Progress{1, total});
    CHECK(progress_in(lesson, filled({{std::nullopt, 7.389}, {std::nullopt, 2.718}, {std::nullopt, 1.22}})) == Progress{0, total});
    CHECK_FALSE(Progress{}.done());
  }
}

}  // namespace course_test
