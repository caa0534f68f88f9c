// Draws the stage of a scene: cards that fill the window, the arrows between them, and their glides from scene to scene.
#pragma once

#include "ui/box.h"
#include "ui/frame.h"
#include "ui/stage/scene.h"

namespace gf::ui {

/// Draws the scene of the picture into `area`. Returns the scene with the cards for which there is room.
Scene draw_scene(const Frame& frame, Screen& screen, const Picture& picture, const Box& area);

}  // namespace gf::ui
