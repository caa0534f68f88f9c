#include "ui/inspector/cell_words.h"

#include "core/join.h"
#include "core/number_text.h"
#include "core/veil.h"
#include "ui/cells/blank.h"

namespace gf::ui {

namespace {

// Returns the label of a place in quotation marks, "“welcome”"; without labels, its kind and index, "row 3".
std::string axis_words(const Frame& frame, const Axis& axis, Index index, const char* kind) {
  const bool labelled = index < std::ssize(axis.labels);
  return frame.texts.format(std::string("ui.place.") + (labelled ? "label" : kind), {{"place", place_label(axis, index)}});
}

bool says_something(const Axis& axis, Index size) { return size > 1 || !axis.labels.empty(); }

}  // namespace

std::string row_words(const Frame& frame, const TraceNode& node, const Cell& cell) { return axis_words(frame, node.rows, cell.row, "row"); }
std::string column_words(const Frame& frame, const TraceNode& node, const Cell& cell) {
  return axis_words(frame, node.cols, cell.col, "column");
}

std::string place_words(const Frame& frame, const TraceNode& node, const Cell& cell) {
  const Shape& shape = node.value->shape();
  std::vector<std::string> parts;
  if (shape.matrices() > 1) {
    const std::string axis = text_or(frame, "ui.axes." + node.outer.name + ".one", ui_text(frame, "axes.matrices.one"));
    parts.push_back(axis + " " + matrix_label(node.outer, cell.outer));
  }
  if (says_something(node.rows, shape.rows)) parts.push_back(row_words(frame, node, cell));
  if (says_something(node.cols, shape.cols)) parts.push_back(column_words(frame, node, cell));
  return joined(parts, ", ");
}

std::string read_out(const Frame& frame, const TraceNode& node, const Cell& cell, int digits) {
  const float value = node.value->at(cell);
  const std::string place = place_words(frame, node, cell);
  const std::string number = is_veil(value) ? veil_words(frame, node, cell) : format_number(static_cast<double>(value), digits);
  return place.empty() ? number : frame.texts.format("ui.place.value", {{"place", place}, {"value", number}});
}

std::string cell_sentence(const Frame& frame, const TraceNode& node, const Cell& cell) {
  const std::string base = node_key(frame, node), gradient = "nodes.gradient.cell";
  const bool one_row = node.value->rows() == 1 && node.rows.labels.empty() && frame.texts.has(base + ".cell_of_one_row");
  std::string key = base + (one_row ? ".cell_of_one_row" : ".cell");
  if (!frame.texts.has(key) && node.gradient.is_gradient()) key = gradient;
  if (!frame.texts.has(key)) return {};
  const int value = node.gradient.is_whole() ? node.gradient.node : -1;
  return frame.texts.format(key, {{"row", row_words(frame, node, cell)},
                                  {"column", column_words(frame, node, cell)},
                                  {"of", node_title(frame, value < 0 ? node : frame.trace->node(value))}});
}

}  // namespace gf::ui
