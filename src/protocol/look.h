// The look of a document, held against its trace: which cell is selected, what is folded, what is drawn how, which matrix is shown.
#pragma once

#include <string_view>

#include "protocol/document.h"
#include "protocol/trace.h"

namespace gf {

/// Whether a trace has this cell.
bool has_cell(const Trace& trace, const Selection& selection);

/// Whether a trace has this to fold: the section of a panel or one around it.
/// Example: of a panel in "encoder.0.self_attention" also "encoder" and "encoder.0".
bool can_be_folded(const Trace& trace, std::string_view fold);

/// Whether two nodes are stacks that are looked at together: of one scope, with the same axes before rows and columns.
/// Example: the queries, scores and weights of an attention with heads.
bool go_together(const TraceNode& a, const TraceNode& b);

/// The matrix of a stack that is shown: the one that was chosen, else that of the selected cell, else the first. 0 for a single matrix.
Index shown_matrix(const Look& look, const Trace& trace, const TraceNode& node);

/// The look with this matrix shown of the stack that the node is, and of those that go with it. As it was where there is no such matrix.
Look with_shown_matrix(Look look, const Trace& trace, std::string_view node, Index outer);

/// The look with another cell selected, whose matrix is shown; the one that was selected before leaves its matrix to be seen.
Look with_selected(Look look, const Trace& trace, std::optional<Selection> selection);

/// Whether a trace has a card of the scene that this line describes. Throws std::invalid_argument as read_scene_line does.
bool has_scene(const Trace& trace, std::string_view line);

/// The look without a selection of a cell that the trace has not, and without folds, views, matrices and blanks of what it has not.
Look fitting_look(Look look, const Trace& trace);

}  // namespace gf
