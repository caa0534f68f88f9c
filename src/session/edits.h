// The effects of commands on a document, as pure functions: they take the present document, and return the next one. The trace is the
// newest trace, which may belong to an earlier document.
#pragma once

#include <optional>
#include <string>

#include "core/tensor.h"
#include "lessons/lesson.h"
#include "protocol/command.h"
#include "protocol/document.h"
#include "protocol/trace.h"

namespace gf {

// These functions throw InputError if the lesson or trace lacks the input, the node or the cell, or if the value does not fit.

/// Sets an input. The lesson may adapt other inputs to the value (Lesson::adapt).
Document with_input(const Lesson& lesson, const Document& document, const std::string& input, InputValue value);
Document with_typed_input(const Lesson& lesson, const Document& document, const TypeInput& typed);
/// Sets a cell of an input, or pins a computed cell. If the document does not set the input, the matrix in the trace is edited.
Document with_cell(const Lesson& lesson, const Document& document, const Trace& trace, const std::string& node, const Cell& cell,
                   float value);
Document with_typed_cell(const Lesson& lesson, const Document& document, const Trace& trace, const TypeCell& typed);
/// Writes a block into an input, or pins at most 1,024 computed cells. An input of the shape "any" grows if the block needs room.
Document with_pasted_cells(const Lesson& lesson, const Document& document, const Trace& trace, const PasteCells& paste);
/// Pins a cell at its present value.
Document with_held_cell(const Document& document, const Trace& trace, const HoldCell& hold);
/// Sets the inputs of a preset, and lifts all pins.
Document with_preset(const Lesson& lesson, const Document& document, const std::string& preset);

// These functions never throw InputError.

Document without_pin(const Document& document, const LiftPin& lift);
Document without_pins(Document document);
/// Gives all inputs their defaults, and lifts all pins. The look stays.
Document with_defaults(const Document& document);
/// Without a trace, the earlier selection does not keep its matrix (with_selected in protocol/look.h).
Document with_selection(Document document, const Trace* trace, std::optional<Selection> selection);
Document with_fold(Document document, const Fold& fold);
Document with_view(Document document, const ChooseView& chosen);
/// Return the same document if there is no trace, or if the trace lacks the matrix.
Document with_matrix(Document document, const Trace* trace, const ShowMatrix& shown);
/// Returns the same document if the trace has no node of the scene. Throws std::invalid_argument if the scene line cannot be read.
Document with_scene(Document document, const Trace* trace, const ShowScene& shown);

}  // namespace gf
