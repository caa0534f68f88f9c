// Reads a scene line, with which an author says which cards a step shows, in which columns, and with which signs between them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/view.h"

namespace gf {

/// The sign between two columns of a scene.
enum class SceneJoint { none, arrow, plus, times, equals };

/// A card of a scene.
struct NamedCard {
  std::string node;  // or a card of the training run, such as "@loss"
  bool focus = false;
  std::optional<View> view = {};  // none: the usual view of the card
  bool operator==(const NamedCard&) const = default;
};

/// A column of a scene.
struct NamedColumn {
  std::vector<NamedCard> cards;          // from top to bottom
  SceneJoint before = SceneJoint::none;  // the sign between the column to the left and this column
  bool begins_line = false;              // the column is the first of its line
  bool operator==(const NamedColumn&) const = default;
};

using SceneSpec = std::vector<NamedColumn>;

/// Reads a line such as `query / key -> scores -> weights* | weights x value = output as arcs`.
/// The star marks the card in focus; without a star, the last card is in focus. "/" puts the next card below. "->", "+", "x", "=" and ","
/// begin a column with this sign before it, and the comma stands for no sign. "|" begins a line. "as" sets the view of the card.
/// If a card is expected, `x` is the node of that name. An empty line is an empty scene.
/// Throws std::invalid_argument for any other line, and for a line with several cards in focus.
SceneSpec read_scene_line(std::string_view line);

}  // namespace gf
