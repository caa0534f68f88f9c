// The stage of a scene: its cards laid out to fill the window, the arrows between them, and what moves from one scene to the next.
#pragma once

#include "ui/box.h"
#include "ui/frame.h"
#include "ui/stage/scene.h"

namespace gf::ui {

/// Draws the scene of the picture into a part of the screen, and returns it, with the cards for which there is room.
Scene draw_scene(const Frame& frame, Screen& screen, const Picture& picture, const Box& area);

}  // namespace gf::ui
