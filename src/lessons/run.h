// From a document to a trace.
#pragma once

#include <string>
#include <vector>

#include "lessons/lesson.h"
#include "protocol/trace.h"

namespace gf {

/// Returns the trace of a lesson's document. With a replay, each call computes a slice, and throws Paused until the trace is done.
/// With a memo, values of the trace before are taken over if they are the same. Throws InputError if the document does not fit.
Trace trace_of(const Lesson& lesson, const Document& document, const LessonContext& context = {}, Replay* replay = nullptr,
               TraceMemo* memo = nullptr);

/// Runs the lesson of a document. If `backward_from` names a node, the trace also has the gradients of that node's sum.
/// Throws InputError if the document does not fit, or if the lesson already shows the gradients of another node.
Trace run_lesson(const Document& document, const std::string& backward_from = {}, const LessonContext& context = {});

/// Returns the files that a lesson needs for its document. Throws InputError if the document does not fit.
std::vector<std::string> files_of(const Lesson& lesson, const Document& document);
std::vector<std::string> files_of(const Document& document);

}  // namespace gf
