// Commands of a user, as data. The user interface returns commands; the session carries them out. Each command says what it does to the
// reader's work (kTraits): one that says nothing does not compile.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "protocol/answers.h"
#include "protocol/document.h"
#include "protocol/route.h"

namespace gf {

/// The part of a lesson that a command changes. An embedding page can lock an input or a node (protocol/frame_options.h).
enum class ChangedPart {
  none,    // neither an input nor a cell
  input,   // the input that the command names
  cell,    // the cells that the command names: of an input's node, or held
  inputs,  // any input and any held cell
};

struct CommandTraits {
  ChangedPart changes = ChangedPart::none;
  bool only_looks = false;  // it leaves a problem on the screen; every other command takes the problem away
  bool is_work = false;     // its result must be kept, for the address alone does not bring the result back
};

inline constexpr CommandTraits kLooks = {.only_looks = true};
inline constexpr CommandTraits kGoes = {};  // to a place that the address holds, or it leaves nothing that is to be kept
inline constexpr CommandTraits kWorks = {.is_work = true};
inline constexpr CommandTraits kChangesInput = {.changes = ChangedPart::input, .is_work = true};
inline constexpr CommandTraits kChangesCells = {.changes = ChangedPart::cell, .is_work = true};
inline constexpr CommandTraits kChangesInputs = {.changes = ChangedPart::inputs, .is_work = true};

/// Leaves the present lesson, whose work is kept.
struct OpenLesson {
  static constexpr CommandTraits kTraits = kGoes;
  std::string lesson;
};
struct ApplyPreset {
  static constexpr CommandTraits kTraits = kChangesInputs;
  std::string preset;
};
/// Sets all inputs back to their defaults, without held cells.
struct ResetLesson {
  static constexpr CommandTraits kTraits = kChangesInputs;
};
/// Sets one input. Successive values with the same non-zero `gesture` (a drag, a slider) are one undo step.
struct SetInput {
  static constexpr CommandTraits kTraits = kChangesInput;
  std::string input;
  InputValue value;
  int gesture = 0;
};
/// The text typed for one input or one cell of a matrix input: the session reads it and says what is wrong.
struct TypeInput {
  static constexpr CommandTraits kTraits = kChangesInput;
  std::string input;
  std::string text;
};
struct TypeCell {
  static constexpr CommandTraits kTraits = kChangesCells;
  std::string node;
  Cell cell;
  std::string text;
};
/// Sets one cell by dragging. On an input's node it edits the input, on a computed node it pins the cell.
struct SetCell {
  static constexpr CommandTraits kTraits = kChangesCells;
  std::string node;
  Cell cell;
  float value = 0;
  int gesture = 0;
};
/// A block copied from a spreadsheet: tabs or commas or semicolons between columns, lines between rows; lands with its upper left at
/// `cell`.
struct PasteCells {
  static constexpr CommandTraits kTraits = kChangesCells;
  std::string node;
  Cell cell;
  std::string text;
};
struct LiftPin {
  static constexpr CommandTraits kTraits = kChangesCells;
  std::string node;
  Cell cell;
};
struct LiftAllPins {
  static constexpr CommandTraits kTraits = kChangesInputs;
};
/// Not an undo step.
struct Select {
  static constexpr CommandTraits kTraits = kLooks;
  std::string node;
  Cell cell;
};
struct Deselect {
  static constexpr CommandTraits kTraits = kLooks;
};
/// Goes to a guided step, which brings the state that it speaks of and selects its cell: both together are one undo step. If the reader is
/// there already, what was changed since is set back.
struct GoToStep {
  static constexpr CommandTraits kTraits = kGoes;
  int step = 0;
};
/// A guess for a step that asks, as it is written (protocol/answers.h): an empty one asks to be shown, none takes the guess back. Not an
/// undo step.
struct Answer {
  static constexpr CommandTraits kTraits = kWorks;
  std::string step;  // its id
  std::optional<GuessNumbers> guess;
};
/// The text typed into a blank (protocol/blanks.h): an empty text asks to be shown, none takes it back. Not an undo step.
struct Fill {
  static constexpr CommandTraits kTraits = kWorks;
  std::string node;
  Cell cell;
  std::optional<std::string> text;
  int hints = 0;  // the size of the largest hint that was taken for it
};
/// Gives these cells as blanks, and no others beside those of the step. Not an undo step.
struct SetBlanks {
  static constexpr CommandTraits kTraits = kWorks;
  Blanks blanks;
};
/// Brings back the last document that the reader changed themselves, as it was before a step, a preset or a reset took its place.
struct BringOwn {
  static constexpr CommandTraits kTraits = kWorks;
};
/// Puts the panels of a section away, or back: then they stay, although there may be little room. Not an undo step.
struct Fold {
  static constexpr CommandTraits kTraits = kLooks;
  std::string section;
  bool folded = true;
};
/// Shows the card of a node in another way; without one, in its usual way. Not an undo step.
struct ChooseView {
  static constexpr CommandTraits kTraits = kLooks;
  std::string node;
  std::optional<View> view;
};
/// Shows one matrix of a stack, and of all stacks that go with it: a head of the weights with its scores and queries. Not an undo step.
struct ShowMatrix {
  static constexpr CommandTraits kTraits = kLooks;
  std::string node;
  Index outer = 0;
};
/// Shows another scene in place of the step's (Look::scene); without one the step's own again. Not an undo step.
struct ShowScene {
  static constexpr CommandTraits kTraits = kLooks;
  std::string scene;
};
/// Holds a cell at the value that it has now.
struct HoldCell {
  static constexpr CommandTraits kTraits = kChangesCells;
  std::string node;
  Cell cell;
};
/// Asks for the finite difference (L(x + h) - L(x - h)) / 2h beside the gradient in this cell of a node "d_x".
struct EstimateGradient {
  static constexpr CommandTraits kTraits = kGoes;
  std::string node;
  Cell cell;
};
/// A button of a training run.
struct TrainingCommand {
  static constexpr CommandTraits kTraits = kWorks;
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
  static constexpr CommandTraits kTraits = kGoes;
  Route route = Route::all;
};
struct Undo {
  static constexpr CommandTraits kTraits = kWorks;
};
struct Redo {
  static constexpr CommandTraits kTraits = kWorks;
};
struct LoadDocument {
  static constexpr CommandTraits kTraits = kWorks;
  Document document;
};
/// Loads a document from the text behind #d= in an address.
struct LoadLink {
  static constexpr CommandTraits kTraits = kGoes;
  std::string text;
};
struct DismissProblem {
  static constexpr CommandTraits kTraits = kGoes;
};
/// Loads the document again that was refused because a file was missing.
struct TryAgain {
  static constexpr CommandTraits kTraits = kWorks;
};
/// Gives up the trace that is on its way. The last document that has a trace becomes the present one, looked at as before. Without such a
/// document, does nothing.
struct StopComputing {
  static constexpr CommandTraits kTraits = kGoes;
};

using Command =
    std::variant<OpenLesson, ApplyPreset, ResetLesson, SetInput, TypeInput, TypeCell, SetCell, PasteCells, LiftPin, LiftAllPins, Select,
                 Deselect, GoToStep, Answer, Fill, SetBlanks, BringOwn, Fold, ChooseView, ShowMatrix, ShowScene, HoldCell, EstimateGradient,
                 TrainingCommand, ChooseRoute, Undo, Redo, LoadDocument, LoadLink, DismissProblem, TryAgain, StopComputing>;

CommandTraits traits_of(const Command& command);

/// Returns the name of the input or node that a command changes. It is empty if the command changes no single one.
/// Example: "w_q" of SetCell{"w_q", {0, 0, 1}, 0.5F}.
std::string changed_name(const Command& command);

}  // namespace gf
