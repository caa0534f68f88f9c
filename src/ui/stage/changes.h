// The changes that an edit made, from trace to trace.
#pragma once

#include "ui/frame.h"

namespace gf::ui {

/// Compares the frame's trace with the one before it, if both are of the same lesson with the same nodes. A change that follows within a
/// moment (a drag) is compared with what was there before the first change. Nothing is marked while a model trains.
void note_changes(const Frame& frame, Screen& screen);

}  // namespace gf::ui
