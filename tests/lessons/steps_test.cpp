// The guided steps: going to a step brings the state that it speaks of, and this state has the numbers of the caption.
#include <map>
#include <regex>
#include <set>
#include <stdexcept>

#include "core/digits.h"
#include "core/veil.h"
#include "lessons/examples.h"
#include "protocol/step.h"
#include "protocol/training.h"
#include "study/ask.h"
#include "study/course.h"
#include "study/live_text.h"
#include "ui/views/view_table.h"

using namespace gf;
using namespace gf::test;

namespace steps_test {
namespace {

InputValue another_value(const InputSpec& spec) {
  switch (spec.type) {
    case InputType::text:
      return std::string("something else");
    case InputType::number:
      return std::get<double>(spec.initial) == spec.most ? spec.least : spec.most;
    case InputType::toggle:
      return !std::get<bool>(spec.initial);
    case InputType::choice:
      return std::string(spec.choices[spec.choices.size() - 1]);
    case InputType::matrix:
      return Tensor::from_rows({{1, 2}});
  }
  return {};
}

// Returns documents that may be open before a step is read: every example, and everything changed at once.
std::vector<Document> before_steps(const LessonInfo& lesson) {
  std::vector<Document> documents;
  for (const Preset& preset : lesson.presets) documents.push_back({lesson.id, inputs_of(preset)});
  Document changed{lesson.id, {}, {{"weights", {0, 0, 0}, 1}}};
  for (const InputSpec& spec : lesson.inputs) changed.inputs.insert_or_assign(spec.name, another_value(spec));
  documents.push_back(std::move(changed));
  return documents;
}

Document without_kept(Document document, const StepExample& example) {
  for (const std::string& name : example.keep) document.inputs.erase(name);
  return document;
}

Document fresh_document(const LessonInfo& lesson) { return {lesson.id}; }

bool is_answered(const Step& step) { return step.ask || step.exercise; }

// Returns the texts of a step: its caption, and the answer if it asks or gives blanks.
std::vector<std::string> captions_of(const LessonInfo& lesson, const Step& step) {
  std::vector<std::string> captions{english().get(caption_path(lesson, step))};
  if (is_answered(step)) captions.push_back(english().get("lessons." + lesson.id + ".answers." + step.id));
  return captions;
}

float cell_of(std::string_view lesson, std::string_view step, const char* name, const Cell& cell) {
  return node(trace_of(lesson, step), name).value->at(cell);
}

// Numbers that stand in the prose because nothing in a trace gives them.
const std::map<std::string, std::vector<std::string>> kConstants = {
    {"lessons.softmax.steps.exponentials", {"2.72"}},                                                // e
    {"lessons.softmax.answers.shares", {"100"}},                                                     // the whole
    {"lessons.embeddings.notes.printed_neighbours", {"81.53", "79.92", "74.29", "73.98", "70.06"}},  // printed in the source
    {"lessons.self-attention.slips.hand_product", {"1.2", "1.4", "2.6"}},                            // printed in the source
    {"lessons.encoder-decoder.slips.hand_product", {"1.2", "1.4", "2.6"}},                           // printed in the source
    {"lessons.training.answers.two_numbers", {"0.9", "0.1", "0.999"}},  // Adam's decay rates, and what they leave
    {"lessons.training.nodes.correction_m.text", {"0.9"}},
    {"lessons.training.nodes.correction_v.text", {"0.999"}},
    {"lessons.training.nodes.m_hat.text", {"0.9"}},
    {"lessons.training.nodes.v.text", {"0.999", "0.001"}},
    {"lessons.training.nodes.v_hat.text", {"0.999"}},
    {"nodes.adam_m.text", {"0.9", "0.1"}},
    {"lessons.training.inputs.initialisation.help", {"0.02"}},  // the deviation that the choice is named for
};

// Counts the words of a text. A word stands between spaces and has a letter or a digit in it: a sign alone is no word.
int words_of(const std::string& text) {
  static const std::regex word("[^ ]*([0-9A-Za-z]|β)[^ ]*");
  std::string spoken = text;
  for (std::vector<LiveValue> values = live_values(text); !values.empty(); values.pop_back())
    spoken.replace(values.back().begin, values.back().end - values.back().begin, "1");
  return static_cast<int>(std::distance(std::sregex_iterator(spoken.begin(), spoken.end(), word), std::sregex_iterator()));
}

// Returns the decimal numbers and percentages of a text that are typed, not live values.
std::vector<std::string> typed_numbers(const std::string& text) {
  static const std::regex number("([0-9]+[.][0-9]+)|([0-9]+) %");
  std::vector<std::string> found;
  const std::string without = with_live_values(text, nullptr);
  for (std::sregex_iterator at(without.begin(), without.end(), number), end; at != end; ++at)
    found.push_back((*at)[1].matched ? (*at)[1] : (*at)[2]);
  return found;
}

// Returns the label of a cell that its axis lacks or has more than once. Empty if all can be found.
std::string wrong_label(const CellName& cell, const Trace& trace, const std::string& name) {
  const TraceNode& in = node(trace, name.c_str());
  for (const auto& [place, axis] : {std::pair(cell.outer, &in.outer), std::pair(cell.row, &in.rows), std::pair(cell.col, &in.cols)})
    if (!place_named(place, *axis))
      return name + ": " + (place_of(*axis, place.label(), 1) ? "several " : "no ") + std::string(place.label());
  return "";
}

// Returns such labels of all cells that a step names.
std::vector<std::string> wrong_labels(const Step& step, const Trace& trace) {
  std::vector<std::string> wrong;
  const auto look = [&](const CellName& cell, const std::string& name) {
    if (const std::string slip = wrong_label(cell, trace, name); !slip.empty()) wrong.push_back(slip);
  };
  if (step.cell) look(*step.cell, step.focus);
  if (!step.ask) return wrong;
  if (step.ask->cell) look(*step.ask->cell, asked_node(step));
  if (const WhichIsSo* which = std::get_if<WhichIsSo>(&step.ask->how); which && which->minus) look(which->minus->cell, which->minus->node);
  if (const WhereIsMost* most = std::get_if<WhereIsMost>(&step.ask->how))
    for (const PlaceName& place : most->among) look(most->down ? CellName{0, place, 0} : CellName{0, 0, place}, asked_node(step));
  return wrong;
}

// Returns the input that stands above the picture.
std::string_view main_of(const LessonInfo& lesson) {
  if (!lesson.main.empty()) return lesson.main;
  return !lesson.inputs.empty() && lesson.inputs.front().type == InputType::text ? std::string_view(lesson.inputs.front().name)
                                                                                 : std::string_view();
}

// Whether a caption asks the reader to change an input. In a step without controls this input is a matrix on the stage or the line above
// it.
bool asks_for_a_control(const std::string& caption) {
  static const std::regex asks(
      "Slide|Switch|Widen|Raise|Change the seed|another seed|Settings|Try rank|Try ZeRO|the window larger|Search by|"
      "Let them count|adapter off|iterations up and down|two words of your own|better wording|Try one number");
  return std::regex_search(caption, asks);
}

}  // namespace

TEST_SUITE("lessons/steps") {
  TEST_CASE("the controls of a step are up to three inputs that matter there and stand nowhere else") {
    int steps = 0;
    for (const Lesson& lesson : lessons()) {
      CAPTURE(lesson.info.id);
      for (std::size_t i = 0; i < lesson.info.steps.size(); ++i) {
        const Step& step = lesson.info.steps[i];
        CAPTURE(step.id);
        CHECK(step.controls.size() <= 3);
        steps += step.controls.empty() ? 0 : 1;
        const Document at_the_step = at_step(lesson.info, fresh_document(lesson.info), static_cast<int>(i));
        bool any = step.controls.empty();
        for (const std::string& name : step.controls) {
          CAPTURE(name);
          const InputSpec& spec = known_input(lesson.info, name);
          CHECK(spec.type != InputType::matrix);
          CHECK(name != main_of(lesson.info));
          any = any || matters(lesson.info, at_the_step.inputs, spec);
        }
        CHECK(any);
      }
    }
    CHECK(steps >= 50);
  }

  TEST_CASE("a step that asks for an input to be moved brings it onto the stage") {
    for (const Lesson& lesson : lessons())
      for (const Step& step : lesson.info.steps)
        for (const std::string& caption : captions_of(lesson.info, step)) {
          CAPTURE(caption);
          CHECK((!step.controls.empty() || !asks_for_a_control(caption)));
        }
  }

  TEST_CASE("whatever was done before, a step brings the state that it speaks of") {
    for (const Lesson& lesson : lessons()) {
      CAPTURE(lesson.info.id);
      for (const Step& step : lesson.info.steps) {
        CAPTURE(step.id);
        const StepExample& example = step.example;
        const Document fresh = with_example(lesson.info, fresh_document(lesson.info), example);
        for (const Document& before : before_steps(lesson.info)) {
          const Document after = with_example(lesson.info, before, example);
          CHECK(same_content(without_kept(after, example), without_kept(fresh, example)));
          CHECK(shows_example(lesson.info, after, example));
        }
        CHECK_FALSE(shows_example(lesson.info, before_steps(lesson.info).back(), example));
      }
    }
  }

  TEST_CASE("a step leaves the look and the inputs that it keeps") {
    const LessonInfo& lesson = lesson_named("next-word").info;
    const Document before{
        "next-word", {{"steps", 1000.0}, {"width", 8.0}}, {{"x", {0, 0, 0}, 1}}, {Selection{"x", {0, 1, 1}}, 3, {"parameters"}}};
    const Document after = with_example(lesson, before, {"", {{"asked", "the sun"}, {"seed", 9.0}}, "steps"});
    CHECK(after == Document{"next-word", {{"asked", std::string("the sun")}, {"steps", 1000.0}}, {}, before.look});
  }

  TEST_CASE("a value that stands for the default is the default") {
    const LessonInfo& lesson = lesson_named("softmax").info;
    CHECK(shows_example(lesson, {"softmax", {{"beta", 1.0}}}, {}));
    CHECK_FALSE(shows_example(lesson, {"softmax", {{"beta", 2.0}}}, {}));
    CHECK_FALSE(shows_example(lesson, {"softmax", {}, {{"z", {0, 0, 0}, 1}}}, {}));
  }

  TEST_CASE("a run is where a step speaks of it when it got so far and no other record is nearer") {
    RunView run;
    CHECK_FALSE(shows_trained(run, 0));
    for (const Index step : {0, 10, 20}) run.records.push_back({.step = step});
    run.step = 20;
    run.steps = 40;
    CHECK(shows_trained(run, 20));
    CHECK_FALSE(shows_trained(run, 0));
    CHECK_FALSE(shows_trained(run, 30));
    CHECK_FALSE(shows_trained(run, kToItsEnd));
    run.viewed = 1;
    CHECK(shows_trained(run, 8));
    CHECK_FALSE(shows_trained(run, 20));
    run.viewed = 2;
    run.steps = 20;
    CHECK(shows_trained(run, kToItsEnd));
    CHECK(shows_trained(run, 30));
  }

  TEST_CASE("a step that does not fit its lesson is refused") {
    const LessonInfo& lesson = lesson_named("softmax").info;
    for (const StepExample& example : {StepExample{.preset = "nothing"}, StepExample{.set = {{"nothing", 1.0}}},
                                       StepExample{.set = {{"beta", "large"}}}, StepExample{.keep = "nothing"}})
      CHECK_THROWS_AS(check_example(lesson, example), InputError);
    CHECK_NOTHROW(check_example(lesson, {.preset = "overflow", .set = {{"beta", 4.0}}, .keep = "z"}));
  }

  TEST_CASE("a caption is short: at most 35 words, 45 if it asks a question; a live value is one word") {
    for (const Lesson& lesson : lessons())
      for (const Step& step : lesson.info.steps)
        for (const std::string& caption : captions_of(lesson.info, step)) {
          CAPTURE(caption);
          CHECK(words_of(caption) <= (caption.find('?') == std::string::npos ? 35 : 45));
        }
    CHECK(words_of("“la”, β = {inputs[beta]|2}: don't − or 1/√d") == 6);
    CHECK(words_of("once {weights[the sun is a,the#2]|percent} %") == 2);
  }

  TEST_CASE("every step fits its lesson, has a name of its own and a caption, and every caption has its step") {
    std::set<std::string> captions;
    for (const Lesson& lesson : lessons()) {
      CAPTURE(lesson.info.id);
      CHECK(lesson.info.steps.size() >= 4);
      for (const Step& step : lesson.info.steps) {
        CAPTURE(step.id);
        CHECK_NOTHROW(check_example(lesson.info, step.example));
        CHECK(english().has(caption_path(lesson.info, step)));
        CHECK(captions.insert(caption_path(lesson.info, step)).second);
        if (is_answered(step)) captions.insert("lessons." + lesson.info.id + ".answers." + step.id);
      }
    }
    for (const auto& [path, text] : english().all())
      for (const char* kind : {".steps.", ".answers."})
        if (path.starts_with("lessons.") && path.find(kind) == path.find('.', 8)) CHECK_MESSAGE(captions.count(path) == 1, path);
  }

  TEST_CASE("the focus, the cell and the section of a step exist in the state that the step speaks of") {
    for (const ShownStep& shown : steps_of_all()) {
      CAPTURE(shown.lesson->id);
      CAPTURE(shown.step->id);
      const Tensor& focus = *node(shown.trace, shown.step->focus).value;
      const std::optional<Selection> at = cell_of_step(*shown.step, &shown.trace);
      CHECK(at.has_value() == shown.step->cell.has_value());
      if (at) CHECK(focus.contains(at->cell));
      const auto in_section = [&](const Panel& panel) { return panel.section == shown.step->section; };
      const std::vector<Panel>& panels = shown.trace.panels;
      if (!shown.step->section.empty()) CHECK(std::any_of(panels.begin(), panels.end(), in_section));
    }
  }

  TEST_CASE("every label by which a step names a cell stands on its axis, once or counted") {
    for (const ShownStep& shown : steps_of_all())
      for (const std::string& wrong : wrong_labels(*shown.step, shown.trace))
        FAIL_CHECK(shown.lesson->id, "/", std::string(shown.step->id), ": ", wrong);
    const ShownStep& pair = steps_of_all().front();
    Step wrong = *pair.step;
    wrong.cell = CellName{0, "nobody", 0};
    CHECK(wrong_labels(wrong, pair.trace) == std::vector<std::string>{wrong.focus + ": no nobody"});
  }

  TEST_CASE("every live value of a caption is a finite number of the trace that the step speaks of") {
    int count = 0;
    for (const ShownStep& shown : steps_of_all())
      for (const std::string& caption : captions_of(*shown.lesson, *shown.step)) {
        CAPTURE(caption);
        for (const LiveValue& value : live_values(caption)) {
          CAPTURE(value.node);
          CAPTURE(value.place);
          const std::optional<double> number = number_of(value, &shown.trace);
          REQUIRE(number);
          CHECK(std::isfinite(*number));
          ++count;
        }
        // Only live values stand in braces, and each has a number.
        const std::string filled = with_live_values(caption, &shown.trace);
        CHECK(filled.find_first_of("{}") == std::string::npos);
      }
    CHECK(count > 40);
  }

  TEST_CASE("only captions have live values: nothing else is filled in from a trace") {
    for (const auto& [path, text] : english().all())
      if (path.find(".steps.") == std::string::npos && path.find(".answers.") == std::string::npos)
        CHECK_MESSAGE(live_values(text).empty(), path);
  }

  TEST_CASE("no computed number is typed into the prose") {
    std::set<std::string> seen;
    for (const auto& [path, text] : english().all()) {
      if (!path.starts_with("lessons.") && !path.starts_with("nodes.") && !path.starts_with("glossary.")) continue;
      const auto constants = kConstants.find(path);
      for (const std::string& number : typed_numbers(text)) {
        CHECK_MESSAGE((constants != kConstants.end() && std::count(constants->second.begin(), constants->second.end(), number) == 1), path,
                      " ", number);
        seen.insert(path + " " + number);
      }
    }
    for (const auto& [path, numbers] : kConstants)
      for (const std::string& number : numbers) CHECK_MESSAGE(seen.count(path + " " + number) == 1, path, " ", number);
  }

  TEST_CASE("typed numbers are found beside live ones") {
    CHECK(typed_numbers("{z[0,1]|2} and 0.5, {p[0,0]|percent} % or 65 %") == std::vector<std::string>{"0.5", "65"});
    CHECK(typed_numbers("row 3, 1,000 steps, 1/7").empty());
  }

  TEST_CASE("the numbers in captions are true") {
    // The largest weight, and the weight of the word's own entry.
    const Trace& sentence = trace_of("matrix-dictionary", "whole_sentence");
    const Tensor& weights = *node(sentence, "weights").value;
    for (Index col = 0; col < weights.cols(); ++col)
      CHECK(weights.at(0, 1, col) == doctest::Approx(static_cast<double>(col == 1 ? weights.at(0, 1, 1) : weights.at(0, 1, 2))));
    CHECK(weights.at(0, 1, 1) > 2 * weights.at(0, 1, 2));
    CHECK(cell_of("matrix-dictionary", "relaxed_query", "weights", {0, 0, 5}) > 0.99f);
    // One pair of vectors is equal, another nearly.
    CHECK(cell_of("next-word", "last_word", "last.likeness", {0, 0, 1}) == doctest::Approx(1));
    CHECK(cell_of("next-word", "average", "average.likeness", {0, 2, 3}) < 1);
    // "Between" the least and the largest of all widths.
    const Tensor& peaks = *node(trace_of("multi-head", "division_by_root"), "scaling.peakedness").value;
    for (Index row = 0; row < peaks.rows(); ++row) {
      CHECK(peaks.at(0, row, 1) >= peaks.at(0, 0, 1));
      CHECK(peaks.at(0, row, 1) <= peaks.at(0, 3, 1));
    }
    // Apple fits itself best, then banana.
    const Tensor& pulls = *node(trace_of("words-pulling-words", "dot_products"), "first.iteration.0.dot_products").value;
    for (Index col = 0; col < pulls.cols(); ++col)
      if (col != 3 && col != 6) CHECK(pulls.at(0, 0, col) < pulls.at(0, 0, 3));
    CHECK(pulls.at(0, 0, 3) < pulls.at(0, 0, 6));
    // Twice as far out, and the angle is the same.
    CHECK(cell_of("words-pulling-words", "twice_as_far", "first.iteration.0.dot_products", {0, 0, 3}) ==
          doctest::Approx(static_cast<double>(2 * pulls.at(0, 0, 3))));
    // Seven beginnings of one sentence; the step asks about the one that its caption quotes.
    const TraceNode& beginnings = node(trace_of("next-word", "every_beginning"), "last.probabilities");
    CHECK(beginnings.value->rows() == 7);
    const Cell asked = cell_of_step(step_named("next-word", "every_beginning"), &trace_of("next-word", "every_beginning"))->cell;
    CHECK(beginnings.rows.labels[static_cast<std::size_t>(asked.row)] == "once upon a → time");
    CHECK(beginnings.cols.labels[static_cast<std::size_t>(asked.col)] == "time");
    // Space B is of no use, C parts the apples most.
    const auto apart = [](const char* step, const char* name) { return cell_of("spaces", step, name, {0, 0, 0}); };
    CHECK(apart("space_b", "b.distance") < apart("space_a", "a.distance"));
    CHECK(apart("space_a", "a.distance") < apart("space_c", "c.distance"));
    // The spaces keep this order by their rulers, too; other values are only a larger ruler.
    CHECK(apart("space_b", "b.relative") < apart("space_a", "a.relative"));
    CHECK(apart("space_a", "a.relative") < apart("space_c", "c.relative"));
    CHECK(apart("values", "values.distance") > apart("space_a", "a.distance"));
    CHECK(apart("values", "values.relative") == doctest::Approx(static_cast<double>(apart("space_a", "a.relative"))).epsilon(1e-3));
    // With queries and keys each direction has its own pull; without them both are equal.
    CHECK(cell_of("spaces", "keys_and_queries", "pair.dot_products", {0, 0, 1}) <
          cell_of("spaces", "keys_and_queries", "pair.dot_products", {0, 1, 0}));
    CHECK(cell_of("spaces", "squashing", "pair.dot_products", {0, 0, 1}) ==
          doctest::Approx(cell_of("spaces", "squashing", "pair.dot_products", {0, 1, 0})));
  }
}

}  // namespace steps_test
