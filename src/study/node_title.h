// Finds the title of a node in the texts of a language.
#pragma once

#include <string>

#include "protocol/texts.h"
#include "protocol/trace.h"

namespace gf {

/// Returns the path of a node's texts. The first of these paths that has a title wins: the last two parts of the name
/// ("nodes.softmax_output"), the texts of the lesson ("lessons.<lesson>.nodes.output"), the last part ("nodes.output"), or for a gradient
/// "nodes.gradient".
/// Example: for "encoder.0.query", it is "nodes.query", which has "nodes.query.title" and "nodes.query.meaning".
std::string node_key(const Texts& texts, const Trace& trace, const TraceNode& node);

/// Returns the title of a node, such as "Queries"; the last part of its name if the texts have no title.
std::string node_title(const Texts& texts, const Trace& trace, const TraceNode& node);

}  // namespace gf
