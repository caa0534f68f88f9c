// The arrows of the picture.
#pragma once

#include "ui/frame.h"
#include "ui/stage/camera.h"
#include "ui/stage/picture.h"

namespace gf::ui {

/// Draws all arrows; those between the focused cell and what it is made from stand out.
void draw_arrows(const Frame& frame, const Picture& picture, const Lens& lens);

}  // namespace gf::ui
