// While a question is open, no text on the screen has the asked number: not the picture, the callout, the explanations of cells around it,
// the code, or the accessible view.
#include <doctest/doctest.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <set>

#include "core/digits.h"
#include "core/explanation.h"
#include "core/number_text.h"
#include "core/veil.h"
#include "protocol/step.h"
#include "study/ask.h"
#include "study/exercise.h"
#include "ui/driver.h"
#include "ui/picture/drawn_text.h"
#include "ui/snapshots.h"

using namespace gf;
using namespace gf::test;

namespace told_test {
namespace {

struct AskedNumber {
  Selection at;
  double value = 0;
  std::set<std::string> forms;  // the printed forms of the number
};

std::size_t digits_of(const std::string& form) {
  return static_cast<std::size_t>(std::count_if(form.begin(), form.end(), [](unsigned char c) { return std::isdigit(c) != 0; }));
}

std::set<std::string> printed_forms(const Tensor& tensor, const Cell& cell) {
  const float number = tensor.at(cell);
  const double value = static_cast<double>(number);
  std::set<std::string> forms{cell_text(number, digits_for(tensor, cell.outer, chars_of_cell(tensor.shape())))};
  for (const int decimals : {3, 4, 5, 6}) forms.insert(format_number(value, decimals));
  if (value > 0 && value < 1) forms.insert(share_text(value));
  // One or two digits stand on every screen, as a position, a head or a size, and zeros tell nothing.
  std::erase_if(forms, [](const std::string& form) { return digits_of(form) < 3 || form.find_first_of("123456789") == std::string::npos; });
  return forms;
}

// Returns the numbers that a step asks for. Before a training all of them are alike. If two numbers are to be compared, they may be equal.
std::vector<AskedNumber> asked_numbers(const Step& step, const Trace& trace) {
  std::vector<Selection> cells;
  const WhichIsSo* const which = step.ask ? std::get_if<WhichIsSo>(&step.ask->how) : nullptr;
  if (step.ask && !step.example.trained && !(which && which->minus)) {
    const Selection at = cell_of_truth(step, trace);
    cells = {at};
    if (std::holds_alternative<WhichShares>(step.ask->how))
      for (const Cell& cell : asked_places(step, trace)) cells.push_back({at.node, cell});
    if (std::holds_alternative<WhereInPlane>(step.ask->how))
      cells = {{at.node, {at.cell.outer, at.cell.row, 0}}, {at.node, {at.cell.outer, at.cell.row, 1}}};
  }
  if (step.exercise)
    for (const Cell& cell : step.exercise->cells) cells.push_back({step.focus, cell});
  std::vector<AskedNumber> numbers;
  for (const Selection& at : cells) {
    const Tensor& value = *trace.at(at.node).value;
    numbers.push_back({at, static_cast<double>(value.at(at.cell)), printed_forms(value, at.cell)});
  }
  std::erase_if(numbers, [](const AskedNumber& asked_number) { return asked_number.forms.empty() || !std::isfinite(asked_number.value); });
  return numbers;
}

// Whether a text has a number by itself, not as a part of another one.
bool has_number(const std::string& text, const std::string& number) {
  const auto is_digit = [&](std::size_t at) { return at < text.size() && std::isdigit(static_cast<unsigned char>(text[at])) != 0; };
  const std::string_view all = text;
  for (std::size_t at = text.find(number); at != std::string::npos; at = text.find(number, at + 1)) {
    const std::size_t end = at + number.size();
    const bool goes_on =
        (at > 0 && (is_digit(at - 1) || text[at - 1] == '.' || text[at - 1] == '-')) || all.substr(0, at).ends_with(kTrueMinus);
    const bool is_cut = is_digit(end) || (all.substr(end).starts_with('.') && is_digit(end + 1)) || all.substr(end).starts_with(" %");
    if (!goes_on && !is_cut) return true;
  }
  return false;
}

void collect(const nlohmann::json& json, std::vector<std::string>& texts) {
  if (json.is_string()) texts.push_back(json.get<std::string>());
  if (json.is_structured())
    for (const nlohmann::json& part : json) collect(part, texts);
}

// Returns all texts of a frame.
std::vector<std::string> all_told(Driver& driver) {
  std::vector<std::string> texts;
  for (const ui::DrawnText& text : ui::drawn_texts()) texts.push_back(text.text);
  collect(driver.accessible_view(), texts);
  return texts;
}

bool is_same(double number, const AskedNumber& asked) { return std::fabs(number - asked.value) <= 1e-3 * std::fabs(asked.value); }

// Whether the asked number is a copy of a number that the question shows.
bool is_operand(const Trace& trace, const AskedNumber& asked) {
  const Explanation explained = trace.explain(trace.find(asked.at.node), asked.at.cell);
  return std::any_of(explained.operand_values.begin(), explained.operand_values.end(),
                     [&](double operand) { return is_same(operand, asked); });
}

// Whether a cell is related to an asked cell: it stands in the row or column of the asked cell, or its node has no other number.
bool stands_beside(const TraceNode& node, const Cell& cell, const Selection& asked) {
  if (node.value->size() == 1) return true;
  return node.name == asked.node && cell.outer == asked.cell.outer && (cell.row == asked.cell.row || cell.col == asked.cell.col);
}

// Whether a visible number that is not related to the asked number is printed the same.
bool by_chance(const Trace& veiled, const std::set<std::string>& nodes, const AskedNumber& asked, const std::string& form) {
  for (const std::string& name : nodes) {
    const TraceNode& node = veiled.at(name);
    const Index rows = node.value->rows(), cols = node.value->cols();
    for (Index i = 0; i < node.value->size(); ++i) {
      const Cell cell{i / (rows * cols), i / cols % rows, i % cols};
      const float number = node.value->at(cell);
      if (is_veil(number) || !std::isfinite(number)) continue;
      if (is_same(static_cast<double>(number), asked) && stands_beside(node, cell, asked.at)) continue;
      if (printed_forms(*node.value, cell).contains(form)) return true;
    }
  }
  return false;
}

// Whether another column of the same table prints the same number: the accuracy of a calibrated model is about its confidence.
bool is_alike_in_table(const Trace& veiled, const AskedNumber& asked, const std::string& form) {
  constexpr double kCopy = 1e-5;
  for (const Panel& panel : veiled.panels) {
    if (std::find(panel.nodes.begin(), panel.nodes.end(), asked.at.node) == panel.nodes.end()) continue;
    for (const std::string& name : panel.nodes) {
      const TraceNode& node = veiled.at(name);
      const Cell cell{asked.at.cell.outer, asked.at.cell.row, 0};
      if (name == asked.at.node || node.value->cols() != 1 || cell.row >= node.value->rows()) continue;
      const float number = node.value->at(cell);
      if (is_veil(number) || std::fabs(static_cast<double>(number) - asked.value) <= kCopy * std::fabs(asked.value)) continue;
      if (printed_forms(*node.value, cell).contains(form)) return true;
    }
  }
  return false;
}

// Returns cells of a node around the place of another cell: the first cells of its row and of its column.
std::vector<Cell> cells_around(const Tensor& value, const Cell& at) {
  constexpr Index kMost = 6;
  const Index outer = std::min(at.outer, value.shape().matrices() - 1), row = std::min(at.row, value.rows() - 1),
              col = std::min(at.col, value.cols() - 1);
  std::vector<Cell> cells{{outer, row, col}};
  for (Index i = 0; i < std::min(kMost, value.cols()); ++i) cells.push_back({outer, row, i});
  for (Index i = 0; i < std::min(kMost, value.rows()); ++i) cells.push_back({outer, i, col});
  return cells;
}

// Returns the computed nodes that a node is made from cell by cell, the nearest first.
std::vector<int> alike_above(const Trace& trace, int node) {
  std::vector<int> all;
  for (std::vector<int> alike{node}; alike.size() == 1;) {
    const TraceNode& below = trace.node(alike.front());
    alike.clear();
    bool is_product = false;
    for (const int input : below.inputs) {
      const TraceNode& above = trace.node(input);
      const bool same = above.value->shape() == below.value->shape() && above.rows.labels == below.rows.labels;
      if (same && !above.inputs.empty()) alike.push_back(input);
      is_product = is_product || (!same && above.value->rows() > 1 && above.value->cols() > 1);
    }
    if (is_product) break;
    if (alike.size() == 1) all.push_back(alike.front());
  }
  return all;
}

// A step whose question is open.
struct Open {
  const Step* step;
  Snapshot snapshot;
  std::vector<AskedNumber> numbers = asked_numbers(*step, *snapshot.trace);
  Trace veiled = made_veiled();
  std::set<std::string> told = {};

