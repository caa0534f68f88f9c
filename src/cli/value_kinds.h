// Kinds of option values, as the help names them. Completion reads them, too.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>

namespace gf {

/// Whether an option is none that is only there or not.
inline bool takes_value(const CLI::Option& option) { return option.get_items_expected_max() > 0; }

/// Returns the kind of an option's value, without the range that it is checked against.
inline std::string kind_of(const CLI::Option& option) {
  const std::string name = option.get_type_name();
  return name.substr(0, name.find(':'));
}

namespace value_kind {

inline constexpr std::string_view kFile = "FILE", kFolder = "FOLDER", kLesson = "LESSON", kLink = "LINK", kPreset = "PRESET",
                                  kInput = "NAME=JSON", kNode = "NODE";
inline constexpr char kBetween = '|';  // one of some words: "csv|json"

}  // namespace value_kind

}  // namespace gf
