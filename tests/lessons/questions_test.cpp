// The questions and exercises of guided steps: each can be answered from its trace, and no shown node tells the answer before.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/digits.h"
#include "core/veil.h"
#include "lessons/examples.h"
#include "protocol/blanks.h"
#include "protocol/step.h"
#include "study/ask.h"
#include "study/exercise.h"
#include "study/live_text.h"
#include "ui/views/view_table.h"

using namespace gf;
using namespace gf::test;

namespace questions_test {
namespace {

// Whether a question asks for a number that may stand at no other place. Before a training all choices are alike.
bool asks_for_number(const Step& step) {
  if (std::holds_alternative<HowMuch>(step.ask->how)) return true;
  const WhichIsSo* which = std::get_if<WhichIsSo>(&step.ask->how);
  return !step.example.trained && (which ? !which->minus : std::holds_alternative<WhereIsMost>(step.ask->how));
}

std::string label_at(const Axis& axis, Index place) {
  return place < std::ssize(axis.labels) ? axis.labels[static_cast<std::size_t>(place)] : std::string();
}

// Returns the places of an axis that have a label; none if it is empty.
std::vector<Index> places_labelled(const Axis& axis, const std::string& label) {
  std::vector<Index> places;
  for (Index place = 0; place < std::ssize(axis.labels) && !label.empty(); ++place)
    if (label_at(axis, place) == label) places.push_back(place);
  return places;
}

// Returns the places of a trace that show the number of a cell and can be taken for it: places with the cell's labels, or nodes with one
// number. A 0 or 1 tells nothing.
std::vector<std::string> places_of_number(const Trace& trace, const Tensor& value, const Selection& at) {
  const TraceNode& asked = trace.at(at.node);
  const float number = value.at(at.cell);
  const Digits digits = digits_for(value, at.cell.outer, chars_of_cell(value.shape()));
  if (number == 0 || std::abs(number) == 1) return {};
  const std::string shown = cell_text(number, digits), row = label_at(asked.rows, at.cell.row), col = label_at(asked.cols, at.cell.col);
  std::vector<std::string> places;
  for (const TraceNode& node : trace.nodes) {
    const Shape& shape = node.value->shape();
    const auto look = [&](const Cell& cell) {
      const float there = node.value->at(cell);
      // Two decimals may agree by chance.
      const bool near = std::fabs(there - number) <= 0.001f * std::fabs(number);
      if (!is_veil(there) && near && cell_text(there, digits) == shown) places.push_back(node.name + to_string(cell, shape));
    };
    if (node.value->size() == 1) {
      look({0, 0, 0});
      continue;
    }
    for (Index outer = 0; outer < shape.matrices(); ++outer)
      for (const Index r : places_labelled(node.rows, row))
        for (const Index c : places_labelled(node.cols, col)) look({outer, r, c});
  }
  return places;
}

// Returns how many steps of all lessons have a question, or an exercise.
template <typename Task>
int steps_with(Task Step::*task) {
  int count = 0;
  for (const Lesson& lesson : lessons())
    count += static_cast<int>(
        std::count_if(lesson.info.steps.begin(), lesson.info.steps.end(), [&](const Step& step) { return static_cast<bool>(step.*task); }));
  return count;
}

}  // namespace

TEST_SUITE("lessons/questions") {
  TEST_CASE("every lesson asks at least twice, and the truth of each question is in the trace of its step") {
    std::map<std::string, int> questions;
    for (const ShownStep& shown : steps_of_all()) {
      const Step& step = *shown.step;
      if (!step.ask) continue;
      CAPTURE(shown.lesson->id);
      CAPTURE(step.id);
      ++questions[shown.lesson->id];
      CHECK(english().get(caption_path(*shown.lesson, step)).find('?') != std::string::npos);
      const std::optional<Guess> truth = truth_of(step, shown.trace);
      REQUIRE(truth);
      for (const double number : numbers_of(*truth)) CHECK(std::isfinite(number));
      CHECK(guess_for(step, numbers_of(*truth)) == *truth);
      for (const std::string& node : step.ask->also) CHECK_MESSAGE(shown.trace.find(node) >= 0, node);
      if (const WhereIsMost* most = std::get_if<WhereIsMost>(&step.ask->how)) {
        const std::size_t places = asked_places(step, shown.trace).size();
        CHECK(places >= 2);
        CHECK(places <= 9);
        if (!most->among.empty()) CHECK(places == most->among.size());
        // The selection does not point at the right answer.
        const Cell right = asked_places(step, shown.trace)[std::get<Choice>(*truth).place];
        CHECK(cell_of_step(step, &shown.trace) != Selection{asked_node(step), right});
      }
      if (const WhichIsSo* which = std::get_if<WhichIsSo>(&step.ask->how)) CHECK(which->answers.size() == which->bounds.size() + 1);
      if (const HowMuch* much = std::get_if<HowMuch>(&step.ask->how); much && much->most > much->least) {
        CHECK(std::get<Number>(*truth).value >= much->least);
        CHECK(std::get<Number>(*truth).value <= much->most);
        if (much->whole) CHECK(std::get<Number>(*truth).value == std::round(std::get<Number>(*truth).value));
      }
    }
    for (const Lesson& lesson : lessons()) {
      CHECK_MESSAGE(questions[lesson.info.id] >= 2, lesson.info.id);
      CHECK_FALSE(lesson.info.steps.front().ask);  // a lesson opens with all of its picture
    }
  }

  TEST_CASE("the question of a step does not tell its answer") {
    int looked_at = 0;
    for (const ShownStep& shown : steps_of_all()) {
      if (!shown.step->ask) continue;
      ++looked_at;
      CAPTURE(shown.lesson->id);
      CAPTURE(shown.step->id);
      const Trace veiled = with_veil(shown.trace, *shown.step);
      CHECK(veiled.notes.empty());  // some say what came out
      const std::string question = english().get(caption_path(*shown.lesson, *shown.step));
      for (const LiveValue& value : live_values(question))
        CHECK(with_live_values(question.substr(value.begin, value.end - value.begin), &veiled) != kVeiled);
      const Selection at = asked_cell(*shown.step, shown.trace);
      CHECK(is_veil(node(veiled, at.node.c_str()).value->at(at.cell)));
    }
    CHECK(looked_at == steps_with(&Step::ask));
  }

  TEST_CASE("every lesson has an exercise, whose blanks can be filled in where they stand, and whose hints lead there") {
    std::map<std::string, int> exercises;
    for (const ShownStep& shown : steps_of_all()) {
      const Step& step = *shown.step;
      if (!step.exercise) continue;
      CAPTURE(shown.lesson->id);
      CAPTURE(step.id);
      ++exercises[shown.lesson->id];
      CHECK_FALSE(step.ask);
      CHECK(english().get(caption_path(*shown.lesson, step)).find("ill ") != std::string::npos);  // says what to fill in
      const Few<Cell, 6>& cells = step.exercise->cells;
      REQUIRE_FALSE(cells.empty());
      CHECK(cells.size() <= 6);
      CHECK(cell_of_step(step, &shown.trace) == Selection{step.focus, cells.front()});
      for (const std::string& node : step.exercise->also) CHECK_MESSAGE(shown.trace.find(node) >= 0, node);
      const auto shows = [&](const Panel& panel) {
        const ui::Cells cells_of_view = ui::row_of(panel.view).cells;
        if (cells_of_view == ui::Cells::every_node) return std::count(panel.nodes.begin(), panel.nodes.end(), step.focus) > 0;
        return cells_of_view != ui::Cells::none && panel.nodes.front() == step.focus;
      };
      CHECK(std::any_of(shown.trace.panels.begin(), shown.trace.panels.end(), shows));
      for (const Cell& cell : cells) {
        CAPTURE(cell.col);
        const Selection at{step.focus, cell};
        REQUIRE(can_be_blank(shown.trace, at));
        const Hints hints = hints_for(shown.trace, shown.trace, at);
        CHECK(says_the_same(shown.trace, at, hints.comes_to));
        CHECK(hints.last.find("…") == std::string::npos);
      }
    }
    for (const Lesson& lesson : lessons()) {
      if (lesson.info.steps.front().page == StepPage::map) continue;  // no cell is typed into there
      CHECK_MESSAGE(exercises[lesson.info.id] >= 1, lesson.info.id);
      CHECK_FALSE(lesson.info.steps.front().exercise);  // a lesson opens with all of its picture
    }
  }

  TEST_CASE("the caption of an exercise does not tell its blanks") {
    int looked_at = 0;
    for (const ShownStep& shown : steps_of_all()) {
      if (!shown.step->exercise) continue;
      ++looked_at;
      CAPTURE(shown.lesson->id);
      CAPTURE(shown.step->id);
      const Few<Cell, 6>& cells = shown.step->exercise->cells;
      const Blanks blanks{{shown.step->focus, {cells.begin(), cells.end()}}};
      const Trace veiled = with_blanks_veiled(shown.trace, judged_blanks(shown.trace, blanks, {}), shown.step->exercise->also);
      for (const Cell& cell : cells) CHECK(is_veil(node(veiled, shown.step->focus.c_str()).value->at(cell)));
      const std::string caption = english().get(caption_path(*shown.lesson, *shown.step));
      CHECK(with_live_values(caption, &veiled) == with_live_values(caption, &shown.trace));
    }
    CHECK(looked_at == steps_with(&Step::exercise));
  }

  TEST_CASE("nodes that follow from the graph are veiled by themselves, and a question lists only other nodes") {
    int looked_at = 0;
    for (const ShownStep& shown : steps_of_all()) {
      if (!shown.step->ask) continue;
      ++looked_at;
      CAPTURE(shown.lesson->id);
      CAPTURE(shown.step->id);
      const Ask& ask = *shown.step->ask;
      const std::string asked = asked_node(*shown.step);
      const std::set<int> all = downstream_of(shown.trace, {asked}), veiled = downstream_of(shown.trace, {asked}, ask.shows);
      for (const std::string& node : ask.also) CHECK_MESSAGE(!veiled.contains(shown.trace.find(node)), node);
      for (const std::string& node : ask.shows) CHECK_MESSAGE(all.contains(shown.trace.find(node)), node);
      const Trace hidden = with_veil(shown.trace, *shown.step);
      for (const int node : veiled) {
        const Tensor& value = *hidden.node(node).value;
        CHECK_MESSAGE(std::all_of(value.data(), value.data() + value.size(), is_veil), hidden.node(node).name);
      }
    }
    CHECK(looked_at == steps_with(&Step::ask));
  }

  TEST_CASE("a number that is asked for stands nowhere else unveiled: in no cell with the same labels, and in no single number") {
    for (const ShownStep& shown : steps_of_all()) {
      const Step& step = *shown.step;
      std::vector<Selection> asked;
      Trace veiled;
      if (step.ask && asks_for_number(step)) {
        asked = {cell_of_truth(step, shown.trace)};
        veiled = with_veil(shown.trace, step);
      } else if (step.exercise) {
        Blanks blanks;
        for (const Cell& cell : step.exercise->cells) {
          asked.push_back({step.focus, cell});
          blanks[step.focus].push_back(cell);
        }
        veiled = with_blanks_veiled(shown.trace, judged_blanks(shown.trace, blanks, {}), step.exercise->also);
      }
      CAPTURE(shown.lesson->id);
      CAPTURE(step.id);
      for (const Selection& at : asked)
        for (const std::string& told : places_of_number(veiled, *node(shown.trace, at.node.c_str()).value, at)) CHECK_MESSAGE(false, told);
    }
  }

  TEST_CASE("questions that an unveiled node once answered: each node that tells is veiled as a whole") {
    struct Teller {
      const char *lesson, *step;
      NameList nodes;
    };
    constexpr Teller kTellers[] = {
        {"tokenizer", "pair_counts", "next_merge"},
        {"tokenizer", "first_merge", "pieces, pair_counts"},
        {"matrix-dictionary", "whole_sentence", "weights, output, direction, cosines"},
        {"one-matrix", "who_is_found", "scores, weights, output"},  // another word finds itself, too
        {"block", "which_fails", "model_losses, losses_beside_each_other, no_residual.loss, no_norm.loss, whole.loss"},
        {"block", "depth", "losses_beside_each_other, no_residual.loss"},
        {"training", "without_positions", "loss, loss_sum, losses, probabilities, logits"},
        {"end", "future", "decoder.0.self_attention.masked_scores, decoder.0.self_attention.weights, decoder.0.self_attention.output"}};
    for (const Teller& teller : kTellers) {
      CAPTURE(std::string(teller.lesson));
      CAPTURE(std::string(teller.step));
      const Step& step = step_named(teller.lesson, teller.step);
      const Trace& trace = trace_of(teller.lesson, teller.step);
      const Trace veiled = with_veil(trace, step);
      for (const std::string& name : teller.nodes) {
        const Tensor& value = *node(veiled, name.c_str()).value;
        CHECK_MESSAGE(std::all_of(value.data(), value.data() + value.size(), is_veil), name);
        CHECK_MESSAGE(node(veiled, name.c_str()).marks.empty(), name);
        const Facts& facts = node(veiled, name.c_str()).facts;
        CHECK_MESSAGE((facts.least == 0 && facts.most == 0), name);
      }
      const Selection at = asked_cell(step, trace);
      CHECK(is_veil(node(veiled, at.node.c_str()).value->at(at.cell)));
      CHECK(veiled.explain(veiled.find(at.node), at.cell).numbers == kVeiled);
      CHECK(veiled.notes.empty());
    }
  }
}

}  // namespace questions_test
