// Which cards a step shows: those that it names, or what it is about with what that is made of and what is made of it.
#pragma once

#include <string>
#include <vector>

#include "protocol/scene_line.h"
#include "ui/stage/picture.h"

namespace gf::ui {

/// The role of a card in relation to the one in focus.
enum class SceneRole { focus, operand, result, context };

struct SceneCard {
  PictureCard shown;  // with the view that the scene shows it in first
  int card = -1;      // of the picture
  SceneRole role = SceneRole::context;
};

/// From a card that is read to the one that reads it, by their places in Scene::cards.
struct SceneRead {
  int from = -1, to = -1;
  bool told = false;  // by an author alone: the trace has steps between the two
};

struct Scene {
  std::vector<SceneCard> cards;
  int focus = -1;  // by its place in `cards`; -1: there is none
  std::vector<SceneRead> reads;
  /// Columns of places in `cards` from left to right, and what stands before each; a scene that an author wrote says where its lines begin.
  struct Column {
    std::vector<int> cards;
    SceneJoint before = SceneJoint::arrow;
    bool begins_line = false;
  };
  std::vector<Column> columns;
  bool written = false;  // by an author: lines stay as they are
};

inline constexpr std::size_t kMostSceneCards = 7;

/// The scene of a picture: of the node that the document's look names, else of the selected cell if the step's lacks it, else of the step,
/// else of the last card. While the film plays a node that it lacks, it is the scene of that node.
Scene scene_of(const Frame& frame, const Picture& picture);

}  // namespace gf::ui
