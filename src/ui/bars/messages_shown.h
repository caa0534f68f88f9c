// Shows messages about an edit or a result, floating over the panels.
#pragma once

#include <imgui.h>

#include "ui/frame.h"

namespace gf::ui {

/// Draws the problem of the last edit or the notice of the session, at the top of the panels.
void draw_problem(const Frame& frame, Screen& screen, ImVec2 top_left, float width);
/// Names the first cell that is not finite, at the foot of the panels. A press on the message selects that cell.
void draw_not_finite(const Frame& frame, Screen& screen, ImVec2 bottom_left, float width);
/// Says which characters no font has, at the foot of the panels, until the reader closes the message.
void draw_missing_letters(const Frame& frame, Screen& screen, ImVec2 bottom_left, float width);

}  // namespace gf::ui
