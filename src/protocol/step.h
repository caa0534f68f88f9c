// The state that a guided step of a lesson speaks of: the one in which what its words say is to be seen.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "core/enum_names.h"
#include "core/table.h"
#include "protocol/cell_name.h"
#include "protocol/document.h"
#include "protocol/question.h"
#include "protocol/setting.h"

namespace gf {

struct LessonInfo;
struct RunView;
struct Trace;

/// The `trained` of a step that speaks of a run that has ended.
inline constexpr Index kToItsEnd = std::numeric_limits<Index>::max();

/// A cell that a step holds at a value.
struct Held {
  Name node;
  Cell cell;  // by numbers: a document is made before there is a trace
  float value = 0;
};

/// A step starts from the lesson's defaults or from a preset, whatever was done before it.
/// Example: {.keep = "steps", .trained = 150} is the lesson as it opens, looked at when its run has made 150 steps.
struct StepExample {
  Name preset = {};                   // empty: the lesson's defaults
  Few<Setting, 3> set = {};           // on top of these
  NameList keep = {};                 // inputs that the step says nothing of, such as how long a run trains: they stay as they are
  std::optional<Index> trained = {};  // steps of the run after which it is looked at: it trains so far, or as far as it is to go
  bool beside = false;                // the run that there was is kept beside the one that begins
  ArrayView<Held> hold = {};          // cells that are held, as the reader can hold them: "what happens without this?"
};

/// Cells that a step gives as blanks.
/// Example: {{{0, 0, 0}, {0, 0, 1}}} are the first two of the row that the step is about.
struct Exercise {
  Few<Cell, 6> cells;  // of its focus, by numbers: what was typed is kept by them, and progress is counted where there is no trace
  NameList also = {};  // nodes that would tell as well: veiled as a whole until all is filled in
};

/// The page that is shown in place of the picture: the map of the course with the model at work in it, the recap of a part of the course,
/// or the page that the course ends with.
enum class StepPage { none, map, recap, last };
inline std::string_view name_of(StepPage page) { return name_in({"none", "map", "recap", "last"}, page); }

/// One step of a constant table. Its caption is `lessons.<id of the lesson>.steps.<id>` of the texts: where it asks or gives blanks, the
/// question; `answers.<id>` of the lesson then says why, once a guess is made or all is filled in.
struct Step {
  Name id;                            // stays when other steps come or go
  Name focus;                         // the node that it is about: brought into view
  std::optional<CellName> cell = {};  // the cell of it that it is about: selected
  Name section = {};                  // its cards are shown together, if they are few
  Name scene = {};                    // its cards (scene_line.h); empty: the focus, what it is made of and what is made of it
  StepExample example = {};           // what going there brings
  std::optional<Ask> ask = {};        // what it asks before it shows
  std::optional<Exercise> exercise = {};
  NameList controls = {};  // inputs that it brings onto the stage, once its question is answered: at most three
  StepPage page = StepPage::none;
};

/// Returns the index of the step that has this id. Throws InputError if there is none.
/// Example: index_of_step(self_attention, "scores") is 3.
int index_of_step(const LessonInfo& lesson, std::string_view id);

/// Throws InputError where a step's example does not fit the lesson: an unknown preset or input, a value out of range.
void check_example(const LessonInfo& lesson, const StepExample& example);

/// The document as the step speaks of it: with no pins but those that the step holds, looked at as before.
Document with_example(const LessonInfo& lesson, const Document& document, const StepExample& example);

/// Whether the document is as the step speaks of it.
bool shows_example(const LessonInfo& lesson, const Document& document, const StepExample& example);

/// The names of the examples that no step brings, not even with something else set on top.
std::vector<std::string> examples_without_step(const LessonInfo& lesson);

/// The step that a document is at; the last one where it is beyond that. Null where the lesson has none.
const Step* step_of(const LessonInfo& lesson, const Document& document);

/// Returns the focus of a step with the cell that the step is about; nothing if it has no cell, or if a label of the cell can't be found.
/// Without a trace (null) no label can.
std::optional<Selection> cell_of_step(const Step& step, const Trace* trace);

/// The document at another step: with its example, and its cell selected; a cell that has labels is selected once its trace is there
/// (with_cell_of_step). A step beyond the last one is the last.
Document at_step(const LessonInfo& lesson, const Document& document, int step);

/// The document with the cell of its step selected, unless something is selected already.
Document with_cell_of_step(const LessonInfo& lesson, Document document, const Trace& trace);

/// Whether a document names a place in a lesson, whose step brings its state: it has no content. If its inputs were given as {}, it does
/// only where the step's state is that of the defaults. So {"lesson": "tokenizer"} is a place, and {"lesson": "tokenizer", "inputs": {}}
/// has the defaults, as in `glassformer trace tokenizer`.
bool is_place(const LessonInfo& lesson, const Document& document);

/// Whether a run is looked at where the step speaks of it: it got so far, and no other record is nearer.
bool shows_trained(const RunView& run, Index trained);

}  // namespace gf
