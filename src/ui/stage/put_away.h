// Which frames of a picture are closed, so that the rest can be seen.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "protocol/document.h"
#include "ui/stage/place.h"

namespace gf::ui {

struct RoomForCards {
  ImVec2 window;
  float unit = 1;
  bool one_column = false;
  std::string focus;  // the section of what the step is about
};

/// The frames that the reader closed, and those for which there is no room: first those that stand after the flow (weights and their
/// gradients), where the rest can be read then; after that innermost frames, large ones first, until the names of the rest can be read.
/// A frame that the reader opened stays open, and so does one around what the step is about.
std::set<std::string> frames_to_put_away(const Look& look, const std::vector<CardToPlace>& cards, const PlacementSizes& sizes,
                                         const RoomForCards& room);

}  // namespace gf::ui
