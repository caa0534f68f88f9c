// The course: its chapters, which way leads through the lessons, and how far a reader got.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "core/enum_names.h"
#include "protocol/ask.h"
#include "protocol/schema.h"

namespace gf {

inline constexpr std::array kChapters = {Chapter::look_up,     Chapter::vectors,  Chapter::attention,
                                         Chapter::transformer, Chapter::language, Chapter::practice};

/// The lessons of a chapter, in the order of the course.
std::vector<const LessonInfo*> lessons_of(const Catalogue& catalogue, Chapter chapter);

/// The number of a lesson in the course: the first page is 0.
int number_of(const Catalogue& catalogue, const LessonInfo& lesson);

/// The ways through the lessons.
enum class Route { all, hour };
inline constexpr Route kRoutes[] = {Route::all, Route::hour};
inline std::string_view name_of(Route route) { return name_in({"all", "hour"}, route); }

/// The lessons on a route, in order.
std::vector<const LessonInfo*> lessons_on(const Catalogue& catalogue, Route route);

/// The lesson after this one: on the route, and from a lesson that is not on it the next one of the course that is. Null after the last.
const LessonInfo* lesson_after(const Catalogue& catalogue, std::string_view lesson, Route route);

/// How long a route takes, in whole minutes: a step takes most of a minute.
int minutes_on(const Catalogue& catalogue, Route route);

/// Of the steps of a lesson that ask or give blanks, how many were answered: rightly or wrongly, but not by asking to be shown.
struct Progress {
  int answered = 0, of = 0;
  bool done() const { return of > 0 && answered == of; }
  bool operator==(const Progress&) const = default;
};
Progress progress_in(const LessonInfo& lesson, const Answers& answers);

/// A step of a lesson that a reader left.
struct Left {
  std::string lesson;
  int step = 0;
  bool operator==(const Left&) const = default;
};

}  // namespace gf
