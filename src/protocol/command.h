// What a user can do, as data. The user interface returns commands; the session carries them out.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "protocol/document.h"
#include "protocol/step.h"

namespace gf {

struct OpenLesson {
  std::string lesson;
};  // leaves the present one with its work kept
struct ApplyPreset {
  std::string preset;
};
/// The state that a guided step speaks of, as one undo step.
struct ShowExample {
  StepExample example;
};
struct ResetLesson {};  // all inputs back to their defaults, no pins
/// Sets one input. Successive values with the same non-zero `gesture` (a drag, a slider) are one undo step.
struct SetInput {
  std::string input;
  InputValue value;
  int gesture = 0;
};
/// What was typed for one input or one cell of a matrix input, still text: the session reads it and says what is wrong.
struct TypeInput {
  std::string input;
  std::string text;
};
struct TypeCell {
  std::string node;
  Cell cell;
  std::string text;
};
/// Sets one cell by dragging. On an input's node it edits the input, on a computed node it pins the cell.
struct SetCell {
  std::string node;
  Cell cell;
  float value = 0;
  int gesture = 0;
};
/// A block copied from a spreadsheet: tabs or commas or semicolons between columns, lines between rows; lands with its upper left at
/// `cell`.
struct PasteCells {
  std::string node;
  Cell cell;
  std::string text;
};
struct LiftPin {
  std::string node;
  Cell cell;
};
struct LiftAllPins {};
struct Select {
  std::string node;
  Cell cell;
};  // not an undo step
struct Deselect {};
struct GoToStep {
  int step = 0;
};  // not an undo step
/// Puts the panels of a section away, or back. Not an undo step.
struct Fold {
  std::string section;
  bool folded = true;
};
/// Holds a cell at the value that it has now.
struct HoldCell {
  std::string node;
  Cell cell;
};
/// Asks for the finite difference (L(x + h) - L(x - h)) / 2h beside the gradient in this cell of a node "d_x".
struct EstimateGradient {
  std::string node;
  Cell cell;
};
/// What the buttons of a training run do.
struct TrainingCommand {
  enum class Kind {
    play,
    pause,
    step,     // one optimisation step
    epoch,    // all training examples once
    restart,  // back to the same first weights, with an empty record
    view,     // look at record `record`; -1 follows the run
    keep,     // keep this run to compare with; the next one starts from the present settings
    drop_kept,
  };
  Kind kind = Kind::play;
  int record = -1;
};
struct Undo {};
struct Redo {};
struct LoadDocument {
  Document document;
};
struct LoadLink {
  std::string text;
};  // what stands behind #d= in the address
struct DismissProblem {};

using Command = std::variant<OpenLesson, ApplyPreset, ShowExample, ResetLesson, SetInput, TypeInput, TypeCell, SetCell, PasteCells, LiftPin,
                             LiftAllPins, Select, Deselect, GoToStep, Fold, HoldCell, EstimateGradient, TrainingCommand, Undo, Redo,
                             LoadDocument, LoadLink, DismissProblem>;

}  // namespace gf
