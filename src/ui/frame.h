// Declares the context that every part of the screen is given: `Frame` holds what the frame is drawn from, `Screen` what drawing writes to.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
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

/// All that a frame of the screen is drawn from. No code can change anything through a Frame.
struct Frame {
  const Snapshot& snapshot;
  const Trace* trace;  // the trace of the open lesson; null until it is computed
  const Texts& texts;  // the same object as long as the state is kept
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

/// Returns the frame's trace for the key of a Memo, which keeps the trace alive; null if the frame has no trace.
inline std::shared_ptr<const Trace> shared_trace(const Frame& frame) { return frame.trace ? frame.snapshot.trace : nullptr; }

/// Adds a command to the output of the frame.
inline void send(Screen& screen, Command command) { screen.output.commands.push_back(std::move(command)); }

/// Asks for the texts of all lessons. Until then, only those of the open lesson may be loaded.
inline void want_all_texts(Screen& screen) { screen.output.requests.push_back({.kind = HostRequest::Kind::all_texts}); }

/// Returns the text "ui.<name>".
std::string ui_text(const Frame& frame, std::string_view name);
/// Returns a number with the decimal sign of the language, for sentences and for words beside a bar. Numbers in cells, in arithmetic and in
/// code have a point in every language.
/// Example: spoken_number(frame, "3.2 %") is "3,2 %" in French.
std::string spoken_number(const Frame& frame, std::string text);
/// Returns the key "lessons.<open lesson>.<rest>".
std::string lesson_key(const Frame& frame, std::string_view rest);
/// Returns the text at `path`; `otherwise` if the texts have none there.
std::string text_or(const Frame& frame, std::string_view path, std::string_view otherwise);

/// Returns the title of a node, such as "Queries" for "encoder.0.query". Without a title in the texts, returns the node's name.
std::string node_title(const Frame& frame, const TraceNode& node);
/// Returns the key of a node's texts, such as "nodes.query" for "encoder.0.query" (study/node_title.h).
std::string node_key(const Frame& frame, const TraceNode& node);
/// Returns the shape in words: "3 tokens × 4 features". The outer axis stands first.
std::string shape_text(const Frame& frame, const TraceNode& node);
/// Returns the label of a row or column; without labels, its index. A token that begins a word loses its sign for a space: "Madrid" for
/// "␣Madrid". A token that continues a word begins with "…": "…ass" for "ass". Labels of an axis named "pieces" stay as they are.
std::string place_label(const Axis& axis, Index index);
/// Like place_label, but without the "…".
std::string word_label(const Axis& axis, Index index);
/// Whether the token at `index` begins a word.
bool begins_word(const Axis& axis, Index index);
/// Whether the labels of an axis mark the begin of words by a sign for a space.
bool marks_words(const Axis& axis);
/// Returns the name of a matrix in a stack: its label, or its number counted from 1.
/// Example: the first head is "1", though [0,2,3] names a cell of that head.
std::string matrix_label(const Axis& outer, Index matrix);
/// Returns the name of a cell: "query[0,2]".
std::string cell_name(const TraceNode& node, const Cell& cell);

/// Returns the pin that holds a cell; null without a pin.
const Pin* pin_at(const TraceNode& node, const Cell& cell);
/// Returns the mark of a cell whose published value differs; null without a mark.
const Mark* mark_at(const TraceNode& node, const Cell& cell);
/// Whether the page around the program locks the cells of a node.
bool is_locked(const Frame& frame, const TraceNode& node);
/// Returns the size of the largest hint that the reader took for a blank; 0 without a hint.
int hints_taken(const Frame& frame, const Selection& blank);
/// Whether the cells of a node belong to a matrix input that is not locked.
bool is_editable(const Frame& frame, const TraceNode& node);

/// Returns the selected cell; node -1 if the trace does not have that cell.
CellReference selected(const Frame& frame);
/// Returns the cell that the screen explains. In this order, that is the dragged cell, the cell of a film that plays, the cell under the
/// pointer, the cell of a film at rest, or the selected cell.
CellReference focused(const Frame& frame);
/// Returns the operands of the focused cell in `node`; null if it has no operand there.
const std::vector<Cell>* lit_cells(const Frame& frame, int node);
/// Returns the cells of `node` that read the focused cell and have been found so far; null if no such cell has been found.
const std::vector<Cell>* cells_after(const Frame& frame, int node);
/// Returns whether a node comes before or after the focused cell's node in the computation, over any number of ops.
Explained::Reach reach_of(const Frame& frame, int node);
/// Explains the focused cell anew if the cell or the trace changed, and searches on for the cells that read it. Call once a frame.
void refresh_explanation(const Frame& frame, Screen& screen);

/// Selects a cell, unless it is selected and its matrix is shown. Ignores a cell that the node does not have.
void select_cell(const Frame& frame, Screen& screen, int node, const Cell& cell);
/// Returns the number of a new gesture. All edits with the same number are one step of undo.
int new_gesture(Screen& screen);

}  // namespace gf::ui
