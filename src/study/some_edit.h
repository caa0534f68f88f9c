// Makes edits such as a reader makes, to measure and test each input of each lesson.
#pragma once

#include <cstdint>

#include "protocol/schema.h"

namespace gf {

/// Returns another value of an input, near the present value `now`:
///   switch   the other value          choice   the next choice, after the last the first
///   number   one to five steps away   matrix   one cell is larger by 0.01 to 0.07
///   text     without its last word, with a word repeated at the end, or with two words exchanged; "a" for a text without words
/// `number` selects the edit of a number, a matrix or a text. A lesson may refuse the value.
/// Example: edited_value(spec of a switch, true, 0) == false.
InputValue edited_value(const InputSpec& spec, const InputValue& now, std::uint32_t number);

}  // namespace gf
