// Reading the values of command-line options.
#pragma once

#include <string>

#include "protocol/document.h"
#include "protocol/schema.h"

namespace gf {

/// Each throws InputError that names the option and what was expected.

/// "w_q=[[1,0],[0,1]]": checks the value against the lesson and sets it.
void set_argument(const LessonInfo& lesson, const std::string& text, Inputs& inputs);
/// "weights,0,1=0.5", with a head "weights,2,0,1=0.5".
Pin pin_argument(const std::string& text);
/// "0,2", with a head "1,0,2".
Cell cell_argument(const std::string& where, const std::string& text);

}  // namespace gf
