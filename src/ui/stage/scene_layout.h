// The arrangement of a scene: which cards there is room for, on which lines they stand, and where the callout and the board of a guess are.
#pragma once

#include "ui/frame.h"
#include "ui/stage/compose.h"
#include "ui/stage/scene.h"

namespace gf::ui {

/// A way of breaking the columns of a scene into lines, and the items of the callout and of the board.
struct Arrangement {
  SceneToCompose scene;
  int callout = -1, board = -1;  // -1: there is none
};

struct ArrangedScene {
  Arrangement plan;
  ComposedScene composed = {};
  bool scrolls = false;  // it may be higher than the stage
};

/// Arranges a scene for a stage of this size in the way that can be read best. If not all cards can be read, the scene loses those that
/// matter least. On a `narrow` stage all of them stand below each other. A stage scrolls if it is narrow, or so low that not all cards can
/// be read in it.
ArrangedScene lay_out_scene(const Frame& frame, Scene& scene, ImVec2 stage, bool narrow);

/// Whether a card is the plane in which a place is asked: it is a picture for the guess itself.
bool is_plane_of_question(const Frame& frame, const SceneCard& card);

}  // namespace gf::ui
