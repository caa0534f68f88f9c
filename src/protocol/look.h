// What a document looks at, held against its trace: which cell is selected, what is folded, what is drawn how.
#pragma once

#include <string_view>

#include "protocol/document.h"
#include "protocol/trace.h"

namespace gf {

/// Whether a trace has this to fold: the section of a panel or one around it.
/// Example: of a panel in "encoder.0.self_attention" also "encoder" and "encoder.0".
bool can_be_folded(const Trace& trace, std::string_view fold);

/// The look without a selection of a cell that the trace has not, and without folds and views of what it has not.
Look fitting_look(Look look, const Trace& trace);

}  // namespace gf
