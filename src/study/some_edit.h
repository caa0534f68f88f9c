// Edits as a reader makes them, by number: what is measured and tested with every input of every lesson.
#pragma once

#include <cstdint>

#include "protocol/schema.h"

namespace gf {

/// Another value of an input, which stands near the present one: the next choice, a number one step away, a cell that is a little larger,
/// a text with a word less, one more that it has already, or two words exchanged. Edits of different numbers differ where there is room.
/// Not every lesson takes every one of them.
/// Example: edited(spec of a toggle, true, 0) == false.
InputValue edited(const InputSpec& spec, const InputValue& now, std::uint32_t number);

}  // namespace gf
