// Chooses the frames of a picture that are closed, so that the rest can be read.
#pragma once

#include <imgui.h>

#include <set>
#include <string>
#include <vector>

#include "protocol/document.h"
#include "ui/stage/place.h"

namespace gf::ui {

/// The room for the cards of a picture.
struct RoomForCards {
  ImVec2 window;
  std::string focus;  // the section that the step is about; empty: none
};

/// Returns the frames that the reader closed, and the frames for which there is no room.
/// First puts away frames that stand after the flow (weights and their gradients), until the other cards can be read.
/// Then puts away inner frames before outer frames, large frames first, until the names of the other cards can be read.
/// A frame that the reader opened stays open. So does a frame around the section that the step is about.
std::set<std::string> frames_to_put_away(const Look& look, const std::vector<CardToPlace>& cards, const PlacementSizes& sizes,
                                         const RoomForCards& room);

}  // namespace gf::ui
