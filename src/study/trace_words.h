// The words of a language in a trace: labels and formulas that lessons gave as keys of the texts.
#pragma once

#include "protocol/texts.h"
#include "protocol/trace.h"

namespace gf {

/// Replaces keys by texts: labels of axes that have keys by those of `labels`, and formulas that begin with @ by those of `formulas`, also
/// in explanations of cells. The keys of an axis stay beside its labels, so that a label can be found in any language. The session and the
/// command line call this once for each trace that they show. `texts` outlives the trace.
void put_words(Trace& trace, const Texts& texts);

}  // namespace gf
