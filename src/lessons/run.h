// From a document to a trace.
#pragma once

#include <string>
#include <vector>

#include "lessons/lesson.h"
#include "protocol/trace.h"

namespace gf {

/// Runs the lesson of a document. With `backward_from` also the gradients of that node's sum.
/// Throws InputError where the document does not fit, or where the lesson shows the gradients of another node already.
Trace run_lesson(const Document& document, const std::string& backward_from = {}, const LessonContext& context = {});

/// The files that the lesson of a document needs. Throws InputError where the document does not fit.
std::vector<std::string> files_of(const Document& document);

}  // namespace gf
