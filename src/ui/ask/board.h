// The picture in which shares, an amount or a place are guessed: one whole that is cut by dividers, a bar whose end is dragged, a plane. It
// has its own place in the scene. Once the guess is made, truth and guess stand in it to the same scale.
#pragma once

#include "ui/elastic.h"
#include "ui/frame.h"

namespace gf::ui {

/// Whether the present step has one, before its guess and after it. That of a place is left out if a card shows the plane itself.
bool has_board(const Frame& frame);
/// The sizes between which it fills any.
Elastic elastic_of_board(const Frame& frame);
/// Whether it is as high as it is wide, so that it stands beside the focus and not below it.
bool is_board_tall(const Frame& frame);
void draw_board(const Frame& frame, Screen& screen, const Box& box);

}  // namespace gf::ui
