// Draws a card of the plan as a button that leads to the card's scene.
#pragma once

#include "ui/box.h"
#include "ui/frame.h"
#include "ui/stage/picture.h"

namespace gf::ui {

/// Draws a card as a small picture. The whole card is one button, and its controls can't be pressed.
void draw_card_as_button(const Frame& frame, Screen& screen, const Picture& picture, int card, const Box& box, float zoom);

}  // namespace gf::ui
