// Hides a step's answer until the reader has guessed it, and a blank until it is filled in. The whole screen is drawn from a snapshot whose
// trace has the veiled cells.
#pragma once

#include "ui/frame.h"

namespace gf::ui {

/// Returns the veiled copy of a snapshot, which `veil` holds, if its step asks without a guess yet, or if blanks are given. Otherwise
/// returns the snapshot itself. If the page hides the steps, no question is asked, and only the document's own blanks are given.
const Snapshot& veiled(const Snapshot& snapshot, const EmbedOptions& options, Veil& veil);

/// Whether the present step waits for an answer to its question or for its blanks. Meanwhile the cards of a training run are hidden.
bool is_question_open(const Frame& frame);

/// Returns the present step if it asks; otherwise null.
const Step* asking_step(const Snapshot& snapshot);
/// Returns the guess that was made at the present step; null without a guess.
const Guess* guess_made(const Frame& frame);

}  // namespace gf::ui