  const Trace& trace() const { return *snapshot.trace; }

  Trace made_veiled() const {
    if (step->ask) return with_veil(*snapshot.trace, *step);
    const Blanks blanks = step->exercise ? Blanks{{step->focus, {step->exercise->cells.begin(), step->exercise->cells.end()}}} : Blanks{};
    return with_blanks_veiled(*snapshot.trace, judged_blanks(*snapshot.trace, blanks, {}),
                              step->exercise ? step->exercise->also : NameList{});
  }

  std::string name_of(const Selection& at) const { return at.node + to_string(at.cell, trace().at(at.node).value->shape()); }

  std::set<std::string> nodes_of_cards(Driver& driver) const {
    std::set<std::string> nodes;
    for (const auto& card : driver.ui().places().scene->cards) nodes.insert(card.node);
    return nodes;
  }

  // Returns the nodes whose numbers a frame may show.
  std::set<std::string> nodes_in(Driver& driver) const {
    std::set<std::string> nodes = nodes_of_cards(driver);
    if (const auto& selected = snapshot.document.look.selection) {
      nodes.insert(selected->node);
      for (const int input : trace().at(selected->node).inputs) nodes.insert(trace().node(input).name);
    }
    std::erase_if(nodes, [&](const std::string& name) { return trace().find(name) < 0; });
    return nodes;
  }

