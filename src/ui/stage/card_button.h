// A card as a small picture that leads to its scene.
#pragma once

#include "ui/frame.h"
#include "ui/stage/picture.h"

namespace gf::ui {

/// A card as a picture that is pressed to go there: no control on it can be.
void draw_card_as_button(const Frame& frame, Screen& screen, const Picture& picture, int card, const Box& box, float zoom);

}  // namespace gf::ui
