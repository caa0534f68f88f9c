// Small pictures of cards, which lead to them: on a narrow screen, of what the card in sight is made from, and of what is made from it.
#pragma once

#include "ui/stage/sights.h"

namespace gf::ui {

/// What the strip of neighbours takes of the height of a window for the picture; 0 where there is none.
float neighbours_height(const Frame& frame, ImVec2 window);

/// The strip: it can be swiped, and each picture in it pressed. `box`: below the stage.
void draw_neighbours(const Frame& frame, Screen& screen, const Stage& stage, const Box& box);

/// A card as a picture that is pressed to go there: no control on it can be.
void draw_card_as_button(const Frame& frame, Screen& screen, const Picture& picture, int card, const Box& box, float zoom);

}  // namespace gf::ui
