// Relates the look of a document to its trace: the selected cell, folded sections, scenes, and the shown matrix of a stack.
// A stack is a node with outer axes, and has several matrices.
#pragma once

#include <optional>
#include <string_view>

#include "core/tensor.h"
#include "protocol/document.h"
#include "protocol/trace.h"

namespace gf {

/// Whether a trace has this cell.
bool has_cell(const Trace& trace, const Selection& selection);

/// Whether a section can be folded: a panel is in the section, or in a section inside it.
/// Example: a panel in "encoder.0.self_attention" makes that section, "encoder.0" and "encoder" foldable.
bool can_be_folded(const Trace& trace, std::string_view section);

/// Whether two nodes have the same scope and outer axes of the same sizes. Stacks that go together show the same matrix.
/// Example: the queries, scores and weights of an attention with heads.
bool go_together(const TraceNode& a, const TraceNode& b);

/// Returns the shown matrix of a stack: the chosen matrix, otherwise the matrix of the selected cell, otherwise 0.
/// The choice and the selection may be at any stack that goes together with `node`. Returns 0 for a node without outer axes.
Index shown_matrix(const Look& look, const Trace& trace, const TraceNode& node);

/// Returns the look that shows this matrix of a stack, and of the stacks that go together with it. Returns the same look if the trace has
/// no such matrix.
Look with_shown_matrix(Look look, const Trace& trace, std::string_view node, Index outer);

/// Returns the look with another selection, which shows the matrix of the selected cell. The stack of the earlier selection keeps showing
/// its matrix.
Look with_selected(Look look, const Trace& trace, std::optional<Selection> selection);

/// Whether the trace has a node of the scene line. Throws std::invalid_argument if read_scene_line refuses the line.
bool has_scene(const Trace& trace, std::string_view line);

/// Returns the look without a selection, sections, views, matrices, blanks and scene that the trace lacks.
Look fitting_look(Look look, const Trace& trace);

}  // namespace gf
