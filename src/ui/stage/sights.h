// The views of a picture that the camera takes: all of it, a card with what it is made from, a section.
#pragma once

#include "ui/stage/camera.h"
#include "ui/stage/picture.h"

namespace gf::ui {

inline constexpr float kStageMargin = 14;  // around the picture, design pixels
inline constexpr float kReadable = 0.68f;  // the zoom from which on digits can be read, if not all of them

/// The part of the screen in which a picture is seen.
struct Stage {
  Box area;
  const Picture& picture;
  Camera& camera;
  float covered = 0;   // below the area, by the sheet: the picture is made for both, so that it stays as it is when the sheet opens
  int focus = -1;      // the card that the guided step is about
  bool still = false;  // the camera doesn't glide
  Lens lens;

  ImVec2 window(float u) const { return {area.width() - 2 * kStageMargin * u, area.height() - 2 * kStageMargin * u}; }
  ImVec2 full_window(float u) const { return {window(u).x, window(u).y + covered}; }
};

Box whole_of(const Picture& picture);
const Box& box_of_card(const Picture& picture, int card);

/// All of the picture; of a column as much as there is room for, from what the step is about on.
Sight sight_of_whole(const Frame& frame, const Stage& stage);
/// A card with its neighbours, as many as leave it readable, in the upper two thirds.
Sight sight_of_card(const Frame& frame, const Stage& stage, int card);
/// The same sight with the picture moved up until a card stands in the upper two thirds, near the caption, or at the top; where
/// there is something `around` it, until that is at the top.
Sight lifted(const Frame& frame, const Stage& stage, Sight sight, int card, const Box* around = nullptr);
/// A section, with the focus of the step that names it.
Sight sight_of_section(const Frame& frame, const Stage& stage, const PlacedFrame& placed);

}  // namespace gf::ui
