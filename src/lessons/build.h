// The result of a lesson for its inputs: a tape, and the panels that show its nodes.
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
  std::map<std::string, std::vector<std::string>> words;       // by text input: words that are offered while one of them is typed
  std::map<std::string, std::vector<std::string>> next_words;  // by text input: words that could come next
  std::map<std::string, CodeReply> replies;                    // by text input: replies to the reader's code
  std::vector<std::pair<NodeId, std::string>> input_nodes;     // nodes that show and edit an input
  std::vector<std::pair<NodeId, std::vector<Mark>>> marks;
  std::shared_ptr<const NamedTensors> trained;  // the weights of the training run, named as their nodes; null without a run
  std::string gradients_of;                     // the node whose gradients the lesson appended itself; empty: none

  /// Lists a panel of one node. Nodes that are not on the tape are left out of any panel, and a panel without nodes is not listed.
  void show(View view, const std::string& node, const std::string& section);
  void show(View view, NodeId node, const std::string& section) { show(view, tape[node].name, section); }
  /// Lists a panel for each of several nodes.
  void show_each(View view, const std::vector<std::string>& nodes, const std::string& section);
  /// Lists one panel of several nodes.
  void show_together(View view, std::vector<std::string> nodes, const std::string& section);

  /// Appends a parameter node that shows and edits the matrix input of this name.
  NodeId input_matrix(const std::string& input, Tensor value, Label label);
};

/// Throws InputError "wrong_shape" unless the matrix has this shape. `because` has the shape in words, as inputs declare it: "(tokens,
/// width)".
void expect_shape(const std::string& where, const Tensor& matrix, Index rows, Index cols, const std::string& because);

}  // namespace gf
