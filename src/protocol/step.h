// The guided steps of a lesson as constant data: what each step shows and asks, and the inputs, pins and training that its caption
// describes. `at_step` goes to a step; the session then lets the trace follow, and `with_cell_of_step` selects the cell.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/enum_names.h"
#include "core/table.h"
#include "core/tensor.h"
#include "protocol/cell_name.h"
#include "protocol/document.h"
#include "protocol/question.h"
#include "protocol/setting.h"

namespace gf {

struct LessonInfo;
struct RunView;
struct Trace;

/// As StepExample::trained: the run trains to its end.
inline constexpr Index kToItsEnd = std::numeric_limits<Index>::max();

/// A cell that a step holds at a value.
struct Held {
  Name node;
  Cell cell;  // by numbers, because the document comes before the trace with the labels
  float value = 0;
};

/// The inputs, pins and training of a step. They start from the defaults or a preset, whatever the reader did before.
/// Example: {.keep = "steps", .trained = 150} has the defaults except for the number of steps, and trains 150 steps.
struct StepExample {
  Name preset = {};                   // empty: the defaults
  Few<Setting, 3> set = {};           // replaces inputs of the preset
  NameList keep = {};                 // inputs that keep the reader's value, such as how long a run trains
  std::optional<Index> trained = {};  // the run trains until it has made so many steps or ends, and shows the nearest record
  bool beside = false;                // the run of the step before is kept to compare with
  ArrayView<Held> hold = {};          // pins
};

/// Cells that a step gives as blanks.
/// Example: {{{0, 0, 0}, {0, 0, 1}}} are the first two cells of the first row of the step's focus.
struct Exercise {
  Few<Cell, 6> cells;  // of the focus, by numbers: answers are stored by them, and progress is counted without a trace
  NameList also = {};  // further nodes that tell the numbers: veiled as a whole until all blanks are filled in
};

/// The page in place of the picture: the map of the course with its model, the recap of a part of the course, or the last page.
enum class StepPage { none, map, recap, last };
inline std::string_view name_of(StepPage page) { return name_in({"none", "map", "recap", "last"}, page); }

/// A step in a constant table. Its caption is `lessons.<id of the lesson>.steps.<id>` of the texts. If the step asks or gives blanks, the
/// caption is the question, and `lessons.<id of the lesson>.answers.<id>` is the explanation after the answer.
struct Step {
  Name id;                            // stays the same when other steps are added or removed: links and stored answers hold it
  Name focus;                         // the node that the step is about
  std::optional<CellName> cell = {};  // the cell of the focus that is selected
  Name section = {};                  // the section whose cards are shown together, if they are few
  Name scene = {};                    // a line of cards (scene_line.h); empty: the focus between the nodes that it reads and its readers
  StepExample example = {};
  std::optional<Ask> ask = {};
  std::optional<Exercise> exercise = {};
  NameList controls = {};  // at most three inputs that stand on the stage, after the answer
  StepPage page = StepPage::none;
};

/// Returns the index of the step with this id. Throws InputError "unknown_step_id" if the lesson lacks it.
/// Example: index_of_step(self_attention, "scores") is 3.
int index_of_step(const LessonInfo& lesson, std::string_view id);

/// Throws InputError if an example does not fit the lesson: an unknown preset or input, or a value out of range.
void check_example(const LessonInfo& lesson, const StepExample& example);

/// Returns the document with the inputs and pins of an example. The look stays.
Document with_example(const LessonInfo& lesson, const Document& document, const StepExample& example);

/// Whether the document has the inputs and pins of an example.
bool shows_example(const LessonInfo& lesson, const Document& document, const StepExample& example);

/// Returns the names of the presets that no step uses.
std::vector<std::string> examples_without_step(const LessonInfo& lesson);

/// Returns the step of a document; the last step if `Look::step` is too large. Null if the lesson has no steps.
const Step* step_of(const LessonInfo& lesson, const Document& document);

/// Returns the focus of a step with the step's cell. Returns none if the step has no cell, or if the trace lacks a label of the cell.
/// Without a trace (null), only a cell of numbers is found.
std::optional<Selection> cell_of_step(const Step& step, const Trace* trace);

/// Returns the document at another step, or at the last step if `step` is too large. The document has the inputs and pins of the step's
/// example, the step's scene, and selects the step's cell. If the cell has labels, nothing is selected: call with_cell_of_step when the
/// trace is there.
Document at_step(const LessonInfo& lesson, const Document& document, int step);

/// Returns the document with the cell of its step selected, unless the document has a selection.
Document with_cell_of_step(const LessonInfo& lesson, Document document, const Trace& trace);

/// Whether a document means a place in a lesson, and takes its inputs and pins from the step: it has no inputs and no pins. If its JSON had
/// "inputs": {}, it means a place only if the step shows the defaults. So {"lesson": "tokenizer"} means the first step, and
/// {"lesson": "tokenizer", "inputs": {}} means the defaults, as `glassformer trace tokenizer` does.
bool is_place(const LessonInfo& lesson, const Document& document);

/// Whether a run has made `trained` steps or ended, and no record is nearer to `trained` than the viewed record.
bool shows_trained(const RunView& run, Index trained);

}  // namespace gf
