// Commands of a reader, as data. The user interface returns commands, and Session::execute (session/session.h) carries them out. The
// kTraits of a command say what it does to the reader's work; a command without kTraits does not compile.
#pragma once

#include <optional>
#include <string>
#include <variant>

#include "core/tensor.h"
#include "protocol/answers.h"
#include "protocol/document.h"
#include "protocol/route.h"

namespace gf {

/// The part of a lesson that a command changes. An embedding page can lock an input or a node (protocol/embed_options.h).
enum class ChangedPart {
  none,    // neither an input nor a cell
  input,   // the input that the command names
  cell,    // cells of the node that the command names
  inputs,  // any input and any held cell
};

struct CommandTraits {
  ChangedPart changes = ChangedPart::none;
  bool only_looks = false;  // the problem on the screen stays; every other command takes the problem away
  bool is_work = false;     // the result must be stored, because the address alone does not bring the result back
};

inline constexpr CommandTraits kLooks = {.only_looks = true};
inline constexpr CommandTraits kGoes = {};  // goes to a step that the address holds, or makes nothing that must be stored
inline constexpr CommandTraits kWorks = {.is_work = true};
inline constexpr CommandTraits kChangesInput = {.changes = ChangedPart::input, .is_work = true};
inline constexpr CommandTraits kChangesCells = {.changes = ChangedPart::cell, .is_work = true};
inline constexpr CommandTraits kChangesInputs = {.changes = ChangedPart::inputs, .is_work = true};

/// Opens a lesson. The session keeps the work on the present lesson.
struct OpenLesson {
  static constexpr CommandTraits kTraits = kGoes;
  std::string lesson;
};
/// Gives the inputs the values of a preset, and lifts all pins.
struct ApplyPreset {
  static constexpr CommandTraits kTraits = kChangesInputs;
  std::string preset;
};
/// Gives all inputs their defaults, lifts all pins and forgets the answers in this lesson. An undo does not bring the answers back.
struct ResetLesson {
  static constexpr CommandTraits kTraits = kChangesInputs;
};
/// Sets one input. Successive commands with the same non-zero `gesture`, as of one drag, are one undo step.
struct SetInput {
  static constexpr CommandTraits kTraits = kChangesInput;
  std::string input;
  InputValue value;
  int gesture = 0;
};
/// Sets one input from typed text. The session reads the text; a text that does not fit the input becomes the problem of the snapshot.
struct TypeInput {
  static constexpr CommandTraits kTraits = kChangesInput;
  std::string input;
  std::string text;
};
/// Sets one cell from typed text. The same cells as for SetCell.
struct TypeCell {
  static constexpr CommandTraits kTraits = kChangesCells;
  std::string node;
  Cell cell;
  std::string text;
};
/// Sets one cell: edits the input if the node shows an input, sets a weight of the training run if the node is trained, and otherwise pins
/// the cell. Successive commands with the same non-zero `gesture` are one undo step.
struct SetCell {
  static constexpr CommandTraits kTraits = kChangesCells;
  std::string node;
  Cell cell;
  float value = 0;
  int gesture = 0;
};
/// Writes a block of numbers, with its upper left corner at `cell`. The text has any form that parse_block (core/block.h) reads.
struct PasteCells {
  static constexpr CommandTraits kTraits = kChangesCells;
  std::string node;
  Cell cell;
  std::string text;
};
/// Lets a held cell be computed again.
struct LiftPin {
  static constexpr CommandTraits kTraits = kChangesCells;
  std::string node;
  Cell cell;
};
struct LiftAllPins {
  static constexpr CommandTraits kTraits = kChangesInputs;
};
/// Selects a cell. Not an undo step.
struct Select {
  static constexpr CommandTraits kTraits = kLooks;
  std::string node;
  Cell cell;
};
struct Deselect {
  static constexpr CommandTraits kTraits = kLooks;
};
/// Goes to a guided step: takes the inputs and pins of its example, and selects its cell. Both together are one undo step. At the present
/// step, the command restores the example after the reader's changes.
struct GoToStep {
  static constexpr CommandTraits kTraits = kGoes;
  int step = 0;
};
/// Guesses at a step that asks. Not an undo step.
struct Answer {
  static constexpr CommandTraits kTraits = kWorks;
  std::string step;                   // the id
  std::optional<GuessNumbers> guess;  // empty: asks to be shown the answer; none: takes the guess back
};
/// Fills in a blank (protocol/blanks.h). Not an undo step.
struct Fill {
  static constexpr CommandTraits kTraits = kWorks;
  std::string node;
  Cell cell;
  std::optional<std::string> text;  // empty: asks to be shown the number; none: takes the filling back
  int hints = 0;                    // the size of the largest hint that was taken for this cell
};
/// Replaces the blanks of the document. The blanks of the step stay. Not an undo step.
struct SetBlanks {
  static constexpr CommandTraits kTraits = kWorks;
  Blanks blanks;
};
/// Brings back the reader's own document, as it was before a step, a preset or a reset replaced it.
struct BringOwn {
  static constexpr CommandTraits kTraits = kWorks;
};
/// Folds a section of panels, or unfolds it. An unfolded section stays open even if there is little room. Not an undo step.
struct Fold {
  static constexpr CommandTraits kTraits = kLooks;
  std::string section;
  bool folded = true;
};
/// Chooses the view of a node's card. Not an undo step.
struct ChooseView {
  static constexpr CommandTraits kTraits = kLooks;
  std::string node;
  std::optional<View> view;  // none: the usual view
};
/// Shows one matrix of a stack, and of the stacks that go together with it (protocol/look.h). Not an undo step.
struct ShowMatrix {
  static constexpr CommandTraits kTraits = kLooks;
  std::string node;
  Index outer = 0;
};
/// Shows a scene in place of the step's scene. Not an undo step.
struct ShowScene {
  static constexpr CommandTraits kTraits = kLooks;
  std::string scene;  // as Look::scene; empty: the step's scene
};
/// Pins a cell at its present value.
struct HoldCell {
  static constexpr CommandTraits kTraits = kChangesCells;
  std::string node;
  Cell cell;
};
/// Asks for a finite difference (L(x + h) - L(x - h)) / 2h, to compare with a cell of the gradient node "d_x".
struct EstimateGradient {
  static constexpr CommandTraits kTraits = kGoes;
  std::string node;
  Cell cell;
};
/// Presses a button of the training run.
struct TrainingCommand {
  static constexpr CommandTraits kTraits = kWorks;
  enum class Kind {
    play,
    pause,
    step,     // one optimisation step
    epoch,    // all training examples once
    restart,  // goes back to the first weights, and deletes the records
    view,     // looks at the record `record`; -1 follows the run
    keep,     // keeps a copy of this run to compare with
    drop_kept,
    until,  // trains until `step` steps are made or the run ends, and looks at the nearest record
  };
  Kind kind = Kind::play;
  int record = -1;
  Index step = 0;
};
/// Chooses the way through the course. Not an undo step.
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
/// Takes the problem off the screen, or the notice if there is no problem.
struct DismissProblem {
  static constexpr CommandTraits kTraits = kGoes;
};
/// Loads the document that was refused because a file was missing.
struct TryAgain {
  static constexpr CommandTraits kTraits = kWorks;
};
/// Gives up the trace that is being computed. The last document with a trace becomes the present one, and the look stays. Without such a
/// document, the command does nothing.
struct StopComputing {
  static constexpr CommandTraits kTraits = kGoes;
};

using Command =
    std::variant<OpenLesson, ApplyPreset, ResetLesson, SetInput, TypeInput, TypeCell, SetCell, PasteCells, LiftPin, LiftAllPins, Select,
                 Deselect, GoToStep, Answer, Fill, SetBlanks, BringOwn, Fold, ChooseView, ShowMatrix, ShowScene, HoldCell, EstimateGradient,
                 TrainingCommand, ChooseRoute, Undo, Redo, LoadDocument, LoadLink, DismissProblem, TryAgain, StopComputing>;

CommandTraits traits_of(const Command& command);

/// Returns the name of the input or node that a command changes; empty if the command changes none, or several.
/// Example: "w_q" of SetCell{"w_q", {0, 0, 1}, 0.5F}.
std::string changed_name(const Command& command);

}  // namespace gf
