// Arranges a scene: chooses the cards that have room, their lines, and the places of the callout and of the board of a guess.
#pragma once

#include <imgui.h>

#include "ui/frame.h"
#include "ui/stage/compose.h"
#include "ui/stage/scene.h"

namespace gf::ui {

/// A way of breaking the columns of a scene into lines, and the items of the callout and of the board.
struct Arrangement {
  SceneToCompose scene;
  int callout = -1, board = -1;  // indices in SceneToCompose::items; -1: none
};

/// An arrangement with the boxes of its items.
struct ArrangedScene {
  Arrangement plan;
  ComposedScene composed = {};
  bool scrolls = false;  // the scene may be higher than the stage
};

/// Arranges a scene for a stage of this size in the way that can be read best. If not all cards can be read, removes those that matter
/// least from `scene`. On a `narrow` stage, all cards stand below each other. A stage scrolls if it is narrow, or so low that not all cards
/// can be read in it.
ArrangedScene lay_out_scene(const Frame& frame, Scene& scene, ImVec2 stage, bool narrow);

/// Whether a card is the plane in which the question asks for a place. The guess is made in the plane itself.
bool is_plane_of_question(const Frame& frame, const SceneCard& card);

}  // namespace gf::ui
