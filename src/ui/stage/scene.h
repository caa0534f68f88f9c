// Chooses the cards that a step shows: the cards that the step names, or its focus with the operands and the results of the focus.
#pragma once

#include <cstddef>
#include <vector>

#include "protocol/scene_line.h"
#include "ui/frame.h"
#include "ui/stage/picture.h"

namespace gf::ui {

/// The role of a card in relation to the card in focus.
enum class SceneRole { focus, operand, result, context };

struct SceneCard {
  PictureCard shown;  // the card, with the view that the scene wants first
  int card = -1;      // the index of the card in the picture
  SceneRole role = SceneRole::context;
};

/// A read: the card `to` reads the card `from`. Both are indices in Scene::cards.
struct SceneRead {
  int from = -1, to = -1;
  bool by_author = false;  // only the author draws the arrow: in the trace, other nodes stand between the two cards
};

struct Scene {
  std::vector<SceneCard> cards;
  int focus = -1;  // the index of the focus in `cards`; -1: none
  std::vector<SceneRead> reads;
  /// Cards that stand below each other.
  struct Column {
    std::vector<int> cards;                 // indices in Scene::cards
    SceneJoint before = SceneJoint::arrow;  // the sign or arrow before the column
    bool begins_line = false;               // an author's scene begins a line with the column
  };
  std::vector<Column> columns;  // from left to right
  bool written = false;         // an author wrote the scene: its lines stay as they are
};

inline constexpr std::size_t kMostSceneCards = 7;

/// Returns the scene of a picture: the scene that the document's look names, otherwise the scene of the step, otherwise the scene around
/// the selected cell or the last card. If the step's scene lacks the selected node, returns the scene around that node. If the scene lacks
/// the node that the film plays, returns the scene around that node.
Scene scene_of(const Frame& frame, const Picture& picture);

}  // namespace gf::ui
