// The controls of the screen in reading order, its matrices as tables, and what has just happened, for the page's counterpart of the
// canvas.
#include "ui/accessible.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "core/digits.h"
#include "core/explanation.h"
#include "core/number_text.h"
#include "core/veil.h"
#include "protocol/step.h"
#include "ui/ask/ask.h"
#include "ui/ask/exercise.h"
#include "ui/cells/blank.h"
#include "ui/control_json.h"
#include "ui/keyboard.h"
#include "ui/steps.h"
#include "ui/training/transport.h"

namespace gf::ui {

namespace {

constexpr Index kMostRows = 64, kMostColumns = 64;

// A value as it is told: with so many digits, or that it is veiled.
std::string told(const Frame& frame, const CellReference& at, const Digits& digits) {
  const TraceNode& node = frame.trace->node(at.node);
  const float value = node.value->at(at.cell);
  return is_veil(value) ? veil_words(frame, node, at.cell) : cell_text(value, digits);
}

std::string cell_status(const Frame& frame, const CellReference& at) {
  const TraceNode& node = frame.trace->node(at.node);
  const float value = node.value->at(at.cell);
  std::string text = frame.texts.format(
      "ui.accessible.cell", {{"title", node_title(frame, node)},
                             {"row", place_label(node.rows, at.cell.row)},
                             {"column", place_label(node.cols, at.cell.col)},
                             {"value", std::isfinite(value) ? format_number(static_cast<double>(value), 6) : told(frame, at, {4, 8})}});
  if (is_editable(frame, node)) text += " " + ui_text(frame, "accessible.editable");
  if (pin_at(node, at.cell)) text += " " + ui_text(frame, "accessible.pinned");
  if (frame.state.lesson.explained.value().at == at) text += " " + frame.state.lesson.explained.value().explanation.numbers;
  return text;
}

bool is_selected_by_step(const Frame& frame) {
  const Document& document = frame.snapshot.document;
  const Step* step = step_of(frame.snapshot.lesson(), document);
  const std::optional<Selection> at = step ? cell_of_step(*step, frame.trace) : std::nullopt;
  return at && document.look.selection == at;
}

// If a matrix has more cells than this, only the selected one is told.
constexpr Index kMostUnselected = 144;

nlohmann::json table_of(const Frame& frame, const CellReference& at, bool chosen) {
  const TraceNode& node = frame.trace->node(at.node);
  const Index rows = std::min(node.value->rows(), kMostRows), cols = std::min(node.value->cols(), kMostColumns);
  // A window that holds the selected cell.
  const Index row0 = std::clamp<Index>(at.cell.row - rows / 2, 0, node.value->rows() - rows);
  const Index col0 = std::clamp<Index>(at.cell.col - cols / 2, 0, node.value->cols() - cols);
  nlohmann::json table = {{"columns", nlohmann::json::array()}, {"rows", nlohmann::json::array()}, {"cells", nlohmann::json::array()}};
  const Digits digits{4, 9};
  for (Index col = col0; col < col0 + cols; ++col) table["columns"].push_back(place_label(node.cols, col));
  for (Index row = row0; row < row0 + rows; ++row) {
    table["rows"].push_back(place_label(node.rows, row));
    nlohmann::json values = nlohmann::json::array();
    for (Index col = col0; col < col0 + cols; ++col) values.push_back(told(frame, {at.node, {at.cell.outer, row, col}}, digits));
    table["cells"].push_back(std::move(values));
  }
  table["first_row"] = row0, table["first_column"] = col0;
  if (chosen) table["row"] = at.cell.row - row0, table["column"] = at.cell.col - col0;
  return table;
}

// The cells of a grid; null where there are too many to tell them of every one.
nlohmann::json table_at(const Frame& frame, const Place& place) {
  const int node = frame.trace ? frame.trace->find(place.id.substr(place.id.find(':') + 1)) : -1;
  if (node < 0 || !place.cells || place.cells->outer >= frame.trace->node(node).value->shape().matrices()) return nullptr;
  const CellReference at = selected(frame);
  if (at.node == node && at.cell.outer == place.cells->outer) return table_of(frame, at, true);
  const Tensor& value = *frame.trace->node(node).value;
  if (value.rows() * value.cols() > kMostUnselected) return nullptr;
  return table_of(frame, {node, {place.cells->outer, 0, 0}}, false);
}

nlohmann::json item_of(const Frame& frame, const Place& place) {
  nlohmann::json item = json_of(*place.control);
  const auto whole = [](float points) { return static_cast<int>(std::lround(points)); };
  item.update({{"id", place.item}, {"x", whole(place.box.min.x)}, {"y", whole(place.box.min.y)}});
  item.update({{"width", whole(place.box.width())}, {"height", whole(place.box.height())}});
  if (place.control->role == Role::table)
    if (nlohmann::json table = table_at(frame, place); !table.is_null()) item["table"] = std::move(table);
  return item;
}

// The controls of a part of the screen; what is chosen among several is a group of its own.
nlohmann::json items_of(const Frame& frame, const Places& places, std::string_view part) {
  nlohmann::json items = nlohmann::json::array();
  std::set<ImGuiID> told;  // one that is scrolled in two directions may be drawn in pieces
  for (const Place& place : places.noted) {
    if (place.part != part || !place.control || !told.insert(place.item).second) continue;
    const std::string& group = place.control->group;
    if (group.empty()) {
      items.push_back(item_of(frame, place));
      continue;
    }
    const char* const role = place.control->role == Role::option ? "listbox" : "group";
    if (items.empty() || items.back()["role"] != role || items.back()["name"] != group)
      items.push_back(
          {{"role", role}, {"name", group}, {"id", "group of " + std::to_string(place.item)}, {"items", nlohmann::json::array()}});
    items.back()["items"].push_back(item_of(frame, place));
  }
  return items;
}

// The result that is chosen among those found, or that nothing was found.
std::string search_words(const Places& places) {
  for (const Place& place : places.noted)
    if (place.control && ((place.control->role == Role::option && place.control->on) || place.id == "words:nothing found"))
      return place.control->name;
  return {};
}

std::string status_of(const Frame& frame, Screen& screen) {
  if (frame.state.search.open) return search_words(screen.places);
  if (frame.snapshot.problem) return frame.texts.format(*frame.snapshot.problem);
  if (frame.snapshot.notice) return frame.texts.format(*frame.snapshot.notice);
  const Film& film = frame.state.lesson.film;
  if (film.on && !film.playing && film.cell.node >= 0 && frame.state.lesson.explained.value().at == film.cell)
    return cell_status(frame, film.cell);
  const CellReference at = selected(frame);
  std::string status = step_caption(frame, screen);
  for (const std::string& before : {gap_words(frame), exercise_words(frame, screen)})
    if (!before.empty()) status = before + " " + status;
  // A cell that a step has selected is spoken of after the step.
  if (at.node >= 0) status = (is_selected_by_step(frame) ? status + " " : "") + cell_status(frame, at);
  return frame.snapshot.training ? training_words(frame) + " " + status : status;
}

}  // namespace

std::string accessible_view(const Frame& frame, Screen& screen) {
  const Places& places = screen.places;
  nlohmann::json view = {{"title", frame.texts.get(lesson_key(frame, "title"))},
                         {"status", status_of(frame, screen)},
                         {"focus", control_with_keyboard(places, frame.state)},
                         {"parts", nlohmann::json::array()}};
  for (const std::string_view part : kParts) {
    nlohmann::json items = items_of(frame, places, part);
    if (items.empty()) continue;
    view["parts"].push_back({{"id", part}, {"name", ui_text(frame, "parts." + std::string(part))}, {"items", std::move(items)}});
    if (part == "popup" && frame.state.search.open)
      view["parts"].back()["name"] = ui_text(frame, "search.title"), view["parts"].back()["dialog"] = true;
  }
  return view.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace gf::ui
