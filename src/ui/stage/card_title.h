// Returns the titles of panels and cards, and draws the title of a card that is seen from far.
#pragma once

#include <string>

#include "ui/box.h"
#include "ui/frame.h"
#include "ui/stage/picture.h"

namespace gf::ui {

/// Returns the node that a panel is about.
const TraceNode& subject(const Frame& frame, const PanelView& panel);

/// Returns the title of a panel: "Space B: Weights". With `inside`, leaves out the words that the title of its frame begins with:
/// "Weights".
std::string title_of(const Frame& frame, const PanelView& panel, bool inside = false);

/// Returns the title of a card: "Attention weights, all heads".
std::string card_title(const Frame& frame, const PictureCard& card);

/// Draws the title alone in a line of this height at the top of a card. Its letters keep the size of small text on the screen. If there
/// is little room, draws a shorter title.
void draw_far_title(const Frame& frame, const PictureCard& card, const Box& box, float height);

}  // namespace gf::ui
