// A reader's way through the course, and how far the reader got. study/course.h has the order of lessons and steps.
#pragma once

#include <string>
#include <string_view>

#include "core/enum_names.h"

namespace gf {

/// The ways through the lessons. The short one is a list of steps.
enum class Route { all, hour };
inline constexpr Route kRoutes[] = {Route::all, Route::hour};
inline std::string_view name_of(Route route) { return name_in({"all", "hour"}, route); }

/// The number of answered steps among those of a lesson that ask or give blanks: rightly or wrongly, but not by asking to be shown.
struct Progress {
  int answered = 0, of = 0;
  bool done() const { return of > 0 && answered == of; }
  bool operator==(const Progress&) const = default;
};

/// A step of a lesson that a reader left.
struct Left {
  std::string lesson;
  int step = 0;
  bool operator==(const Left&) const = default;
};

}  // namespace gf
