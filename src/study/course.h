// The course: its chapters, the routes through its steps, and the progress of a reader.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "protocol/answers.h"
#include "protocol/route.h"
#include "protocol/schema.h"

namespace gf {

inline constexpr std::array kChapters = {Chapter::look_up,  Chapter::vectors,  Chapter::attention, Chapter::transformer,
                                         Chapter::training, Chapter::language, Chapter::answers,   Chapter::practice};

/// Returns the lessons of a chapter, in the order of the course.
std::vector<const LessonInfo*> lessons_of(const Catalogue& catalogue, Chapter chapter);

/// Returns the number of a lesson in the course. The first page is 0. `lesson` must be an element of `catalogue`.
int number_of(const Catalogue& catalogue, const LessonInfo& lesson);

/// Returns the lessons on a route, in order.
std::vector<const LessonInfo*> lessons_on(const Catalogue& catalogue, Route route);

/// Returns the indices of a lesson's steps on a route, in order. If the lesson is not on the route, returns all steps.
std::vector<int> steps_on(const LessonInfo& lesson, Route route);

/// Returns the index of the next step on the route (`by` 1), or of the step before (`by` -1). Returns -1 if there is none.
/// Example: if the route has the steps 0, 2 and 5, next_step(lesson, 2, 1, route) is 5, and next_step(lesson, 3, -1, route) is 2.
int next_step(const LessonInfo& lesson, int step, int by, Route route);

/// Returns the first lesson after this lesson that is on the route; null if there is none.
const LessonInfo* lesson_after(const Catalogue& catalogue, std::string_view lesson, Route route);

/// Returns how many minutes a route takes, rounded: Route::hour to 5, Route::all to 30. A test computes the time from the words to read and
/// the questions.
int minutes_on(Route route);

/// Counts the steps of the route that ask or give blanks, and how many of them are answered.
Progress progress_in(const LessonInfo& lesson, const Answers& answers, Route route = Route::all);

}  // namespace gf
