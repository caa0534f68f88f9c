// The context that every part of the screen is given: this frame's data, its looks, and where to put what the user asked for.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/node_name.h"
#include "protocol/snapshot.h"
#include "protocol/texts.h"
#include "ui/host.h"
#include "ui/places.h"
#include "ui/screen_state.h"
#include "ui/theme.h"

namespace gf {
class HeatmapRenderer;
}

namespace gf::ui {

/// All that a frame of the screen is drawn from. Nothing can be changed through it.
struct Frame {
  const Snapshot& snapshot;
  const Trace* trace;  // of the open lesson; null if there is none yet
  const Texts& texts;  // the same as long as the state is kept
  const UiHost& host;
  const Theme& theme;
  const ScreenState& state;
};

/// All that drawing a frame writes to. A function that only reads is given the Frame alone.
struct Screen {
  ScreenState& state;
  UiOutput& output;
  Places& places;
  HeatmapRenderer& heatmaps;
};

/// The frame's trace for a key, which keeps it; null if there is none.
inline std::shared_ptr<const Trace> shared_trace(const Frame& frame) { return frame.trace ? frame.snapshot.trace : nullptr; }

inline void send(Screen& screen, Command command) { screen.output.commands.push_back(std::move(command)); }

/// Asks for the texts of all lessons: only those of the open one may be there.
inline void want_all_texts(Screen& screen) { screen.output.requests.push_back({.kind = HostRequest::Kind::all_texts}); }

/// "ui.<name>" of the texts.
std::string ui_text(const Frame& frame, std::string_view name);
/// A number that stands in a sentence or beside a bar, with the decimal sign of the language. Numbers in cells, in arithmetic and in code
/// have a point in every language. Example: spoken_number(frame, "3.2 %") is "3,2 %" in French.
std::string spoken_number(const Frame& frame, std::string text);
/// "lessons.<open lesson>.<rest>".
std::string lesson_key(const Frame& frame, std::string_view rest);
/// The text at `path`, or `otherwise` where there is none.
std::string text_or(const Frame& frame, std::string_view path, std::string_view otherwise);

/// "Queries" of "encoder.0.query"; the name where the texts have no title.
std::string node_title(const Frame& frame, const TraceNode& node);
/// Returns the key of a node's texts: "nodes.feed_forward_output" if its meaning there has words of its own, otherwise "nodes.output" of
/// the lesson, otherwise of all lessons.
std::string node_key(const Frame& frame, const TraceNode& node);
/// "3 tokens × 4 features", outer axes before.
std::string shape_text(const Frame& frame, const TraceNode& node);
/// The label of a row or column, or its index. A token that begins a word is told without its space, and one that goes on with a word after
/// "…": "Madrid" of "␣Madrid", "…ass" of "ass". If the axis is about how texts are cut ("pieces"), labels stay as they are.
std::string place_label(const Axis& axis, Index index);
/// The same without the "…".
std::string word_label(const Axis& axis, Index index);
/// Whether a token of such an axis begins a word.
bool begins_word(const Axis& axis, Index index);
/// Whether the tokens of an axis say where words begin.
bool marks_words(const Axis& axis);
/// The name of a matrix in a stack: its label, or its number from 1. Example: the first head is "1", though [0,2,3] names a cell of it.
std::string matrix_label(const Axis& outer, Index matrix);
/// "query[0,2]".
std::string cell_name(const TraceNode& node, const Cell& cell);

const Pin* pin_at(const TraceNode& node, const Cell& cell);
const Mark* mark_at(const TraceNode& node, const Cell& cell);
/// Whether the page around the program wants a node's cells to stay as they are.
bool is_locked(const Frame& frame, const TraceNode& node);
/// The size of the largest hint that was taken for a blank: 0 for none.
int hints_taken(const Frame& frame, const Selection& blank);
/// Whether the cells of a node belong to a matrix input, and can be changed.
bool is_editable(const Frame& frame, const TraceNode& node);

/// The selected cell where the trace has it.
CellReference selected(const Frame& frame);
/// The cell that everything is about: the dragged one, or the one under the pointer, else the selected one.
CellReference focused(const Frame& frame);
/// The operands of the focused cell in `node`, or null.
const std::vector<Cell>* lit_cells(const Frame& frame, int node);
/// The cells of `node` that are made from the focused one at one hop, as far as they have been found; null where there are none.
const std::vector<Cell>* cells_after(const Frame& frame, int node);
/// How a node has to do with the focused one over any number of hops.
Explained::Reach reach_of(const Frame& frame, int node);
/// Explains the focused cell anew where it or the trace changed, and looks on for what is made from it.
void refresh_explanation(const Frame& frame, Screen& screen);

void select_cell(const Frame& frame, Screen& screen, int node, const Cell& cell);
int new_gesture(Screen& screen);

}  // namespace gf::ui
