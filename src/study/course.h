// The course: its chapters, which way leads through its steps, and how far a reader got.
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

/// The lessons of a chapter, in the order of the course.
std::vector<const LessonInfo*> lessons_of(const Catalogue& catalogue, Chapter chapter);

/// The number of a lesson in the course: the first page is 0.
int number_of(const Catalogue& catalogue, const LessonInfo& lesson);

/// The lessons on a route, in order.
std::vector<const LessonInfo*> lessons_on(const Catalogue& catalogue, Route route);

/// The steps of a lesson on a route, by their places, in order. In a lesson that the route leads past, each step is on it.
std::vector<int> steps_on(const LessonInfo& lesson, Route route);

/// The first step after this one that is on the route, or the last one before it if `by` is -1. It is -1 if there is none.
/// Example: if the route has the steps 0, 2 and 5, next_step(lesson, 2, 1, route) is 5, and next_step(lesson, 3, -1, route) is 2.
int next_step(const LessonInfo& lesson, int step, int by, Route route);

/// The lesson after this one: on the route, and from a lesson that is not on it the next one of the course that is. Null after the last.
const LessonInfo* lesson_after(const Catalogue& catalogue, std::string_view lesson, Route route);

/// How long a route takes, in minutes: the short one to five, the long one to thirty. A test counts the words to be read and what is asked.
int minutes_on(Route route);

/// Counts the steps that are on the route.
Progress progress_in(const LessonInfo& lesson, const Answers& answers, Route route = Route::all);

}  // namespace gf
