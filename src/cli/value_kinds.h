// Names the kinds of option values, for the help and for completion.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>

namespace gf {

/// Whether an option has a value. A flag has none.
inline bool takes_value(const CLI::Option& option) { return option.get_items_expected_max() > 0; }

/// Returns the kind of an option's value, without the range that it is checked against.
inline std::string kind_of(const CLI::Option& option) {
  const std::string name = option.get_type_name();
  return name.substr(0, name.find(':'));
}

namespace value_kind {

inline constexpr std::string_view kFile = "FILE", kFolder = "FOLDER", kLesson = "LESSON", kLink = "LINK", kPreset = "PRESET",
                                  kInput = "NAME=JSON", kNode = "NODE";
inline constexpr char kBetween = '|';  // stands between the words of a choice: "csv|json"

}  // namespace value_kind

}  // namespace gf
