// Blanks: computed cells that are given to be filled in, by a guided step or by the author of the document. study/exercise.h judges what
// is typed into them.
#pragma once

#include <string>

#include "protocol/document.h"
#include "protocol/trace.h"

namespace gf {

struct LessonInfo;

/// Returns the blanks of a document: its own and, if `with_step`, those of its step.
Blanks blanks_of(const LessonInfo& lesson, const Document& document, bool with_step = true);

bool has_blank(const Blanks& blanks, const Selection& at);

/// Whether a cell can be a blank: the trace has it, it is computed and not held, and a number can be typed for it.
bool can_be_blank(const Trace& trace, const Selection& at);

/// Throws InputError "no_such_blank", which names the first cell that can't be one.
void check_blanks(const Trace& trace, const Blanks& blanks);

/// Those of the blanks that can be some.
Blanks fitting_blanks(Blanks blanks, const Trace& trace);

/// Whether the name of a cell has three numbers.
bool is_stacked(const Trace& trace, const Selection& at);

/// The name of a cell, under which what was typed for it is written: "weights[0,1]".
std::string name_of_blank(const Trace& trace, const Selection& at);

}  // namespace gf
