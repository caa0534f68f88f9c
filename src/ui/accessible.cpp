// The focused table as text, for the page's mirror of it: what a screen reader reads.
#include "ui/accessible.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "ui/steps.h"
#include "ui/training/transport.h"
#include "ui/widgets/digits.h"

namespace gf::ui {

namespace {

constexpr Index kMostRows = 64, kMostColumns = 64;

std::string cell_status(const Frame& frame, const CellReference& at) {
  const TraceNode& node = frame.trace->node(at.node);
  const float value = node.value->at(at.cell);
  std::string text = frame.texts.format(
      "ui.accessible.cell", {{"title", node_title(frame, node)},
                             {"row", place_label(node.rows, at.cell.row)},
                             {"column", place_label(node.cols, at.cell.col)},
                             {"value", std::isfinite(value) ? format_number(static_cast<double>(value), 6) : cell_text(value, {4, 8})}});
  if (is_editable(frame, node)) text += " " + ui_text(frame, "accessible.editable");
  if (pin_at(node, at.cell)) text += " " + ui_text(frame, "accessible.pinned");
  if (frame.state.lesson.explained.at == at) text += " " + frame.state.lesson.explained.explanation.numbers;
  return text;
}

bool is_selected_by_step(const Frame& frame) {
  const Document& document = frame.snapshot.document;
  const Step* step = step_of(frame.snapshot.lesson(), document);
  return step && step->cell && document.look.selection == Selection{step->focus, *step->cell};
}

nlohmann::json table_of(const Frame& frame, const CellReference& at) {
  const TraceNode& node = frame.trace->node(at.node);
  const Index rows = std::min(node.value->rows(), kMostRows), cols = std::min(node.value->cols(), kMostColumns);
  // A window that holds the selected cell.
  const Index row0 = std::clamp<Index>(at.cell.row - rows / 2, 0, node.value->rows() - rows);
  const Index col0 = std::clamp<Index>(at.cell.col - cols / 2, 0, node.value->cols() - cols);
  nlohmann::json table;
  table["caption"] = frame.texts.format("ui.accessible.caption", {{"title", node_title(frame, node)}, {"shape", shape_text(frame, node)}});
  table["columns"] = nlohmann::json::array(), table["rows"] = nlohmann::json::array(), table["cells"] = nlohmann::json::array();
  const Digits digits{4, 9};
  for (Index col = col0; col < col0 + cols; ++col) table["columns"].push_back(place_label(node.cols, col));
  for (Index row = row0; row < row0 + rows; ++row) {
    table["rows"].push_back(place_label(node.rows, row));
    nlohmann::json values = nlohmann::json::array();
    for (Index col = col0; col < col0 + cols; ++col) values.push_back(cell_text(node.value->at(at.cell.outer, row, col), digits));
    table["cells"].push_back(std::move(values));
  }
  table["row"] = at.cell.row - row0, table["column"] = at.cell.col - col0;
  return table;
}

}  // namespace

void refresh_accessible_view(Frame& frame) {
  const CellReference at = selected(frame);
  const std::string key = std::to_string(frame.snapshot.revision) + "/" + std::to_string(at.node) + "/" + std::to_string(at.cell.outer) +
                          "," + std::to_string(at.cell.row) + "," + std::to_string(at.cell.col) + "/" +
                          (frame.state.lesson.explained.at == at ? "1" : "0");
  if (key == frame.state.accessible_key && !frame.state.accessible.empty()) return;
  frame.state.accessible_key = key;
  nlohmann::json view = {{"caption", frame.texts.get(lesson_key(frame, "title"))},
                         {"columns", nlohmann::json::array()},
                         {"rows", nlohmann::json::array()},
                         {"cells", nlohmann::json::array()},
                         {"row", -1},
                         {"column", -1},
                         {"status", step_caption(frame)}};
  if (at.node >= 0) {
    view.update(table_of(frame, at));
    // A cell that a step has selected is spoken of after the step.
    const std::string words = is_selected_by_step(frame) ? step_caption(frame) + " " : "";
    view["status"] = words + cell_status(frame, at);
  }
  if (frame.snapshot.training) view["status"] = training_words(frame) + " " + view["status"].get<std::string>();
  if (frame.snapshot.notice) view["status"] = frame.texts.format(*frame.snapshot.notice);
  if (frame.snapshot.problem) view["status"] = frame.texts.format(*frame.snapshot.problem);
  frame.state.accessible = view.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace gf::ui
