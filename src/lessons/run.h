// From a document to a trace.
#pragma once

#include <string>
#include <vector>

#include "lessons/lesson.h"
#include "protocol/trace.h"

namespace gf {

/// Returns the trace that a lesson makes of a document of its own. With a replay it is computed in slices: throws Paused until it is done.
/// With a memo, values that the trace before had as well are not computed anew. Throws InputError if the document does not fit.
Trace trace_of(const Lesson& lesson, const Document& document, const LessonContext& context = {}, Replay* replay = nullptr,
               TraceMemo* memo = nullptr);

/// Runs the lesson of a document. With `backward_from` also the gradients of that node's sum.
/// Throws InputError where the document does not fit, or where the lesson shows the gradients of another node already.
Trace run_lesson(const Document& document, const std::string& backward_from = {}, const LessonContext& context = {});

/// The files that a lesson needs for a document of its own. Throws InputError where the document does not fit.
std::vector<std::string> files_of(const Lesson& lesson, const Document& document);
std::vector<std::string> files_of(const Document& document);

}  // namespace gf
