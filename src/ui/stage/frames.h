// Draws the frames of the picture: sections with a name, which fold. Says how a card is related to the focused cell.
#pragma once

#include "ui/frame.h"
#include "ui/stage/camera.h"
#include "ui/stage/picture.h"

namespace gf::ui {

/// Draws all frames and their titles. A press on a title folds the frame, and a press on a folded frame opens the frame.
void draw_frames(const Frame& frame, Screen& screen, const Picture& picture, const Lens& lens);

/// The relation of a card to the focused cell. `own`: the card shows the cell. `operand` and `result`: the card shows cells one hop before
/// or after the cell. `before` and `after`: over several hops.
enum class Kinship { none, own, operand, result, before, after };
/// Returns the closest kinship of all nodes on a card; the kinship of its subject comes first if the card shows no gradient.
Kinship kinship_of(const Frame& frame, const PictureCard& card);

}  // namespace gf::ui
