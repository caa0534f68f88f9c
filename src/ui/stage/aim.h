// Sends the camera to the whole picture, to a card or to a section. The stage calls `aim_camera` in each frame; a press or a film calls
// `aim` or `aim_at_card`.
#pragma once

#include "ui/frame.h"
#include "ui/stage/camera.h"
#include "ui/stage/sights.h"

namespace gf::ui {

/// Sends the camera to `sight`: at once if the stage is still, otherwise eased. `how` says what the camera keeps in sight from then on.
void aim(Stage& stage, Camera::Aim how, const Sight& sight);
/// Sends the camera to a card with its neighbours.
void aim_at_card(const Frame& frame, Stage& stage, int card);

/// Moves the camera on. Follows a picture that is placed anew. Shows the section that `LessonScreen::reveal_section` names. If `reveal`
/// names a node, leaves the plan, since the scene shows the node. Call it in each frame, before the picture is drawn.
void aim_camera(const Frame& frame, Screen& screen, Stage& stage);

}  // namespace gf::ui
