// Blanks: computed cells that the reader fills in. A guided step or the author of the document sets them. study/exercise.h judges the
// numbers that the reader types.
#pragma once

#include <string>

#include "protocol/document.h"
#include "protocol/trace.h"

namespace gf {

struct LessonInfo;

/// Returns the blanks of a document: its own and, if `with_step`, those of its step.
Blanks blanks_of(const LessonInfo& lesson, const Document& document, bool with_step = true);

bool has_blank(const Blanks& blanks, const Selection& cell);

/// Whether a cell can be a blank: the trace has the cell, the cell is finite, computed and not held, and an explanation tells its formula.
bool can_be_blank(const Trace& trace, const Selection& cell);

/// Throws InputError "no_such_blank" with the name of the first cell that cannot be a blank.
void check_blanks(const Trace& trace, const Blanks& blanks);

/// Returns the blanks without the cells that cannot be blanks in this trace.
Blanks fitting_blanks(Blanks blanks, const Trace& trace);

/// Whether the node has outer axes, so that the name of a cell has three numbers.
bool is_stacked(const Trace& trace, const Selection& cell);

/// Returns the name of a cell in WrittenAnswers (protocol/answers.h): "weights[0,1]".
std::string name_of_blank(const Trace& trace, const Selection& cell);

}  // namespace gf
