// The frames of the picture: sections with a name, which fold.
#pragma once

#include "ui/frame.h"
#include "ui/stage/camera.h"
#include "ui/stage/picture.h"

namespace gf::ui {

/// Draws all frames and their titles; a press on a title folds the frame, one on a folded frame opens it.
void draw_frames(const Frame& frame, Screen& screen, const Picture& picture, const Lens& lens);

/// Whether the focused cell is on a card, or was made from a cell on it.
bool lit_card(const Frame& frame, const Picture& picture, int card);

/// How what a card shows has to do with the focused cell: its own, its
/// operands and results at one hop, and all that comes before and after.
enum class Kinship { none, own, operand, result, before, after };
Kinship kinship_of(const Frame& frame, const PictureCard& card);

}  // namespace gf::ui
