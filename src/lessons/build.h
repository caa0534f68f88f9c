// The result of a lesson for its inputs: a tape, and what the bench shows of it.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "autograd/tape.h"
#include "core/named_tensors.h"
#include "lessons/lesson.h"
#include "protocol/trace.h"

namespace gf {

/// The tape and the panels that a lesson builds.
struct LessonBuild {
  explicit LessonBuild(std::vector<Pin> pins, Replay* replay = nullptr, TraceMemo* memo = nullptr)
      : tape(std::move(pins), replay, {memo}) {}

  Tape tape;
  std::vector<Panel> panels;
  std::vector<MapBlock> map;
  std::vector<Note> notes;
  std::map<std::string, std::vector<std::string>> words;       // that a text input may have: offered while one of them is typed
  std::map<std::string, std::vector<std::string>> next_words;  // that a text input could go on with
  std::map<std::string, CodeReply> replies;                    // to code, by the text input that it is in
  std::vector<std::pair<NodeId, std::string>> input_nodes;     // nodes that show and edit an input
  std::vector<std::pair<NodeId, std::vector<Mark>>> marks;
  std::shared_ptr<const NamedTensors> trained;  // the weights of the training run: nodes of their names; null where there is none
  std::string gradients_of;                     // the node that the lesson itself took gradients of; empty: none

  /// Lists a panel of one node. Here as below, nodes that are not on the tape are left out, and a panel without nodes is not listed.
  void show(View view, const std::string& node, const std::string& section);
  void show(View view, NodeId node, const std::string& section) { show(view, tape[node].name, section); }
  /// A panel for each of several nodes.
  void show_each(View view, const std::vector<std::string>& nodes, const std::string& section);
  /// One panel of several nodes.
  void show_together(View view, std::vector<std::string> nodes, const std::string& section);

  /// A parameter node that shows and edits the matrix input of that name.
  NodeId input_matrix(const std::string& input, Tensor value, Label label);
};

/// Throws InputError "wrong_shape" unless the matrix has this shape. `because` says it in words, as inputs declare it: "(tokens, width)".
void expect_shape(const std::string& where, const Tensor& matrix, Index rows, Index cols, const std::string& because);

}  // namespace gf
