// Changes cells by dragging, typing, pasting and holding, and copies cells. Each change is a command. A drag begins with `begin_scrub`;
// typing begins with `begin_cell_edit`, and ends with `enter_cell_edit` or `finish_cell_edit`.
#pragma once

#include <imgui.h>

#include <string>

#include "ui/frame.h"

namespace gf::ui {

/// Returns the published and the corrected value of a marked cell, and the slip that made the difference, in words.
std::string mark_text(const Frame& frame, const Mark& mark);

/// Begins a drag that changes a cell, unless the cell is veiled.
void begin_scrub(Screen& screen, const TraceNode& node, const Cell& cell, ImVec2 pointer);
/// Sends the value at the pointer, once the pointer has moved far enough to be a drag. A finger that moves up or down ends the drag, since
/// it scrolls.
void continue_scrub(const Frame& frame, Screen& screen, ImVec2 pointer);
/// Returns the size of one step of a drag: a tenth of the power of ten at or below the value's magnitude, of which 0.1 is the least. A
/// `fine` step is a tenth of that. Example: a step is 0.1 for 3.2, and 0.01 for 0.5.
float drag_increment(float start, bool fine);

/// Opens the text field on a cell, unless the cell is locked, veiled or a blank that is filled in. `typed` replaces the old value if it is
/// not empty. `panel` is the panel that draws the field; -1: the first panel that shows the cell.
void begin_cell_edit(const Frame& frame, Screen& screen, const CellReference& at, int panel, const std::string& typed = {});
/// Ends an edit whose field was not drawn in this frame. The text of a field that was scrolled away, or whose panel is gone, is sent. A
/// field that never opened, since no grid draws its cell, is closed after some frames: otherwise the screen would get no keys.
void end_undrawn_cell_edit(const Frame& frame, Screen& screen);
/// Closes the text field, if one is open, and sends its text if the reader changed it.
void finish_cell_edit(const Frame& frame, Screen& screen);
/// Finishes the open text field if its text is a number. Otherwise the field stays open with the text and says what is wrong. Returns
/// whether the field closed.
bool enter_cell_edit(const Frame& frame, Screen& screen);

/// Whether a command changes a cell that is veiled in the drawn trace. The screen sends no such command.
bool edits_veiled_cell(const Trace& trace, const Command& command);

/// Draws the entries of a cell's menu in an open popup, and carries out the pressed entry.
void cell_menu(const Frame& frame, Screen& screen, const CellReference& at, int panel);
/// Copies the value of a cell to the clipboard.
void copy_cell(const Frame& frame, const CellReference& at);
/// Copies the matrix of a cell to the clipboard, with tabs between columns.
void copy_matrix(const Frame& frame, const CellReference& at);
/// Pastes the clipboard from a cell on, or into a blank as its number.
void paste_at(const Frame& frame, Screen& screen, const CellReference& at);

}  // namespace gf::ui
