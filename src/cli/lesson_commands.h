// The computation of a lesson, on the command line: `lessons`, `trace`, `explain` and `code`.
#pragma once

#include <string>
#include <vector>

#include "cli/cli.h"
#include "export/export.h"
#include "protocol/trace.h"

namespace gf {

struct Surroundings;  // cli/commands.h

/// The format of `trace` beside those of export/export.h: the scene as SVG.
inline constexpr char kPicture[] = "svg";

/// A question about the computation of a lesson.
struct LessonQuestion {
  std::string lesson;  // an id, a step or a link; or the same in `link`
  std::string link;
  std::string preset, backward, node, cell, format = "json";
  std::vector<std::string> sets, pins;
  Index most_values = TraceExtent{}.most_values;
  float width = 1280;  // of the window that a picture shows, in points
  bool torch = false;
};

/// Each returns what is printed, and throws InputError that says what was expected. Names in a link that this build does not know are left
/// out, and a line on stderr says so.

/// Ids, titles, inputs and steps of the lessons.
std::string list_lessons(const Texts& texts);
/// The trace, or one node of it; or the scene, or the card of the node, as a picture.
std::string print_trace(const LessonQuestion& question, const Surroundings& around);
/// The arithmetic of a cell: the one that was asked for, or that a link has selected or a step speaks of.
std::string print_explanation(const LessonQuestion& question, const Surroundings& around);
/// The lesson, or the op of a node, as a program.
std::string print_code(const LessonQuestion& question, const Surroundings& around);

/// The names of the nodes that an argument's document has.
std::vector<std::string> nodes_of(const std::string& lesson, const Texts& texts, const AssetReader& assets);

}  // namespace gf
