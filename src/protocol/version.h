// The version of the program, which CMakeLists.txt states.
#pragma once

#include <string_view>

namespace gf {

/// Returns three numbers, such as "0.2.0". README.md says what they promise.
std::string_view program_version();

}  // namespace gf
