// The effect of a command on a document. Pure: the present document in, the next one out. The trace is the last one that there is: it may
// be that of an earlier document.
#pragma once

#include "lessons/lesson.h"
#include "protocol/command.h"
#include "protocol/trace.h"

namespace gf {

/// Each throws InputError where the command does not fit.
Document with_input(const Lesson& lesson, const Document& document, const std::string& input, InputValue value);
Document with_typed_input(const Lesson& lesson, const Document& document, const TypeInput& typed);
/// Edits an input's cell, or pins a computed one. If the document sets the input, its matrix is edited, otherwise the one that the trace
/// shows.
Document with_cell(const Lesson& lesson, const Document& document, const Trace& trace, const std::string& node, const Cell& cell,
                   float value);
Document with_typed_cell(const Lesson& lesson, const Document& document, const Trace& trace, const TypeCell& typed);
Document with_pasted_cells(const Lesson& lesson, const Document& document, const Trace& trace, const PasteCells& paste);
/// Pins a cell at the value that it has.
Document with_held_cell(const Document& document, const Trace& trace, const HoldCell& hold);
Document without_pin(const Document& document, const LiftPin& lift);
Document with_preset(const Lesson& lesson, const Document& document, const std::string& preset);
Document without_pins(Document document);
/// The document of a lesson that was just opened, with what is looked at as it was.
Document as_opened(const Document& document);
/// Without a trace the matrix that is shown is not looked after.
Document with_selection(Document document, const Trace* trace, std::optional<Selection> selection);
Document with_fold(Document document, const Fold& fold);
Document with_view(Document document, const ChooseView& chosen);
Document with_matrix(Document document, const Trace* trace, const ShowMatrix& shown);
Document with_scene(Document document, const Trace* trace, const ShowScene& shown);

}  // namespace gf
