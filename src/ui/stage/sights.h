// Returns the sights that the camera takes: the whole picture, a card with its neighbours, or a section.
#pragma once

#include <imgui.h>

#include "ui/box.h"
#include "ui/frame.h"
#include "ui/stage/camera.h"
#include "ui/stage/picture.h"

namespace gf::ui {

inline constexpr float kStageMargin = 14;  // around the picture, design pixels
inline constexpr float kReadable = 0.68f;  // the least zoom at which most digits can be read

/// The part of the screen in which a picture is seen.
struct Stage {
  Box area;
  const Picture& picture;
  Camera& camera;
  float covered = 0;   // the height of the sheet below the area: the picture is made for both, so that it does not change with the sheet
  int focus = -1;      // the card that the guided step is about; -1: none
  bool still = false;  // the camera doesn't glide
  Lens lens;

  ImVec2 window(float u) const { return {area.width() - 2 * kStageMargin * u, area.height() - 2 * kStageMargin * u}; }
  ImVec2 full_window(float u) const { return {window(u).x, window(u).y + covered}; }
};

/// Returns the box around the whole picture, in points of the picture.
Box whole_of(const Picture& picture);
/// Returns the box of a card, or of the folded frame that stands for the card.
const Box& box_of_card(const Picture& picture, int card);

/// Returns the sight of the whole picture.
Sight sight_of_whole(const Frame& frame, const Stage& stage);
/// Returns the sight of a card in the upper part of the stage, with as many neighbours as leave the card readable.
Sight sight_of_card(const Frame& frame, const Stage& stage, int card);
/// Returns the sight of a section, and of the step's focus if the step names the section.
Sight sight_of_section(const Frame& frame, const Stage& stage, const PlacedFrame& placed);

}  // namespace gf::ui
