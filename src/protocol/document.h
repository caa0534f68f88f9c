// A document: everything that a reader can change, as one value. The undo history, links and messages of an embedding page hold documents.
#pragma once

#include <compare>
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

/// The value of an input of a lesson: a text or choice (string), a number, a switch (bool), or a matrix without outer axes.
using InputValue = std::variant<bool, double, std::string, Tensor>;

/// The inputs that were set, by name. Every other input of the lesson has its default.
using Inputs = std::map<std::string, InputValue>;

/// A cell of a node: the selected cell, or another cell that has to be named.
struct Selection {
  std::string node;
  Cell cell;
  auto operator<=>(const Selection&) const = default;
};

/// A part of the picture of a whole lesson. Links of earlier versions hold it. Documents keep it, and nothing is drawn from it.
struct CameraLook {
  double x = 0.5, y = 0.5, zoom = 1;
  bool operator==(const CameraLook&) const = default;
};

/// Cells for the reader to fill in, by the name of their node. Each cell is listed once, in reading order (see in_order).
/// Example: {{"weights", {{0, 1, 0}, {0, 1, 1}}}}.
using Blanks = std::map<std::string, std::vector<Cell>>;

/// The reader's view. It changes no number, and a change of the look is no undo step. The look stays when a document is refused or undone,
/// except that the undo of a guided step restores `step` and `selection`.
struct Look {
  std::optional<Selection> selection = {};
  int step = 0;                            // the guided step, zero-based
  std::set<std::string> folded = {};       // sections that the reader folded
  std::set<std::string> opened = {};       // sections that stay open even if there is little room
  std::map<std::string, View> views = {};  // the chosen views of cards, by the name of the node
  /// The chosen matrices of stacks, by the name of a node. Stacks that go together with the node show the same matrix (protocol/look.h).
  std::map<std::string, Index> matrices = {};
  Blanks blanks = {};  // in addition to the blanks of the step
  std::optional<CameraLook> camera = {};
  /// The scene in place of the step's scene, as a line of cards (protocol/scene_line.h). A line of one node shows the node between the
  /// nodes that it reads and the nodes that read it. Empty: the step's scene.
  std::string scene = {};
  bool operator==(const Look&) const = default;
};

/// The content (lesson, inputs and pins) decides the trace; the look decides how the trace is shown.
/// Example: Document{"softmax", {{"beta", 2.0}}}.
struct Document {
  std::string lesson;
  Inputs inputs = {};
  std::vector<Pin> pins = {};
  Look look = {};
  /// Whether the JSON of the document had the field "inputs". If it had, the document means its inputs, even if all have their defaults;
  /// otherwise it may mean a place in a lesson (is_place in protocol/step.h). Comparisons ignore this field.
  bool inputs_given = false;
};

/// Whether content and look are the same.
bool operator==(const Document& a, const Document& b);

bool same_value(const InputValue& a, const InputValue& b);
bool same_inputs(const Inputs& a, const Inputs& b);

/// Whether two documents give the same trace. Ignores the look. Two pins at NaN are the same.
bool same_content(const Document& a, const Document& b);

/// {"lesson": "softmax", "inputs": {"beta": 2}, "pins": [{"node": ..., "cell": [0, 1], "value": 3}], "selection": ..., "step": 0,
/// "folded": ["scores"], "opened": [...], "views": {"weights": "arcs"}, "matrices": {"scores": 2}, "blanks": {"query": [[0, 1], [0, 2]]},
/// "camera": {"x": 0.5, "y": 0.2, "zoom": 3}, "scene": "scores"}. The fields of the look stand beside those of the content. "lesson" and
/// "inputs" are always there; every other field is left out if it has its default.
nlohmann::json to_json(const Document& document);

/// Reads the form of to_json; "inputs" may be missing. Throws InputError that names the field and the expected form.
/// check_document (protocol/schema.h) compares the inputs with the lesson afterwards.
Document document_from_json(const nlohmann::json& json);

/// Reads blanks: {"weights": [[1, 0], [1, 1]]}. Throws InputError that names the node; `where` is the name of the field.
Blanks blanks_from_json(const nlohmann::json& json, const std::string& where);
/// Returns the blanks with each cell once, in reading order, and without nodes that have no cell.
Blanks in_order(Blanks blanks);

/// Returns the form that input_value_from_json reads.
nlohmann::json to_json(const InputValue& value);

/// Reads a value without knowing the input: true, 0.5, "text", [[1, 2], [3, 4]], or null for a matrix that the lesson computes.
/// Throws InputError if the JSON has none of these forms; `where` names the input.
InputValue input_value_from_json(const nlohmann::json& json, const std::string& where);

}  // namespace gf
