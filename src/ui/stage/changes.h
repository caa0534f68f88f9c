// Finds the cells that an edit changed, so that they glow.
#pragma once

#include "ui/frame.h"

namespace gf::ui {

/// Compares the frame's trace with the trace before it, if both have the same lesson and nodes. The changes of a drag follow each other
/// quickly: each of them is compared with the trace before the first. Marks no cell while a model trains.
void note_changes(const Frame& frame, Screen& screen);

}  // namespace gf::ui
