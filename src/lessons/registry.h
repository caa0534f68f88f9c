// The list of all lessons.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "lessons/lesson.h"

namespace gf {

/// Returns all lessons, in the order of the rail.
const std::vector<Lesson>& lessons();
/// Returns the infos of lessons.
std::shared_ptr<const Catalogue> make_catalogue(const std::vector<Lesson>& listed = lessons());
/// Returns the lesson of an id. Throws InputError for an unknown id.
const Lesson& lesson_named(std::string_view id);
const Lesson& lesson_named(const std::vector<Lesson>& among, std::string_view id);

}  // namespace gf
