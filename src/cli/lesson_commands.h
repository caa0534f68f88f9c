// Runs the commands about the computation of a lesson: `lessons`, `trace`, `explain` and `code`. Each function returns the text to print,
// and throws InputError that says what was expected. Names in a link that this build does not know are left out, with a line on stderr.
#pragma once

#include <string>
#include <vector>

#include "cli/cli.h"
#include "core/tensor.h"
#include "export/export.h"
#include "protocol/trace.h"

namespace gf {

struct Surroundings;  // cli/commands.h

/// A format of `trace` in addition to those of export/export.h: the scene as SVG.
inline constexpr char kPicture[] = "svg";

/// The arguments of `trace`, `explain` and `code`.
struct LessonQuestion {
  std::string lesson;  // an id, a step or a link, unless `link` has it
  std::string link;
  std::string preset, backward, node, cell, format = "json";
  std::vector<std::string> sets, pins;
  Index most_values = TraceExtent{}.most_values;
  float width = 1280;  // the width of the window that a picture shows, in points
  bool torch = false;
};

/// Returns the ids, titles, inputs and steps of the lessons.
std::string list_lessons(const Texts& texts);
/// Returns the trace or a node of it; in the format "svg", the scene or the card of the node.
std::string print_trace(const LessonQuestion& question, const Surroundings& around);
/// Returns the arithmetic of a cell: the cell of the options, otherwise the cell that the link selects or the step is about.
std::string print_explanation(const LessonQuestion& question, const Surroundings& around);
/// Returns the lesson, or the op of a node, as a program.
std::string print_code(const LessonQuestion& question, const Surroundings& around);

/// Returns the names of the nodes of a lesson, a step or a link.
std::vector<std::string> nodes_of(const std::string& lesson, const Texts& texts, const AssetReader& assets);

}  // namespace gf
