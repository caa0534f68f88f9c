// Changing cells: dragging, typing, pasting, holding at a value, copying. All of it ends in commands.
#pragma once

#include "ui/frame.h"

namespace gf::ui {

/// Published and corrected value of a marked cell, and the slip that made the difference.
std::string mark_text(const Frame& frame, const Mark& mark);

void begin_scrub(Screen& screen, const TraceNode& node, const Cell& cell, ImVec2 pointer);
/// Sends the value for where the pointer is, once it has moved far enough to be a drag. A finger that moves up or down scrolls instead.
void continue_scrub(const Frame& frame, Screen& screen, ImVec2 pointer);
/// Returns the size of one step of a drag: a hundredth of the value's own magnitude, rounded to a power of ten.
float drag_increment(float start, bool fine);

/// Opens the text field on a cell; `typed` replaces the old value when it is not empty.
void begin_cell_edit(const Frame& frame, Screen& screen, const CellReference& at, int panel, const std::string& typed = {});
/// Sends what stands in the text field, if any, and closes it.
/// Ends an edit whose field was not drawn in this frame. The text of a field that was scrolled away, or whose panel is gone, counts. A
/// field that never opened, since no grid draws its cell, is given up after some frames: otherwise it would keep the keys from everything
/// else.
void end_undrawn_cell_edit(const Frame& frame, Screen& screen);
void finish_cell_edit(const Frame& frame, Screen& screen);
/// Likewise if it is a number. Otherwise the field stays open with what was typed, to be corrected, and says what is wrong. Returns whether
/// it closed.
bool enter_cell_edit(const Frame& frame, Screen& screen);

/// Whether a command changes a cell that is veiled in the trace as it is drawn: nothing on the screen may do so.
bool edits_veiled_cell(const Trace& trace, const Command& command);

/// The entries of the menu of a cell.
void cell_menu(const Frame& frame, Screen& screen, const CellReference& at, int panel);
void copy_cell(const Frame& frame, const CellReference& at);
void copy_matrix(const Frame& frame, const CellReference& at);
void paste_at(const Frame& frame, Screen& screen, const CellReference& at);

}  // namespace gf::ui
