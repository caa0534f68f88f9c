// A step's answer is not to be seen until the reader has guessed it, and a blank not until it is filled in: the whole screen is drawn from
// a snapshot whose trace has both veiled.
#pragma once

#include "ui/frame.h"

namespace gf::ui {

/// The snapshot itself, or, if its step asks and no guess was made, or blanks are to be filled in, its veiled likeness, which `veil` holds.
/// If the steps are hidden, nobody is asked, and only the document's own blanks are given.
const Snapshot& veiled(const Snapshot& snapshot, const FrameOptions& options, Veil& veil);

/// Whether the present step asks, or gives blanks, and waits for the answer. The cards of a run are away as long.
bool is_question_open(const Frame& frame);

/// The step that one is at, where it asks; else null.
const Step* asking_step(const Snapshot& snapshot);
/// The guess that was made at the present step; null where there is none.
const Guess* guess_made(const Frame& frame);

}  // namespace gf::ui