  void look(Driver& driver, int frames) {
    driver.show(snapshot, frames);
    const std::set<std::string> nodes = nodes_in(driver);
    const auto& selected = snapshot.document.look.selection;
    const std::string where = selected ? selected->node : "no node";
    for (const std::string& text : all_told(driver))
      for (const AskedNumber& number : numbers)
        for (const std::string& form : number.forms)
          if (has_number(text, form) && !is_operand(trace(), number) && !by_chance(veiled, nodes, number, form) &&
              !is_alike_in_table(veiled, number, form))
            told.insert(name_of(number.at) + " is told with a cell of " + where + ": " + text.substr(0, 100));
  }

  void select(const Selection& at) {
    snapshot.document.look.selection = at;
    ++snapshot.revision;
  }

  // Returns cells that a reader may select to find the answer: in the cards, in the nodes that the asked node is made from, and the
  // operands.
  std::set<Selection> around(Driver& driver) const {
    const Selection& asked = numbers.front().at;
    std::set<std::string> nodes = nodes_in(driver);
    nodes.insert(asked.node);
    for (const int input : trace().at(asked.node).inputs) nodes.insert(trace().node(input).name);
    std::set<Selection> cells;
    for (const std::string& node : nodes)
      for (const Cell& cell : cells_around(*trace().at(node).value, asked.cell)) cells.insert({node, cell});
    const Explanation explained = trace().explain(trace().find(asked.node), asked.cell);
    constexpr std::size_t kMostOperands = 12;
    for (std::size_t i = 0; i < std::min(kMostOperands, explained.operands.size()); ++i)
      cells.insert({trace().node(explained.operands[i].node).name, explained.operands[i].cell});
    return cells;
  }
};

}  // namespace

TEST_SUITE("sweep") {
  TEST_CASE("while a question is open the asked number is told nowhere, whichever cell around it is selected") {
    int numbers = 0, looks = 0;
    for (const Lesson& lesson : lessons()) {
      Driver wide(1920, 1080, false, Driver::Fonts::shipped);
      wide.host.still = true;
      for (int place = 0; place < static_cast<int>(lesson.info.steps.size()); ++place) {
        const Step& step = lesson.info.steps[static_cast<std::size_t>(place)];
        if ((!step.ask && !step.exercise) || step.page != StepPage::none) continue;
        CAPTURE(lesson.info.id);
        CAPTURE(step.id);
        Open open{&step, in_words(snapshot_at({lesson.info.id}, place), wide.texts())};
        if (open.numbers.empty()) continue;
        numbers += static_cast<int>(open.numbers.size());
        open.look(wide, 6);
        for (const Selection& cell : open.around(wide)) {
          open.select(cell);
          open.look(wide, 2);
          ++looks;
        }
        for (const std::string& word : open.told) CHECK_MESSAGE(false, word);
      }
    }
    MESSAGE(numbers, " numbers, ", looks, " looks");
    CHECK(numbers > 150);
  }

  // A softmax, a mask, a factor and a logarithm keep the order of a row.
  TEST_CASE("if the largest number is asked for, its operands have their order only if the question shows it") {
    int questions = 0;
    for (const Lesson& lesson : lessons()) {
      Driver driver;
      for (int place = 0; place < static_cast<int>(lesson.info.steps.size()); ++place) {
        const Step& step = lesson.info.steps[static_cast<std::size_t>(place)];
        if (!step.ask || !std::holds_alternative<WhereIsMost>(step.ask->how)) continue;
        CAPTURE(lesson.info.id);
        CAPTURE(step.id);
        const Open open{&step, snapshot_at({lesson.info.id}, place)};
        driver.show(open.snapshot, 3);
        const std::set<std::string> shown = open.nodes_of_cards(driver);
        ++questions;
        const Trace& trace = open.trace();
        const std::vector<int> above = alike_above(trace, trace.find(asked_node(step)));
        const auto is_shown = [&](int node) { return shown.contains(trace.node(node).name); };
        if (std::any_of(above.begin(), above.end(), is_shown)) continue;
        for (const int node : above)
          CHECK_MESSAGE(is_veil(open.veiled.node(node).value->at(cell_of_truth(step, trace).cell)), trace.node(node).name);
      }
    }
    CHECK(questions > 20);
  }
}

}  // namespace told_test
