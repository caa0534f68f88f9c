// Describes the screen for the page's counterpart of the canvas: its controls in reading order, its matrices as tables, and the last
// events.
#include "ui/access/accessible.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>
#include <set>

#include "core/digits.h"
#include "core/explanation.h"
#include "core/nth.h"
#include "core/number_text.h"
#include "core/veil.h"
#include "protocol/blanks.h"
#include "protocol/step.h"
#include "study/exercise.h"
#include "ui/access/control_json.h"
#include "ui/access/keyboard.h"
#include "ui/access/scene_words.h"
#include "ui/ask/ask.h"
#include "ui/ask/exercise.h"
#include "ui/bars/steps.h"
#include "ui/cells/blank.h"
#include "ui/training/transport.h"

namespace gf::ui {

namespace {

constexpr Index kMostRows = 64, kMostColumns = 64;

// Returns the value of a cell with so many digits, or the words for a veiled value.
std::string value_words(const Frame& frame, const CellReference& at, const Digits& digits) {
  const TraceNode& node = frame.trace->node(at.node);
  const float value = node.value->at(at.cell);
  return is_veil(value) ? veil_words(frame, node, at.cell) : cell_text(value, digits);
}

std::string cell_status(const Frame& frame, const CellReference& at) {
  const TraceNode& node = frame.trace->node(at.node);
  const float value = node.value->at(at.cell);
  std::string text =
      frame.texts.format("ui.accessible.cell",
                         {{"title", node_title(frame, node)},
                          {"row", place_label(node.rows, at.cell.row)},
                          {"column", place_label(node.cols, at.cell.col)},
                          {"value", std::isfinite(value) ? format_number(static_cast<double>(value), 6) : value_words(frame, at, {4, 8})}});
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

// A matrix with more cells than this is told only if it is selected.
constexpr Index kMostUnselected = 144;

nlohmann::json table_of(const Frame& frame, const CellReference& at, bool chosen) {
  const TraceNode& node = frame.trace->node(at.node);
  const Index rows = std::min(node.value->rows(), kMostRows), cols = std::min(node.value->cols(), kMostColumns);
  // The window of rows and columns around the selected cell.
  const Index row0 = std::clamp<Index>(at.cell.row - rows / 2, 0, node.value->rows() - rows);
  const Index col0 = std::clamp<Index>(at.cell.col - cols / 2, 0, node.value->cols() - cols);
  nlohmann::json table = {{"columns", nlohmann::json::array()}, {"rows", nlohmann::json::array()}, {"cells", nlohmann::json::array()}};
  const Digits digits{4, 9};
  for (Index col = col0; col < col0 + cols; ++col) table["columns"].push_back(place_label(node.cols, col));
  for (Index row = row0; row < row0 + rows; ++row) {
    table["rows"].push_back(place_label(node.rows, row));
    nlohmann::json values = nlohmann::json::array();
    for (Index col = col0; col < col0 + cols; ++col) values.push_back(value_words(frame, {at.node, {at.cell.outer, row, col}}, digits));
    table["cells"].push_back(std::move(values));
  }
  table["first_row"] = row0;
  table["first_column"] = col0;
  if (chosen) {
    table["row"] = at.cell.row - row0;
    table["column"] = at.cell.col - col0;
  }
  return table;
}

// Returns the cells of a grid as JSON. Returns null if no grid is there, or if the matrix is large and not selected.
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

// Returns the title of the node that a table or figure of the stage shows, as a heading. All matrices of a node have the same heading.
std::string heading_of(const Frame& frame, const Place& place) {
  const Role role = place.control->role;
  if (place.part != "stage" || (role != Role::table && role != Role::figure) || !frame.trace) return {};
  const int node = frame.trace->find(place.id.substr(place.id.find(':') + 1));
  return node < 0 ? std::string() : node_title(frame, frame.trace->node(node));
}

// Returns the title of the section that a table stands in, such as "First sentence". It distinguishes tables with the same name.
std::string section_of(const Frame& frame, const Place& place) {
  if (!place.cells || !frame.trace || static_cast<std::size_t>(place.cells->panel) >= frame.trace->panels.size()) return {};
  const std::string& section = nth(frame.trace->panels, place.cells->panel).section;
  return text_or(frame, lesson_key(frame, "sections." + section), section);
}

// Returns the names that more than one table has.
std::set<std::string> shared_names(const Places& places) {
  std::set<std::string> once, shared;
  for (const Place& place : places.noted)
    if (place.control && place.control->role == Role::table && !once.insert(place.control->name).second) shared.insert(place.control->name);
  return shared;
}

// Returns the controls of a part in reading order. A text is noted after its terms, and is read before them.
std::vector<const Place*> in_reading_order(const Places& places, std::string_view part) {
  std::vector<const Place*> ordered, terms;
  for (const Place& place : places.noted) {
    if (place.part != part || !place.control) continue;
    if (place.id.starts_with("term:")) {
      terms.push_back(&place);
      continue;
    }
    const auto is_within = [&](const Place* term) { return place.box.contains(term->box.centre()); };
    const auto within = std::stable_partition(terms.begin(), terms.end(), std::not_fn(is_within));
    const bool holds_terms = place.control->role == Role::words && within != terms.end();
    ordered.insert(ordered.end(), terms.begin(), holds_terms ? within : terms.end());
    ordered.push_back(&place);
    if (holds_terms) ordered.insert(ordered.end(), within, terms.end());
    terms.clear();
  }
  ordered.insert(ordered.end(), terms.begin(), terms.end());
  return ordered;
}

// Returns the controls of a part of the screen. The choices of a group are items of that group, and each card of the stage begins with a
// heading.
nlohmann::json items_of(const Frame& frame, const Places& places, std::string_view part) {
  nlohmann::json items = nlohmann::json::array();
  std::set<ImGuiID> listed_items;  // an item that is scrolled in two directions may be noted several times
  const std::set<std::string> shared = shared_names(places);
  std::string heading;
  for (const Place* noted : in_reading_order(places, part)) {
    const Place& place = *noted;
    if (!listed_items.insert(place.item).second) continue;
    if (std::string next = heading_of(frame, place); !next.empty() && next != heading) {
      heading = std::move(next);
      items.push_back({{"role", "heading"}, {"name", heading}, {"id", "heading of " + std::to_string(place.item)}});
    }
    const std::string& group = place.control->group;
    if (group.empty()) {
      items.push_back(item_of(frame, place));
      if (const std::string section = section_of(frame, place); shared.contains(place.control->name) && !section.empty())
        items.back()["name"] = place.control->name + ", " + section;
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

// Returns the name of the chosen result of the search, or the words that say that nothing was found.
std::string search_words(const Places& places) {
  for (const Place& place : places.noted)
    if (place.control && ((place.control->role == Role::option && place.control->on) || place.id == "words:nothing found"))
      return place.control->name;
  return {};
}

// The parts of the announcement, as names and texts. A part is announced if its text differs from the text last announced under its name.
// A part whose name begins with "once " is announced only when it appears, because the numbers in a caption follow every edit.
using Announcement = std::vector<std::pair<std::string, std::string>>;

// Announces each blank that the reader filled in rightly.
void announce_blanks(const Frame& frame, Announcement& announcement) {
  for (const Blank& blank : frame.state.veil.kept.value().blanks) {
    if (blank.veiled() || blank.state == BlankState::shown) continue;
    const TraceNode& node = frame.trace->at(blank.at.node);
    const Cell& cell = blank.at.cell;
    announcement.emplace_back(
        "blank " + name_of_blank(*frame.trace, blank.at),
        frame.texts.format("ui.accessible.right", {{"title", node_title(frame, node)},
                                                   {"row", place_label(node.rows, cell.row)},
                                                   {"column", place_label(node.cols, cell.col)},
                                                   {"value", format_number(static_cast<double>(node.value->at(cell)), 6)}}));
  }
}

Announcement announcement_of(const Frame& frame, Screen& screen) {
  if (frame.state.search.open) return {{"search", search_words(screen.places)}};
  if (frame.snapshot.problem) return {{"problem", frame.texts.format(*frame.snapshot.problem)}};
  if (frame.snapshot.notice) return {{"problem", frame.texts.format(*frame.snapshot.notice)}};
  const Film& film = frame.state.lesson.film;
  if (film.on && !film.playing && film.cell.node >= 0 && frame.state.lesson.explained.value().at == film.cell)
    return {{"cell", cell_status(frame, film.cell)}};
  Announcement announcement;
  if (frame.snapshot.training) announcement.emplace_back("training", training_words(frame));
  announcement.emplace_back("change", change_words(frame, screen.places));
  if (has_blanks(frame)) announce_blanks(frame, announcement);
  announcement.emplace_back("exercise", exercise_words(frame, screen));
  announcement.emplace_back("gap", gap_words(frame));
  const CellReference at = selected(frame);
  const std::string step = step_words(frame), answered = guess_made(frame) || is_exercise_done(frame) ? " answered" : "",
                    cell = at.node < 0 ? "" : cell_status(frame, at);
  // A cell that the step selected is announced after the step; another cell is announced instead of the step.
  if (at.node < 0 || is_selected_by_step(frame))
    announcement.emplace_back("once " + step + answered, step + (step.empty() ? "" : ". ") + step_caption(frame, screen));
  announcement.emplace_back("cell", cell);
  // A reader who goes into a matrix hears the cell there, even if it was selected before.
  if (frame.state.keyboard.in_cells) announcement.emplace_back("once in cells", cell);
  std::erase_if(announcement, [](const auto& part) { return part.second.empty(); });
  return announcement;
}

}  // namespace

std::string accessible_view(const Frame& frame, Screen& screen) {
  const Places& places = screen.places;
  nlohmann::json view = {{"title", frame.texts.get(lesson_key(frame, "title"))},
                         {"step", step_words(frame)},
                         {"scene", scene_words(frame, places)},
                         {"status", announcement_of(frame, screen)},
                         {"focus", control_with_keyboard(places, frame.state)},
                         {"parts", nlohmann::json::array()}};
  for (const std::string_view part : kParts) {
    nlohmann::json items = items_of(frame, places, part);
    if (items.empty()) continue;
    view["parts"].push_back({{"id", part}, {"name", ui_text(frame, "parts." + std::string(part))}, {"items", std::move(items)}});
    if (part == "popup" && frame.state.search.open) {
      view["parts"].back()["name"] = ui_text(frame, "search.title");
      view["parts"].back()["dialog"] = true;
    }
  }
  return view.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace gf::ui
