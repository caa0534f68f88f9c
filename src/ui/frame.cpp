#include "ui/frame.h"

#include <algorithm>
#include <cctype>

#include "core/explanation.h"
#include "core/expression_text.h"
#include "core/nth.h"
#include "core/number_text.h"
#include "protocol/blanks.h"
#include "protocol/look.h"
#include "study/exercise.h"
#include "study/node_title.h"

namespace gf::ui {

std::string ui_text(const Frame& frame, std::string_view name) { return frame.texts.get("ui." + std::string(name)); }

std::string lesson_key(const Frame& frame, std::string_view rest) {
  return "lessons." + frame.snapshot.document.lesson + "." + std::string(rest);
}

std::string text_or(const Frame& frame, std::string_view path, std::string_view otherwise) {
  return frame.texts.has(path) ? frame.texts.get(path) : std::string(otherwise);
}

std::string spoken_number(const Frame& frame, std::string text) {
  return with_decimal_sign(std::move(text), ui_text(frame, "numbers.decimal"));
}

std::string node_key(const Frame& frame, const TraceNode& node) { return gf::node_key(frame.texts, *frame.trace, node); }

std::string node_title(const Frame& frame, const TraceNode& node) { return gf::node_title(frame.texts, *frame.trace, node); }

namespace {

std::string axis_text(const Frame& frame, const Axis& axis, Index size, std::string_view otherwise) {
  const std::string name = axis.name.empty() ? std::string(otherwise) : axis.name;
  const std::string count = std::to_string(size), key = "ui.axes." + name + (frame.texts.category_of(count) == "one" ? ".one" : ".many");
  return count + " " + text_or(frame, key, name);
}

}  // namespace

std::string shape_text(const Frame& frame, const TraceNode& node) {
  const Shape& shape = node.value->shape();
  std::string text;
  if (shape.matrices() > 1 || !shape.outer.empty()) {
    text = axis_text(frame, node.outer, shape.matrices(), "matrices") + " × ";
  }
  return text + axis_text(frame, node.rows, shape.rows, "rows") + " × " + axis_text(frame, node.cols, shape.cols, "columns");
}

namespace {

constexpr std::string_view kSpace = "␣";           // before a token that begins a word
constexpr std::string_view kAboutCuts = "pieces";  // the axis of the lesson that cuts texts into tokens

bool has_space(const std::string& label) { return label.size() > kSpace.size() && label.starts_with(kSpace); }

bool is_letter(const std::string& label) { return !label.empty() && std::islower(static_cast<unsigned char>(label.front())) != 0; }

}  // namespace

// Looks at the first labels alone: a vocabulary has its first token with a space soon after its single bytes.
bool marks_words(const Axis& axis) {
  constexpr std::size_t kLooked = 600;
  const auto end = axis.labels.begin() + static_cast<std::ptrdiff_t>(std::min(axis.labels.size(), kLooked));
  return axis.name != kAboutCuts && std::any_of(axis.labels.begin(), end, has_space);
}

std::string word_label(const Axis& axis, Index index) {
  const auto i = static_cast<std::size_t>(index);
  if (i >= axis.labels.size()) return std::to_string(index);
  const std::string& label = axis.labels[i];
  return axis.name != kAboutCuts && has_space(label) ? label.substr(kSpace.size()) : label;
}

bool begins_word(const Axis& axis, Index index) {
  const auto i = static_cast<std::size_t>(index);
  if (i >= axis.labels.size() || has_space(axis.labels[i])) return true;
  return !is_letter(axis.labels[i]) || i == 0 || axis.labels[i - 1].starts_with('<');
}

std::string place_label(const Axis& axis, Index index) {
  return begins_word(axis, index) || !marks_words(axis) ? word_label(axis, index) : "…" + word_label(axis, index);
}

std::string cell_name(const TraceNode& node, const Cell& cell) { return node.name + to_string(cell, node.value->shape()); }

const Pin* pin_at(const TraceNode& node, const Cell& cell) {
  const auto found = std::find_if(node.pins.begin(), node.pins.end(), [&](const Pin& pin) { return pin.cell == cell; });
  return found == node.pins.end() ? nullptr : &*found;
}

const Mark* mark_at(const TraceNode& node, const Cell& cell) {
  const auto found = std::find_if(node.marks.begin(), node.marks.end(), [&](const Mark& mark) { return mark.cell == cell; });
  return found == node.marks.end() ? nullptr : &*found;
}

bool is_locked(const Frame& frame, const TraceNode& node) {
  return frame.host.options.locks(node.name) || (!node.input.empty() && frame.host.options.locks(node.input));
}

bool is_editable(const Frame& frame, const TraceNode& node) {
  if (node.input.empty() || is_locked(frame, node)) return false;
  const InputSpec* spec = find_input(frame.snapshot.lesson(), node.input);
  return spec && spec->type == InputType::matrix;
}

CellReference selected(const Frame& frame) {
  const std::optional<Selection>& selection = frame.snapshot.document.look.selection;
  if (!frame.trace || !selection) return {};
  const int node = frame.trace->find(selection->node);
  if (node < 0 || !frame.trace->node(node).value->contains(selection->cell)) return {};
  return {node, selection->cell};
}

namespace {

// Returns the cell whose value follows the pointer, wherever the pointer is; node -1 if no cell is dragged.
CellReference dragged(const Frame& frame) {
  const std::optional<Scrub>& scrub = frame.state.lesson.scrub;
  if (!frame.trace || !scrub || scrub->gesture == 0) return {};
  const int node = frame.trace->find(scrub->node);
  return node >= 0 && frame.trace->node(node).value->contains(scrub->cell) ? CellReference{node, scrub->cell} : CellReference{};
}

}  // namespace

CellReference focused(const Frame& frame) {
  if (const CellReference at = dragged(frame); at.node >= 0) return at;
  const Film& film = frame.state.lesson.film;
  const bool filmed = film.on && frame.trace && film.cell.node >= 0 && film.cell.node < static_cast<int>(frame.trace->nodes.size()) &&
                      frame.trace->node(film.cell.node).value->contains(film.cell.cell);
  if (filmed && film.playing) return film.cell;
  const CellReference& hover = frame.state.lesson.hover;
  if (hover.node >= 0 && frame.state.pointer_leads && frame.trace && hover.node < static_cast<int>(frame.trace->nodes.size()) &&
      frame.trace->node(hover.node).value->contains(hover.cell)) {
    return hover;
  }
  return filmed ? film.cell : selected(frame);
}

const std::vector<Cell>* lit_cells(const Frame& frame, int node) {
  const Explained& explained = frame.state.lesson.explained.value();
  const auto found = explained.operands.find(node);
  return found == explained.operands.end() ? nullptr : &found->second;
}

const std::vector<Cell>* cells_after(const Frame& frame, int node) {
  const std::map<int, std::vector<Cell>>& readers = frame.state.lesson.readers.found;
  const auto found = readers.find(node);
  return found == readers.end() ? nullptr : &found->second;
}

Explained::Reach reach_of(const Frame& frame, int node) {
  const std::vector<Explained::Reach>& reach = frame.state.lesson.explained.value().reach;
  return static_cast<std::size_t>(node) < reach.size() ? nth(reach, node) : Explained::Reach::none;
}

namespace {

// The numbers of cells that are explained to find out whether they read the focused cell: in all, and in a frame.
constexpr std::size_t kMostReaders = 1500, kReadersInAFrame = 40;

// Returns the reach of each node. Nodes stand in the order of computation, so a pass back finds the nodes before, and a pass forward those
// after.
std::vector<Explained::Reach> reach_in(const Trace& trace, int of_node) {
  using Reach = Explained::Reach;
  const auto focus = static_cast<std::size_t>(of_node);
  std::vector<Reach> reach(trace.nodes.size(), Reach::none);
  reach[focus] = Reach::before;
  for (std::size_t node = focus + 1; node-- > 0;) {
    if (reach[node] != Reach::before) continue;
    for (const int input : trace.nodes[node].inputs) nth(reach, input) = Reach::before;
  }
  for (std::size_t node = focus + 1; node < trace.nodes.size(); ++node) {
    const std::vector<int>& inputs = trace.nodes[node].inputs;
    const bool after = std::any_of(inputs.begin(), inputs.end(), [&](int input) {
      const auto from = static_cast<std::size_t>(input);
      return from == focus || reach[from] == Reach::after;
    });
    if (after) reach[node] = Reach::after;
  }
  reach[focus] = Reach::none;
  return reach;
}

// Returns the cells of the nodes that read the node of `at`, the last ones first. Leaves out nodes with too many cells.
std::vector<CellReference> possible_readers(const Trace& trace, const CellReference& at) {
  std::vector<CellReference> possible;
  const std::vector<TraceNode>& nodes = trace.nodes;
  for (std::size_t node = nodes.size(); node-- > 0;) {
    const std::vector<int>& inputs = nodes[node].inputs;
    if (std::find(inputs.begin(), inputs.end(), at.node) == inputs.end()) continue;
    const Tensor& value = *nodes[node].value;
    if (possible.size() + static_cast<std::size_t>(value.shape().matrix_size()) > kMostReaders) continue;
    const Index outer = at.cell.outer < value.shape().matrices() ? at.cell.outer : 0;
    for (Index row = value.rows(); row-- > 0;)
      for (Index col = value.cols(); col-- > 0;) possible.push_back({static_cast<int>(node), {outer, row, col}});
  }
  return possible;
}

// Searches on for the cells that read `of_cell`. Without a cell (node -1), finds none.
void read_on(const Frame& frame, Screen& screen, const CellReference& of_cell) {
  Readers& readers = screen.state.lesson.readers;
  if (const Readers::Key key{shared_trace(frame), of_cell}; !(readers.of == key)) {
    readers = {key, {}, {}};
    if (of_cell.node >= 0) readers.to_read = possible_readers(*frame.trace, of_cell);
  }
  for (std::size_t i = 0; i < kReadersInAFrame && !readers.to_read.empty(); ++i) {
    const CellReference at = readers.to_read.back();
    readers.to_read.pop_back();
    const std::vector<CellReference> operands = frame.trace->explain(at.node, at.cell).operands;
    if (std::find(operands.begin(), operands.end(), of_cell) != operands.end()) readers.found[at.node].push_back(at.cell);
  }
  if (!readers.to_read.empty()) screen.output.animating = true;
}

}  // namespace

std::string matrix_label(const Axis& outer, Index matrix) {
  return matrix < std::ssize(outer.labels) ? place_label(outer, matrix) : std::to_string(matrix + 1);
}

int hints_taken(const Frame& frame, const Selection& blank) {
  const Hinting& hinting = frame.state.hinting;
  return hinting.blank == frame.snapshot.document.lesson + "/" + name_of_blank(*frame.trace, blank) ? hinting.size : 0;
}

namespace {

// Whether the operands of a cell are told. Operands of a blank that is to be filled in stay secret until the reader asks for a hint.
bool is_told(const Frame& frame, const CellReference& at) {
  if (at.node < 0 || frame.state.lesson.film.on) return true;
  const Selection cell{frame.trace->node(at.node).name, at.cell};
  const std::vector<Blank>& blanks = frame.state.veil.kept.value().blanks;
  if (std::none_of(blanks.begin(), blanks.end(), [&](const Blank& blank) { return blank.veiled() && blank.at == cell; })) return true;
  return hints_taken(frame, cell) > 0;
}

Explained explained_at(const ExplainedKey& key) {
  Explained explained;
  if (key.at.node < 0 || !key.trace->explain) return explained;
  explained.at = key.at;
  Explanation& explanation = explained.explanation;
  explanation = key.trace->explain(key.at.node, key.at.cell);
  if (!key.told) {
    explanation.operands.clear();
    explanation.symbols.clear();
  }
  if (key.term >= 0 && explanation.arithmetic) explained.terms = terms_of(*explanation.arithmetic, explanation.precision);
  // If a sum is shown term by term, only the operands of one term are lit.
  const bool of_term = key.term >= 0 && key.term < std::min(key.terms, static_cast<int>(explained.terms.size()));
  for (const CellReference& operand : of_term ? nth(explained.terms, key.term).operands : explanation.operands)
    explained.operands[operand.node].push_back(operand.cell);
  if (!key.filmed) explained.reach = reach_in(*key.trace, key.at.node);
  return explained;
}

}  // namespace

void refresh_explanation(const Frame& frame, Screen& screen) {
  const CellReference at = focused(frame);
  const Film& film = frame.state.lesson.film;
  ExplainedKey key{.trace = shared_trace(frame), .at = at, .told = is_told(frame, at), .filmed = film.on};
  if (film.on && at == film.cell) {
    key.term = film.term;
    key.terms = film.terms;
  }
  const Explained& explained = screen.state.lesson.explained.get(key, explained_at);
  read_on(frame, screen, film.on ? CellReference() : explained.at);
}

void select_cell(const Frame& frame, Screen& screen, int node, const Cell& cell) {
  const TraceNode& target = frame.trace->node(node);
  if (!target.value->contains(cell)) return;
  screen.state.lesson.whole_matrix = false;
  if (selected(frame) == CellReference{node, cell} && shown_matrix(frame.snapshot.document.look, *frame.trace, target) == cell.outer)
    return;
  send(screen, Select{target.name, cell});
}

int new_gesture(Screen& screen) { return ++screen.state.gesture; }

}  // namespace gf::ui
