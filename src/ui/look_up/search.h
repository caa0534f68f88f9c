// Searches lessons, their steps, the glossary and the cards of the open lesson. search_button or a key calls open_search, and draw_search
// draws the sheet.
#pragma once

#include "ui/frame.h"

namespace gf::ui {

/// Opens the sheet of the search in the next call of draw_search, and asks for all texts.
void open_search(Screen& screen);

/// Draws a button that opens the search.
void search_button(const Frame& frame, Screen& screen, ImVec2 size);

/// Draws the sheet over the screen while it is open. Call once a frame.
void draw_search(const Frame& frame, Screen& screen);

}  // namespace gf::ui
