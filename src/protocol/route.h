// A reader's way through the course, and how far the reader got. study/course.h has the order of lessons and steps.
#pragma once

#include <string>
#include <string_view>

#include "core/enum_names.h"

namespace gf {

/// The ways through the course: every step, or the steps of about an hour that LessonInfo::hour lists.
enum class Route { all, hour };
inline constexpr Route kRoutes[] = {Route::all, Route::hour};
inline std::string_view name_of(Route route) { return name_in({"all", "hour"}, route); }

/// How many steps of a lesson are answered. A right or a wrong answer counts; a request to be shown the answer does not.
struct Progress {
  int answered = 0;
  int total = 0;  // steps that ask or give blanks
  bool done() const { return total > 0 && answered == total; }
  bool operator==(const Progress&) const = default;
};

/// The lesson and step that a reader left.
struct Left {
  std::string lesson;
  int step = 0;
  bool operator==(const Left&) const = default;
};

}  // namespace gf
