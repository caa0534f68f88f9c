// Places the cards of a scene: sizes in, boxes out. Pure: it knows no trace and no screen.
#pragma once

#include <vector>

#include "ui/box.h"
#include "ui/elastic.h"

namespace gf::ui {

/// A card of a scene, with its title and margins in its size.
struct SceneItem {
  Elastic size;
  float weight = 1;  // how much its size counts: the focus counts more than what is around it
  bool operator==(const SceneItem&) const = default;
};

/// Cards below each other, and the room before them: for an arrow and its words, or a sign.
struct SceneColumn {
  std::vector<int> items;  // by their place in SceneToCompose::items
  float before = 0;
  bool operator==(const SceneColumn&) const = default;
};

/// Columns beside each other, on one line of the scene, and the room above them.
struct SceneLine {
  std::vector<SceneColumn> columns;
  float above = 0;
  bool operator==(const SceneLine&) const = default;
};

struct SceneToCompose {
  std::vector<SceneItem> items;
  std::vector<SceneLine> lines;
  float between = 0;  // cards of a column
  bool operator==(const SceneToCompose&) const = default;
};

struct ComposedScene {
  std::vector<Box> boxes;  // of the items
  float height = 0;        // of all of it: more than the stage where the stage scrolls
  float quality = 0;       // how well the cards can be read: 1 if all have a good size, more up to where larger adds nothing
  bool fits = true;        // no card is smaller than its least size
};

/// Composes a scene for a stage of this size. Each line takes the whole width. Every card gets its least size first, then a good one, then
/// what is left up to its largest; what nobody takes stands around and between the cards. With `scrolls` a line is as high as is good,
/// whatever the stage is. Example: two cards of 100 x 50 in one line, of which neither grows, stand in the middle of a stage of 300 x 100.
ComposedScene compose(const SceneToCompose& scene, ImVec2 stage, bool scrolls = false);

}  // namespace gf::ui
