// The course: every lesson has its chapter, and routes lead through them in order.
#include "protocol/course.h"

#include "lessons/registry.h"
#include "protocol/step.h"
#include "support.h"

using namespace gf;
using namespace gf::test;

TEST_SUITE("protocol/course") {
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
    CHECK(minutes_on(*all, Route::hour) > 45);
    CHECK(minutes_on(*all, Route::hour) < 75);
    CHECK(lessons_on(*all, Route::all).size() == all->size());
  }

  TEST_CASE("from a lesson beside the short way it goes on with the next one on it") {
    const std::shared_ptr<const Catalogue> all = make_catalogue();
    CHECK(lesson_after(*all, "tokenizer", Route::all)->id == "matrix-dictionary");
    CHECK(lesson_after(*all, "tokenizer", Route::hour)->id == "softmax");
    CHECK(lesson_after(*all, "no lesson", Route::hour) == nullptr);
  }

  TEST_CASE("progress counts questions that were answered, and blanks that were all typed") {
    const LessonInfo& lesson = lesson_named("softmax").info;
    const int of = progress_in(lesson, {}).of;
    const auto filled = [](const std::vector<Filling>& row) {
      Answers answers;
      for (std::size_t col = 0; col < row.size(); ++col) answers.fillings[{"exponentials", {0, 0, static_cast<Index>(col)}}] = row[col];
      return answers;
    };
    CHECK(progress_in(lesson, {{{"shares", Shares{{0.5, 0.3, 0.2}}}}, {}}) == Progress{1, of});
    CHECK(progress_in(lesson, {{{"shares", NoGuess{}}}, {}}) == Progress{0, of});
    CHECK(progress_in(lesson, filled({{7, 7.389}})) == Progress{0, of});
    CHECK(progress_in(lesson, filled({{7, 7.389}, {2.7, 2.718}, {1.2, 1.22}})) == Progress{1, of});
    CHECK(progress_in(lesson, filled({{std::nullopt, 7.389}, {std::nullopt, 2.718}, {std::nullopt, 1.22}})) == Progress{0, of});
    CHECK_FALSE(Progress{}.done());
  }
}
