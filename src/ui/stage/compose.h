// Places the cards of a scene. `compose` is a pure function from sizes to boxes, which knows no trace and no screen.
#pragma once

#include <imgui.h>

#include <vector>

#include "ui/box.h"
#include "ui/elastic.h"

namespace gf::ui {

/// A card of a scene. Its size includes its title and margins.
struct SceneItem {
  Elastic size;
  float weight = 1;  // how much the size counts: the focus counts more than the cards around it
  bool operator==(const SceneItem&) const = default;
};

/// Cards below each other.
struct SceneColumn {
  std::vector<int> items;  // indices in SceneToCompose::items
  float before = 0;        // the room before the column, for an arrow and its words, or for a sign
  bool operator==(const SceneColumn&) const = default;
};

/// Columns beside each other, on one line of the scene.
struct SceneLine {
  std::vector<SceneColumn> columns;
  float above = 0;  // the room above the line
  bool operator==(const SceneLine&) const = default;
};

struct SceneToCompose {
  std::vector<SceneItem> items;
  std::vector<SceneLine> lines;
  float between = 0;  // the gap between the cards of a column
  bool operator==(const SceneToCompose&) const = default;
};

struct ComposedScene {
  std::vector<Box> boxes;  // one for each item
  float height = 0;        // of the whole scene: at least the height of the stage, and more if the stage scrolls
  float quality = 0;       // how well the cards can be read: from 1 if all have a good size
  bool fits = true;        // no card is smaller than its least size
};

/// Composes a scene for a stage of this size. Each line takes the whole width. Every card gets its least size first, then a good size, then
/// the rest up to its largest size. Room that no card takes is spread around and between the cards. With `scrolls`, each line has at least
/// its good height, and the scene may be higher than the stage. Then no card is higher than its good height. Example: two cards of 100 x 50
/// in one line, neither of which can grow, stand in the middle of a stage of 300 x 100.
ComposedScene compose(const SceneToCompose& scene, ImVec2 stage, bool scrolls = false);

}  // namespace gf::ui
