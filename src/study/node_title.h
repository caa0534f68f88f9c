// The title of a node in the texts of a language.
#pragma once

#include <string>

#include "protocol/texts.h"
#include "protocol/trace.h"

namespace gf {

/// Returns the path under which the texts of a node stand: with the word before its name ("nodes.softmax_output"), of its lesson, or of its
/// name alone. A gradient that has no words of its own has "nodes.gradient".
/// Example: "nodes.query", with "nodes.query.title" and "nodes.query.meaning", of "encoder.0.query".
std::string node_key(const Texts& texts, const Trace& trace, const TraceNode& node);

/// Returns the title of a node: "Queries". If the texts have none, the last part of its name.
std::string node_title(const Texts& texts, const Trace& trace, const TraceNode& node);

}  // namespace gf
