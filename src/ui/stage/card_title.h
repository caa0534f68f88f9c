// The title of a card, and its name alone as it is drawn from far.
#pragma once

#include <string>

#include "ui/frame.h"
#include "ui/stage/picture.h"

namespace gf::ui {

/// The node that a panel is about.
const TraceNode& subject(const Frame& frame, const PanelView& panel);

/// "Space B: Weights"; `inside` its frame without what the title of that has said already: "Weights".
std::string title_of(const Frame& frame, const PanelView& panel, bool inside = false);

/// "Attention weights, all heads" of what a card shows.
std::string card_title(const Frame& frame, const PictureCard& card);

/// From far the title alone, at the size of text on the screen, in a line of this height at the top of a card; a short one where there is
/// little room.
void draw_far_title(const Frame& frame, const PictureCard& card, const Box& box, float height);

}  // namespace gf::ui
