// Sends the camera to what is to be seen: all of the picture, a card, a section, or where the document says.
#pragma once

#include "ui/stage/sights.h"

namespace gf::ui {

/// Sends the camera on its way, eased where the stage isn't still.
void aim(Stage& stage, Camera::Aim how, const Sight& sight);
void aim_at_card(const Frame& frame, Stage& stage, int card);

/// In each frame, before the picture is drawn: the camera follows a picture that is placed anew, and what was asked to be
/// seen (LessonScreen::reveal and those beside it).
void aim_camera(const Frame& frame, Screen& screen, Stage& stage);

}  // namespace gf::ui
