// Draws the arrows between the cards of a picture.
#pragma once

#include "ui/frame.h"
#include "ui/stage/camera.h"
#include "ui/stage/picture.h"

namespace gf::ui {

/// Draws all arrows. Arrows on the way to and from the focused cell are coloured, and arrows at one hop from the cell are thicker.
void draw_arrows(const Frame& frame, const Picture& picture, const Lens& lens);

}  // namespace gf::ui
