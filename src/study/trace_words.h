// Puts the words of a language into a trace: lessons give labels and formulas as keys of the texts.
#pragma once

#include "protocol/texts.h"
#include "protocol/trace.h"

namespace gf {

/// Replaces keys by texts: the labels of axes that have keys by texts below `labels`, and formulas that begin with @ by texts below
/// `formulas`, also in the explanations of cells. Axes keep their keys, so that tables name a label in any language. The session and the
/// command line call this function once for each trace. `texts` must outlive the trace.
void put_words(Trace& trace, const Texts& texts);

}  // namespace gf
