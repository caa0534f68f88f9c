// Everything that a user can change, as one value. Undo, links, embedding messages and bug reports are documents.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "core/tensor.h"
#include "protocol/view.h"

namespace gf {

/// A typed input of a lesson: text or choice (string), number, switch (bool) or matrix (one matrix, no outer axes).
using InputValue = std::variant<bool, double, std::string, Tensor>;

/// The inputs that were set explicitly; every other one has its default.
using Inputs = std::map<std::string, InputValue>;

/// The cell that is selected (by keyboard or click) in a panel.
struct Selection {
  std::string node;
  Cell cell;
  auto operator<=>(const Selection&) const = default;
};

/// A part of one picture of all matrices, which links of earlier versions name: it is kept, and nothing looks there.
struct CameraLook {
  double x = 0.5, y = 0.5, zoom = 1;
  bool operator==(const CameraLook&) const = default;
};

/// Cells that are given as blanks, to be filled in, by the name of their node: each once, in reading order.
/// Example: {{"weights", {{0, 1, 0}, {0, 1, 1}}}}.
using Blanks = std::map<std::string, std::vector<Cell>>;

/// The reader's view: it changes no number, is no undo step, and stays when something is undone or refused.
struct Look {
  std::optional<Selection> selection = {};
  int step = 0;                            // of the guided steps, zero-based
  std::set<std::string> folded = {};       // sections whose panels are put away
  std::set<std::string> opened = {};       // sections that stay open although there is little room
  std::map<std::string, View> views = {};  // how a card shows the node that it is about, where it was chosen
  /// Which matrix of a stack is shown, by one node of it: the stacks that go with it show theirs (shown_matrix).
  std::map<std::string, Index> matrices = {};
  Blanks blanks = {};  // beside those that the step gives
  std::optional<CameraLook> camera = {};
  /// The scene that is shown in place of the step's: a line of cards (scene_line.h), or one node with what it is made of and what is made
  /// of it. Empty: the step's own.
  std::string scene = {};
  bool operator==(const Look&) const = default;
};

/// The first three are its content, which decides the trace. Example: Document{"softmax", {{"beta", 2.0}}}.
struct Document {
  std::string lesson;
  Inputs inputs = {};
  std::vector<Pin> pins = {};
  Look look = {};
  /// Whether its JSON had the field "inputs": it is a document then, and no mere place in a lesson, even if all inputs have their defaults.
  bool inputs_given = false;
};

bool operator==(const Document& a, const Document& b);

bool same_value(const InputValue& a, const InputValue& b);
bool same_inputs(const Inputs& a, const Inputs& b);

/// Whether two documents give the same trace: alike but for the look.
bool same_content(const Document& a, const Document& b);

/// {"lesson": "softmax", "inputs": {"beta": 2}, "pins": [{"node": ..., "cell": [0, 1], "value": 3}], "selection": ..., "step": 0,
/// "folded": ["scores"], "opened": [...], "views": {"weights": "arcs"}, "matrices": {"scores": 2}, "blanks": {"query": [[0, 1], [0, 2]]},
/// "camera": {"x": 0.5, "y": 0.2, "zoom": 3}, "scene": "scores"}: the fields of the look stand beside those of the content, and what is as
/// at first is not written.
nlohmann::json to_json(const Document& document);

/// Throws InputError (problem.h) that names the field and what was expected.
Document document_from_json(const nlohmann::json& json);

/// {"weights": [[1, 0], [1, 1]]}. Throws likewise.
Blanks blanks_from_json(const nlohmann::json& json, const std::string& where);
/// The blanks with each cell once, in reading order, and no node without one.
Blanks in_order(Blanks blanks);

nlohmann::json to_json(const InputValue& value);

/// Reads a value by its own form, without a declaration: true, 0.5, "text", [[1, 2], [3, 4]], or null: a matrix left to the lesson.
InputValue input_value_from_json(const nlohmann::json& json, const std::string& where);

}  // namespace gf
