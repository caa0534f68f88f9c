// Reads the values of command-line options. Each function throws InputError that names the option and what was expected.
#pragma once

#include <string>

#include "protocol/document.h"
#include "protocol/schema.h"

namespace gf {

/// Reads an input such as "w_q=[[1,0],[0,1]]", checks the value against the lesson, and sets it in `inputs`.
void set_argument(const LessonInfo& lesson, const std::string& text, Inputs& inputs);
/// Reads a pin: "weights,0,1=0.5", or with a head "weights,2,0,1=0.5".
Pin pin_argument(const std::string& text);
/// Reads a cell: "0,2", or with a head "1,0,2". `where` names the option in messages.
Cell cell_argument(const std::string& where, const std::string& text);

}  // namespace gf
