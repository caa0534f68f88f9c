// Commands of a user, as data. The user interface returns commands; the session carries them out.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "protocol/ask.h"
#include "protocol/course.h"
#include "protocol/document.h"

namespace gf {

struct OpenLesson {
  std::string lesson;
};  // leaves the present one with its work kept
struct ApplyPreset {
  std::string preset;
};
struct ResetLesson {};  // all inputs back to their defaults, no pins
/// Sets one input. Successive values with the same non-zero `gesture` (a drag, a slider) are one undo step.
struct SetInput {
  std::string input;
  InputValue value;
  int gesture = 0;
};
/// The text typed for one input or one cell of a matrix input: the session reads it and says what is wrong.
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
/// Goes to a guided step, which brings the state that it speaks of and selects its cell: both together are one undo step. If the reader is
/// there already, what was changed since is set back.
struct GoToStep {
  int step = 0;
};
/// A guess for a step that asks, as it is written (protocol/answers.h): an empty one asks to be shown, none takes the guess back. Not an
/// undo step.
struct Answer {
  std::string step;  // its id
  std::optional<GuessNumbers> guess;
};
/// The text typed into a blank (protocol/blanks.h): an empty text asks to be shown, none takes it back. Not an undo step.
struct Fill {
  std::string node;
  Cell cell;
  std::optional<std::string> text;
  int hints = 0;  // the size of the largest hint that was taken for it
};
/// Gives these cells as blanks, and no others beside those of the step. Not an undo step.
struct SetBlanks {
  Blanks blanks;
};
/// Brings back the last document that the reader changed themselves, as it was before a step, a preset or a reset took its place.
struct BringOwn {};
/// Puts the panels of a section away, or back: then they stay, although there may be little room. Not an undo step.
struct Fold {
  std::string section;
  bool folded = true;
};
/// Shows the card of a node in another way; without one, in its usual way. Not an undo step.
struct ChooseView {
  std::string node;
  std::optional<View> view;
};
/// Shows one matrix of a stack, and of all stacks that go with it: a head of the weights with its scores and queries. Not an undo step.
struct ShowMatrix {
  std::string node;
  Index outer = 0;
};
/// Shows another scene in place of the step's (Look::scene); without one the step's own again. Not an undo step.
struct ShowScene {
  std::string scene;
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
/// A button of a training run.
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
    until,  // goes on until `step` steps are made, or no further than it is to go, and looks at the record that is nearest
  };
  Kind kind = Kind::play;
  int record = -1;
  Index step = 0;
};
/// The way through the course that the reader wants to go. Not an undo step.
struct ChooseRoute {
  Route route = Route::all;
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
/// Computes again what a file was missing for.
struct TryAgain {};
/// Gives up the trace that is on its way: the last document that has one takes the place of the present one, looked at as before. Does
/// nothing where there is none to go back to.
struct StopComputing {};

using Command =
    std::variant<OpenLesson, ApplyPreset, ResetLesson, SetInput, TypeInput, TypeCell, SetCell, PasteCells, LiftPin, LiftAllPins, Select,
                 Deselect, GoToStep, Answer, Fill, SetBlanks, BringOwn, Fold, ChooseView, ShowMatrix, ShowScene, HoldCell, EstimateGradient,
                 TrainingCommand, ChooseRoute, Undo, Redo, LoadDocument, LoadLink, DismissProblem, TryAgain, StopComputing>;

}  // namespace gf
