// Going to a guided step brings the state that it speaks of; the reader's own document is one press away.
#include <algorithm>
#include <chrono>
#include <map>
#include <nlohmann/json.hpp>
#include <thread>

#include "lessons/registry.h"
#include "protocol/link.h"
#include "protocol/step.h"
#include "session/answer_message.h"
#include "session/session.h"
#include "study/ask.h"
#include "study/course.h"
#include "study/live_text.h"
#include "support.h"

using namespace gf;
using namespace gf::test;

namespace session_steps_test {
namespace {

using Kind = TrainingCommand::Kind;

struct Driver {
  Session session{{.files = [](const std::string& path, std::function<void(std::optional<std::string>)> done) { done(read_asset(path)); }}};

  explicit Driver(const std::string& lesson) { run(OpenLesson{lesson}); }

  const Snapshot& run(const Command& command) {
    session.execute(command);
    session.finish();
    const auto began = std::chrono::steady_clock::now();
    while (playing()) {
      if (!session.pump()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
      if (std::chrono::steady_clock::now() - began > std::chrono::seconds(120)) FAIL("it took too long");
    }
    session.finish();
    return now();
  }
  const Snapshot& now() { return *session.snapshot(); }
  bool playing() { return now().training && now().training->run.status == RunStatus::playing; }
  const RunRecord& viewed() {
    const RunView& run = now().training->run;
    return run.viewed < 0 ? run.records.back() : run.records[static_cast<std::size_t>(run.viewed)];
  }
  const Tensor& value(const std::string& name) { return *node(*now().trace, name).value; }
  nlohmann::json told() { return nlohmann::json::parse(answer_message(session, R"({"type":"snapshot","trace":false})"))["step"]; }
};

int step_named(const std::string& lesson, const std::string& id) {
  const ArrayView<Step> steps = lesson_named(lesson).info.steps;
  return static_cast<int>(std::find_if(steps.begin(), steps.end(), [&](const Step& step) { return step.id == id; }) - steps.begin());
}

// Checks that the state of the present step is there.
void check_step(Driver& d, int index) {
  const Snapshot& now = d.now();
  const Step& step = now.lesson().steps[static_cast<std::size_t>(index)];
  CAPTURE(step.id);
  CHECK_FALSE(now.problem);
  CHECK(d.told() == nlohmann::json{{"index", index}, {"applied", true}});
  CHECK(now.document.look.step == index);
  CHECK(shows_example(now.lesson(), now.document, step.example));
  const Tensor& focus = *node(*now.trace, step.focus).value;
  const std::optional<Selection> at = cell_of_step(step, now.trace.get());
  CHECK(at.has_value() == step.cell.has_value());
  if (at) CHECK(focus.contains(at->cell));
  for (const char* kind : {".steps.", ".answers."}) {
    const std::string path = "lessons." + now.lesson().id + kind + step.id;
    if (!english().has(path)) continue;
    for (const LiveValue& value : live_values(english().get(path))) {
      CAPTURE(value.place);
      const std::optional<double> number = number_of(value, now.trace.get());
      REQUIRE(number);
      CHECK(std::isfinite(*number));
    }
  }
}

// Checks that a trained model gives the answer of the texts to a question.
void check_answer(Driver& d) {
  const std::map<std::string, Choice> answers = {{"next-word/attention", {3}},   // France
                                                 {"next-word/own_phrase", {1}},  // Paris
                                                 {"embeddings/analogy", {0}},    // man
                                                 {"training/diagonal", {7}},     // the last token
                                                 {"training/without_positions", {1}},
                                                 {"training/overfitting", {1}},  // large
                                                 {"training/dropout", {0}},      // lower
                                                 {"training/adam", {1}}};        // no
  const Step& step = *step_of(d.now().lesson(), d.now().document);
  const auto answer = answers.find(d.now().lesson().id + "/" + step.id);
  if (answer == answers.end()) return;
  CAPTURE(answer->first);
  CHECK(truth_of(step, *d.now().trace) == Guess(answer->second));
}

void check_selection(Driver& d) {
  const Step& step = *step_of(d.now().lesson(), d.now().document);
  CHECK(d.now().document.look.selection == cell_of_step(step, d.now().trace.get()));
}

// On the way forward the run of the step before is kept beside the new run, and only this input differs.
void check_kept(Driver& d, bool forward, const char* input) {
  CHECK(static_cast<bool>(d.now().training->kept) == forward);
  if (forward) CHECK(d.now().training->differing == std::vector<std::string>{input});
}

// Checks the claims of the training lesson's steps about their runs.
void check_training(Driver& d, bool forward) {
  const std::string& id = step_of(d.now().lesson(), d.now().document)->id;
  CAPTURE(id);
  if (id == "diagonal") {
    CHECK(d.viewed().exact_match > 0.9);
    CHECK(d.value("decoder.0.cross_attention.weights").at({0, 0, 7}) > 0.5f);
  } else if (id == "back_in_time") {
    CHECK(d.viewed().step < d.now().training->run.step);
    CHECK(d.viewed().exact_match < 0.9);
  } else if (id == "without_positions") {
    check_kept(d, forward, "positions");
    CHECK(d.viewed().exact_match < 0.5);
  } else if (id == "dropout") {
    check_kept(d, forward, "dropout");
  } else if (id == "check_gradient") {
    CHECK_FALSE(d.now().training->kept);
    // On the way back the run begins anew, after runs of other tasks, and goes to the training step that the step names.
    CHECK(d.now().training->run.step == (forward ? d.now().training->run.steps : 100));
  }
}

void walk(const std::string& lesson) {
  CAPTURE(lesson);
  Driver d(lesson);
  const int count = static_cast<int>(d.now().lesson().steps.size());
  check_step(d, 0);
  CHECK_FALSE(d.now().document.look.selection);  // the first step selects no cell
  // The suite `learning` checks the claims of these lessons about their runs. In this test they run, and need not learn.
  const bool shortly = lesson == "block" || lesson == "lora";
  if (shortly) d.run(SetInput{"steps", 20.0});
  for (int i = 1; i < count; ++i) {
    d.run(GoToStep{i});
    check_step(d, i);
    check_selection(d);
    check_answer(d);
    if (lesson == "training") check_training(d, true);
  }
  if (!shortly) CHECK_FALSE(d.now().has_own);
  if (d.now().training && lesson != "training") return;  // on the way back runs begin anew: one lesson with them is enough
  for (int i = count - 2; i >= 0; --i) {
    d.run(GoToStep{i});
    check_step(d, i);
    check_selection(d);
    check_answer(d);
    if (lesson == "training") check_training(d, false);
  }
}

}  // namespace

TEST_SUITE("session/steps") {
  TEST_CASE("walked with Next alone, and back: every step's state is there, its focus and its cell, and the numbers of its caption") {
    walk("softmax");
    walk("spaces");
  }

  TEST_CASE("and in all other lessons; what the training lesson says of its runs is so" * doctest::test_suite("sweep")) {
    for (const Lesson& lesson : lessons())
      if (lesson.info.id != "softmax" && lesson.info.id != "spaces") walk(lesson.info.id);
    for (const char* id : {"diagonal", "back_in_time", "without_positions", "check_gradient", "dropout"}) {
      CAPTURE(id);
      CHECK(step_named("training", id) < static_cast<int>(lesson_named("training").info.steps.size()));
    }
  }

  TEST_CASE("going to a step is one undo step, with the place where one was and what was selected there") {
    Driver d("softmax");
    const int shares = step_named("softmax", "shares"), beta = step_named("softmax", "inverse_temperature");
    d.run(GoToStep{shares});
    CHECK_FALSE(d.now().can_undo);  // the same state: nothing to undo
    d.run(Select{"z", {0, 0, 2}});
    d.run(GoToStep{beta});
    CHECK(d.value("scaled").at(0, 0, 0) == 8);
    d.run(Undo{});
    CHECK(d.now().document.inputs.empty());
    CHECK(d.now().document.look.step == shares);
    CHECK(d.now().document.look.selection == Selection{"z", {0, 0, 2}});
    d.run(Redo{});
    CHECK(d.now().document.look.step == beta);
    CHECK(d.now().step_applied);
    CHECK(d.now().document.look.selection == Selection{"probabilities", {0, 0, 0}});
  }

  TEST_CASE("a selection that a step made ends with it") {
    Driver d("softmax");
    d.run(GoToStep{2});
    CHECK(d.now().document.look.selection->node == "sum");
    d.run(GoToStep{1});
    CHECK(d.now().document.look.selection->node == "exponentials");
  }

  TEST_CASE("the reader's own is kept through any number of steps, and brought back") {
    Driver d("self-attention");
    CHECK_FALSE(d.now().has_own);
    d.run(SetInput{"text", std::string("my own words")});
    CHECK_FALSE(d.now().step_applied);
    const Inputs own_inputs = d.now().document.inputs;
    CHECK_FALSE(d.now().has_own);  // the reader's document is the present one
    for (int i = 1; i < 9; ++i) {
      d.run(GoToStep{i});
      CHECK(d.now().step_applied);
      CHECK(d.now().has_own);
    }
    d.run(BringOwn{});
    CHECK(same_inputs(d.now().document.inputs, own_inputs));
    CHECK(d.now().document.look.step == 8);
    CHECK_FALSE(d.now().has_own);
    d.run(GoToStep{8});
    CHECK(d.now().step_applied);
    d.run(BringOwn{});
    CHECK(same_inputs(d.now().document.inputs, own_inputs));
    d.run(Undo{});
    CHECK(d.now().step_applied);
    CHECK(d.now().has_own);
  }

  TEST_CASE("the last one that was changed is the reader's own; a preset and a reset keep it, too") {
    Driver d("self-attention");
    d.run(SetInput{"text", std::string("first")});
    d.run(GoToStep{step_named("self-attention", "causal_mask")});
    d.run(SetInput{"text", std::string("second")});
    CHECK(d.now().has_own);  // "first" is kept while "second" is shown
    d.run(ApplyPreset{"numpy"});
    CHECK(d.now().has_own);
    d.run(ResetLesson{});
    d.run(BringOwn{});
    CHECK(std::get<std::string>(d.now().document.inputs.at("text")) == "second");
    CHECK(std::get<bool>(d.now().document.inputs.at("causal")));
  }

  TEST_CASE("without a version of one's own nothing is brought back") {
    Driver d("softmax");
    d.run(BringOwn{});
    CHECK(d.now().document.inputs.empty());
    CHECK_FALSE(d.now().can_undo);
  }

  TEST_CASE("a version of one's own that is refused is none") {
    Driver d("self-attention");
    d.run(SetInput{"text", std::string("mine")});
    d.run(SetInput{"text", std::string(" ")});
    d.run(GoToStep{step_named("self-attention", "causal_mask")});
    d.run(BringOwn{});
    CHECK(std::get<std::string>(d.now().document.inputs.at("text")) == "mine");
  }

  TEST_CASE("a place in a lesson that is loaded brings the state of its step; a document with content of its own is as it was") {
    Driver d("dictionary");
    const int beta = step_named("softmax", "inverse_temperature");
    d.run(LoadDocument{{.lesson = "softmax", .look = {.step = beta}}});
    CHECK(d.value("scaled").at(0, 0, 0) == 8);
    CHECK(d.now().step_applied);
    CHECK_FALSE(d.now().has_own);
    const Document brought{.lesson = "softmax", .inputs = {{"beta", 2.0}}, .look = {.step = beta}};
    d.run(LoadLink{encode_link(brought)});
    CHECK(d.now().document == brought);
    CHECK_FALSE(d.now().step_applied);
    d.run(GoToStep{beta});
    d.run(BringOwn{});
    CHECK(same_content(d.now().document, brought));
    d.run(LoadDocument{{.lesson = "softmax", .look = {.step = 1000}}});
    CHECK(d.now().document.look.step == static_cast<int>(d.now().lesson().steps.size()) - 1);
  }

  TEST_CASE("a step that is loaded with a scene of its own keeps that scene; the next step brings its own") {
    Driver d("softmax");
    d.run(LoadDocument{{.lesson = "self-attention", .look = {.step = 4, .scene = "query , key -> scores*"}}});
    CHECK(d.now().document.look.step == 4);
    CHECK(d.now().document.look.scene == "query , key -> scores*");
    d.run(GoToStep{5});
    CHECK(d.now().document.look.scene.empty());
  }

  TEST_CASE("a cell that a step names by labels is selected with its trace, unless the reader did something else by then") {
    const Selection sont{"distances", {0, 2, 2}}, other{"translation", {0, 0, 0}};
    const GoToStep go{step_named("dictionary", "near_in_letters")};
    const auto selected_after = [&](const std::optional<Command>& between) {
      Driver d("dictionary");
      d.session.execute(go);
      CHECK_FALSE(d.now().document.look.selection);
      if (between) d.session.execute(*between);
      d.run(ShowScene{});
      return d.now().document.look.selection;
    };
    CHECK(selected_after(std::nullopt) == sont);
    CHECK(selected_after(Select{other.node, other.cell}) == other);
    CHECK_FALSE(selected_after(Deselect{}));
    CHECK(selected_after(Undo{}) != sont);
    // If the trace is there already, the cell is selected at once; likewise if the step's place is loaded.
    Driver d("dictionary");
    d.run(go);
    d.run(Deselect{});
    d.session.execute(go);
    CHECK(d.now().document.look.selection == sont);
    Driver loaded("softmax");
    loaded.run(LoadDocument{{.lesson = "dictionary", .look = {.step = go.step}}});
    CHECK(loaded.now().document.look.selection == sont);
    loaded.run(LoadDocument{{.lesson = "dictionary", .look = {.selection = other, .step = go.step}}});
    CHECK(loaded.now().document.look.selection == other);
  }

  TEST_CASE("once a guess is made, right or wrong, the cell of the answer is selected, and not what the step had selected") {
    struct Asked {
      const char *lesson, *step;
      CellName answer;
      GuessNumbers wrong;
    };
    const Asked all[] = {{"encoder-decoder", "another_word", {0, 1, "<end>"}, {3}},
                         {"multi-head", "division_by_root", {0, "512", "q · k"}, {0.25}},
                         {"quantization", "cliff", {0, "3", 0}, {0}},
                         {"sampling", "draw", {0, "␣boy", 0}, {3}},
                         {"prompting", "wordings", {0, "The key?", 0}, {0}},
                         {"retrieval", "second_lesson", {0, "Emma was glad in the evening.", 0}, {0}}};
    for (const Asked& asked : all) {
      CAPTURE(std::string(asked.lesson));
      Driver d(asked.lesson);
      d.run(GoToStep{step_named(asked.lesson, asked.step)});
      const Step& step = *step_of(d.now().lesson(), d.now().document);
      const Trace& trace = *d.now().trace;
      const std::string node = asked_node(step);
      const std::optional<Cell> cell = cell_named(asked.answer, &trace, node);
      REQUIRE(cell);
      const Selection answer{node, *cell};
      const std::optional<Selection> before = d.now().document.look.selection;
      CHECK(before == cell_of_step(step, &trace));
      CHECK(before != answer);
      const GuessNumbers right = numbers_of(*truth_of(step, trace));
      CHECK(right != asked.wrong);
      for (const GuessNumbers& guess : {asked.wrong, right, GuessNumbers{}}) {
        d.run(Answer{asked.step, guess});
        CHECK(d.now().document.look.selection == answer);
        d.run(Answer{asked.step, std::nullopt});
        CHECK(d.now().document.look.selection == before);
      }
    }
  }

  TEST_CASE("a link to the defaults at a step that speaks of something else gives the defaults again") {
    Driver d("softmax");
    d.run(GoToStep{step_named("softmax", "inverse_temperature")});
    d.run(SetInput{"beta", 1.0});
    CHECK(d.now().document.inputs.empty());
    const std::string link = link_to(d.now());
    Driver other("dictionary");
    other.run(LoadLink{link});
    CHECK(other.now().document.lesson == "softmax");
    CHECK(other.value("scaled").at(0, 0, 0) == 2);
    CHECK_FALSE(other.now().step_applied);
  }

  TEST_CASE("inputs that are given as {} are the defaults, as on the command line; without them the step brings its state") {
    for (const char* lesson : {"tokenizer", "lora"}) {
      CAPTURE(lesson);
      Driver d("softmax");
      d.run(LoadDocument{document_from_json({{"lesson", lesson}, {"inputs", nlohmann::json::object()}})});
      CHECK(d.now().document.lesson == lesson);
      CHECK(d.now().document.inputs.empty());
      CHECK_FALSE(d.now().step_applied);
      d.run(LoadDocument{document_from_json({{"lesson", lesson}})});
      CHECK_FALSE(d.now().document.inputs.empty());
      CHECK(same_content(d.now().document, at_step(lesson_named(lesson).info, {lesson}, 0)));
    }
  }

  TEST_CASE("a link gives a matrix that the lesson computes again, too, at a step that sets it") {
    Driver d("spaces");
    const Tensor computed = d.value("m");
    d.run(GoToStep{step_named("spaces", "determinant")});
    CHECK_FALSE(same_values(d.value("m"), computed));
    d.run(ResetLesson{});
    CHECK(same_values(d.value("m"), computed));
    Driver other("dictionary");
    other.run(LoadLink{link_to(d.now())});
    CHECK_FALSE(other.now().problem);
    CHECK(other.now().document.lesson == "spaces");
    CHECK(same_values(other.value("m"), computed));
  }

  TEST_CASE("a step trains what it speaks of, looks back where it speaks of an earlier moment, and trains nothing twice") {
    Driver d("next-word");
    d.run(SetInput{"steps", 30.0});
    d.run(GoToStep{0});
    CHECK(d.now().step_applied);
    CHECK(d.now().training->run.viewed == -1);  // the newest record is shown
    d.run(GoToStep{step_named("next-word", "attention")});
    CHECK(d.now().training->run.status == RunStatus::finished);
    CHECK(d.now().training->run.step == 30);
    CHECK(d.now().step_applied);
    const std::vector<RunRecord> records = d.now().training->run.records;
    d.run(GoToStep{0});
    CHECK(d.viewed().step == 0);
    CHECK(d.now().step_applied);
    CHECK(d.now().training->run.step == 30);
    d.run(TrainingCommand{Kind::view, -1});
    CHECK_FALSE(d.now().step_applied);
    d.run(GoToStep{step_named("next-word", "attention")});
    CHECK(d.viewed().step == 30);
    CHECK(d.now().training->run.records.size() == records.size());
  }

  TEST_CASE("a run whose settings come back goes on where it was") {
    Driver d("next-word");
    d.run(SetInput{"steps", 30.0});
    d.run(GoToStep{step_named("next-word", "attention")});
    const Tensor learned = d.value("attention.classifier");
    d.run(SetInput{"seed", 1.0});
    CHECK(d.now().training->run.step == 0);
    d.run(TrainingCommand{Kind::step});
    d.run(Undo{});
    CHECK(d.now().training->run.step == 30);
    CHECK(same_values(d.value("attention.classifier"), learned));
    d.run(Redo{});
    CHECK(d.now().training->run.step == 1);
  }
}

}  // namespace session_steps_test
