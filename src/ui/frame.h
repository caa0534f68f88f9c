// What every part of the screen is given: this frame's data, its looks, and where to put what the user asked for.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/node_name.h"
#include "ui/glossary.h"
#include "ui/theme.h"
#include "ui/ui.h"

namespace gf::ui {

/// A press on an editable cell that may become a drag: the value follows the pointer.
struct Scrub {
  std::string node;
  Cell cell;
  float start = 0;    // value when pressed
  float start_x = 0;  // pointer when pressed, or where the fineness last changed
  float start_y = 0;
  float sent = 0;  // the value that was sent last
  bool fine = false;
  int gesture = 0;  // 0 until the pointer has moved far enough
};

/// A cell that is being typed in.
struct CellEdit {
  std::string node;
  Cell cell;
  std::string text;
  bool select_all = false;  // the old value stands there, to be replaced by the first key
  bool opened = false;      // the text field has had the keyboard
  bool drawn = false;       // in this frame
  int panel = -1;           // the panel that shows the field, where several show the node; -1: the first that draws it
};

/// The explanation of the focused cell, kept while neither the cell nor the trace changes.
struct Explained {
  std::shared_ptr<const Trace> trace;
  CellReference at;
  Explanation explanation;
  std::map<int, std::vector<Cell>> operands;  // by node
};

struct Flow;         // flow.h
struct GraphScreen;  // views/graph.h
struct PlaneScreen;  // views/plane.h

/// What the training screen remembers.
struct TrainingScreen {
  int hover = -1, next_hover = -1;  // the record under the pointer: of the last frame, of this one
  std::optional<bool> logarithmic;  // the scale of the loss; where it wasn't chosen, by what it spans
  std::optional<int> asked;         // the record that was asked for last in this press
  bool slider_focused = false;      // the arrow keys are the time slider's
};

/// What only the screen knows. Nothing here changes what is computed.
struct ScreenState {
  std::string lesson;               // whose scroll position and hover these are
  std::string step_seen;            // the lesson and step that was last arrived at
  std::string step_focus;           // the node that it is about, until that was brought into view
  std::uint64_t tried_at = 0;       // the revision at which a step's button was pressed, until its trace is there
  CellReference hover, next_hover;  // the cell under the pointer: of the last frame, of this one
  bool pointer_leads = false;       // the pointer moved after the last key
  std::optional<Scrub> scrub;
  std::optional<CellEdit> edit;
  std::string reveal;          // a node to scroll to
  std::string reveal_section;  // a section to scroll to
  std::string here;            // the section in the middle of the bench
  float here_scroll = -1;  // where the bench is scrolled as long as a section that was scrolled to is the one; -1: nowhere, -2: on its way
  std::optional<bool> map_open;                                // the architecture map above the bench, where it was opened or closed
  std::uint64_t unfold_asked = 0;                              // the revision in which a folded section was asked to open; 0: none was
  std::shared_ptr<const Flow> flow;                            // where everything in the bench stands
  std::map<int, std::shared_ptr<GraphScreen>> graphs;          // by panel
  std::map<std::string, std::shared_ptr<PlaneScreen>> planes;  // by outermost section
  Explained explained;
  std::map<std::string, Index> outer;         // which matrix of a stack is shown, by node
  std::map<std::string, std::string> typing;  // text of the inputs that are being typed in
  int gesture = 0;                            // the last one given out
  int input_gesture = 0;                      // of the slider or text field in use
  std::string glossary;                       // the term that is open, "*": the list of all; empty: none
  float glossary_at_x = 0, glossary_at_y = 0;
  bool glossary_opening = false;
  std::vector<GlossaryForm> glossary_forms;  // of the texts, once they were asked for
  bool rail_open = false, sheet_open = false, steps_closed = false, whole_matrix = false, bench_focused = false, scroll_to_top = false;
  bool arrows_taken = false;         // in this frame the arrow keys move a point of a plane
  std::optional<ImVec4> reveal_box;  // where the cell to scroll to was drawn: left, top, right, bottom
  std::string notice;                // a message key that is shown for a moment, since:
  double notice_since_s = 0;
  std::string accessible, accessible_key;
  TrainingScreen training;
};

struct Frame {
  const Snapshot& snapshot;
  const Trace* trace;  // of the open lesson; null where there is none yet
  const Texts& texts;
  const UiHost& host;
  const Theme& theme;
  ScreenState& state;
  UiOutput& output;
  HeatmapRenderer& heatmaps;
};

inline void send(Frame& frame, Command command) { frame.output.commands.push_back(std::move(command)); }

/// "ui.<name>" of the texts.
std::string ui_text(const Frame& frame, std::string_view name);
/// "lessons.<open lesson>.<rest>".
std::string lesson_key(const Frame& frame, std::string_view rest);
/// The text at `path`, or `otherwise` where there is none.
std::string text_or(const Frame& frame, std::string_view path, std::string_view otherwise);

/// "Queries" of "encoder.0.query"; the name where the texts have no title.
std::string node_title(const Frame& frame, const TraceNode& node);
/// Where the texts of a node stand: "nodes.feed_forward_output" where what it means there has words of its own, else "nodes.output" of the
/// lesson, else of all lessons.
std::string node_key(const Frame& frame, const TraceNode& node);
/// "3 tokens × 4 features", outer axes before.
std::string shape_text(const Frame& frame, const TraceNode& node);
/// The label of a row or column, or its index.
std::string place_label(const Axis& axis, Index index);
/// "query[0,2]".
std::string cell_name(const TraceNode& node, const Cell& cell);

const Pin* pin_at(const TraceNode& node, const Cell& cell);
const Mark* mark_at(const TraceNode& node, const Cell& cell);
/// Whether the cells of a node belong to a matrix input.
bool is_editable(const Frame& frame, const TraceNode& node);

/// The selected cell where the trace has it.
CellReference selected(const Frame& frame);
/// The cell that everything is about: under the pointer, else the selected one.
CellReference focused(const Frame& frame);
/// The operands of the focused cell in `node`, or null.
const std::vector<Cell>* lit_cells(const Frame& frame, int node);
/// Explains the focused cell anew where it or the trace changed.
void refresh_explanation(Frame& frame);

void select_cell(Frame& frame, int node, const Cell& cell);
int new_gesture(Frame& frame);

}  // namespace gf::ui
