// The lessons there are.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "lessons/lesson.h"

namespace gf {

/// All lessons, in the order of the rail.
const std::vector<Lesson>& lessons();
std::shared_ptr<const Catalogue> make_catalogue(const std::vector<Lesson>& of = lessons());
/// Throws InputError for an unknown id.
const Lesson& lesson_named(std::string_view id);
const Lesson& lesson_named(const std::vector<Lesson>& among, std::string_view id);

}  // namespace gf
