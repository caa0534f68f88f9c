// How an author says which cards a step shows, and how they stand to each other.
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
  std::string node;  // or "@loss", a card of the run
  bool focus = false;
  std::optional<View> view = {};  // empty: as the card shows it
  bool operator==(const NamedCard&) const = default;
};

/// Cards below each other, and what stands before them; a column begins a line of the scene or follows another one.
struct NamedColumn {
  std::vector<NamedCard> cards;
  SceneJoint before = SceneJoint::none;
  bool begins_line = false;
  bool operator==(const NamedColumn&) const = default;
};

using SceneSpec = std::vector<NamedColumn>;

/// Reads `query / key -> scores -> weights* | weights x value = output as arcs`: `*` is the focus, `/` below, `|` the next line; between
/// columns stand
/// `->`, `+`, `x`, `=` or `,` (nothing). Without a `*` the last card is the focus. An empty line is an empty scene.
/// If a card is expected, `x` is the node of that name.
/// Throws std::invalid_argument if the line says something else.
SceneSpec read_scene_line(std::string_view line);

}  // namespace gf
