// Training by commands to the session.
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <thread>

#include "session/answer_message.h"
#include "session/session.h"
#include "session/training_support.h"

using namespace gf;
using namespace gf::test;

namespace training_test {
namespace {

using Kind = TrainingCommand::Kind;
constexpr const char* kWeight = "encoder.0.self_attention.w_q";

struct Driver {
  Session session;

  explicit Driver(const Inputs& others = {}) {
    session.execute(LoadDocument{{"training", with(small_training(), others)}});
    session.finish();
  }
  const Snapshot& run(const Command& command) {
    session.execute(command);
    session.finish();
    return now();
  }
  const Snapshot& press(Kind kind, int record = -1) { return run(TrainingCommand{kind, record}); }
  const Snapshot& now() { return *session.snapshot(); }
  const RunView& training() { return now().training->run; }
  const Tensor& value(const std::string& name) { return *node(*now().trace, name).value; }

  // Pumps until a condition holds, as frames do. The limit ends a wait without end: a busy machine with the thread sanitizer takes minutes.
  template <typename Condition>
  void until(Condition condition) {
    const auto began = std::chrono::steady_clock::now();
    while (!condition()) {
      if (!session.pump()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
      if (std::chrono::steady_clock::now() - began > std::chrono::minutes(5)) FAIL("it took too long");
    }
    session.finish();
  }
};

}  // namespace

TEST_SUITE("session/training") {
  TEST_CASE("a lesson that trains has a run, others have none") {
    Driver d;
    REQUIRE(d.now().training);
    CHECK(d.training().status == RunStatus::ready);
    CHECK(d.training().records.size() == 1);
    CHECK(d.training().inputs.count("question") == 0);
    d.run(OpenLesson{"softmax"});
    CHECK_FALSE(d.now().training);
    CHECK(d.press(Kind::play).problem->id == "no_training");
    d.run(OpenLesson{"training"});
    CHECK(d.now().training);
  }

  TEST_CASE("an order to a run is on its way until the trace shows what it did") {
    Driver d;
    const auto computing = [&] {
      return nlohmann::json::parse(answer_message(d.session, R"({"type": "snapshot", "trace": false})"))["computing"];
    };
    const Tensor first = d.value(kWeight);
    CHECK(computing() == false);
    d.session.execute(TrainingCommand{Kind::step});
    CHECK(computing() == true);
    d.until([&] { return computing() == false; });
    CHECK(d.training().step == 1);
    CHECK_FALSE(same_values(d.value(kWeight), first));
  }

  TEST_CASE("the trace shows the weights of the viewed record") {
    Driver d;
    const Tensor first = d.value(kWeight);
    d.press(Kind::step);
    CHECK(d.training().step == 1);
    CHECK(d.training().records.size() == 2);
    const Tensor second = d.value(kWeight);
    CHECK_FALSE(same_values(first, second));
    CHECK_FALSE(d.now().can_undo == false);  // the document that was loaded took the place of another; steps add nothing
    d.press(Kind::view, 0);
    CHECK(same_values(d.value(kWeight), first));
    CHECK(d.training().viewed == 0);
    d.press(Kind::view, -1);
    CHECK(same_values(d.value(kWeight), second));
    d.press(Kind::restart);
    CHECK(same_values(d.value(kWeight), first));
    CHECK(d.training().step == 0);
  }

  TEST_CASE("played to the end, the loss has fallen and every number is that of single steps") {
    constexpr int kSteps = 20;
    const Inputs few{{"steps", static_cast<double>(kSteps)}};
    Driver played(few), stepped(few);
    const double at_first = played.training().records.front().held_out_loss;
    played.press(Kind::play);
    played.until([&] { return played.training().status == RunStatus::finished; });
    CHECK(played.training().step == kSteps);
    CHECK(played.training().records.back().loss < played.training().records.front().loss);
    CHECK(played.training().records.back().part_norms.size() == played.training().parts.size());
    CHECK(at_first > 0);
    for (int i = 0; i < kSteps; ++i) stepped.press(Kind::step);
    CHECK(same_values(played.value(kWeight), stepped.value(kWeight)));
  }

  TEST_CASE("another question looks at the same run, another setting begins a new one") {
    Driver d;
    d.press(Kind::step);
    const std::uint64_t before = d.now().revision;
    d.run(SetInput{"question", d.training().samples.at(1).question, 0});
    CHECK(d.training().step == 1);
    CHECK(d.now().revision > before);
    d.run(SetInput{"learning_rate", 0.02, 0});
    CHECK(d.training().step == 0);
    CHECK(d.training().records.size() == 1);
    CHECK(std::get<double>(d.training().inputs.at("learning_rate")) == 0.02);
    d.press(Kind::step);
    d.run(SetInput{"heads", 3.0, 0});
    CHECK(d.now().problem->id == "heads_do_not_divide");
    CHECK(d.training().step == 1);  // a refused command ends no run
    d.run(Undo{});
    CHECK(std::get<double>(d.training().inputs.at("learning_rate")) == 0.01);
    CHECK(d.training().step == 1);  // the run of these settings goes on where it was
  }

  TEST_CASE("bad input is refused in words and leaves the run alone") {
    Driver d;
    d.press(Kind::step);
    const auto refused = [&](const char* input, InputValue value) {
      d.run(SetInput{input, std::move(value), 0});
      REQUIRE(d.now().problem);
      CHECK(d.training().step == 1);
      CHECK(d.now().trace);
      return english().format(*d.now().problem);
    };
    CHECK(refused("learning_rate", std::nan("")) == "learning_rate: expected a number such as 0.5 or -2, got “NaN”.");
    CHECK(refused("learning_rate", 1e10) == "learning_rate: expected a number from 1·10⁻⁶ to 1·10⁹, got 1·10¹⁰.");
    refused("pairs", std::string("  "));
    refused("pairs", std::string("one = eins\ntwo"));
    refused("question", std::string("nowhere"));
  }

  TEST_CASE("divergence stops the run in words, with its history kept") {
    Driver d({{"optimizer", std::string("sgd")}, {"learning_rate", 1e9}, {"clip", 0.0}});
    d.press(Kind::play);
    d.until([&] { return d.training().status == RunStatus::diverged; });
    REQUIRE(d.now().problem);
    CHECK(d.now().problem->id == "diverged");
    REQUIRE_FALSE(d.training().records.empty());
    CHECK(d.training().records.front().step == 0);
    CHECK_FALSE(d.now().trace->first_not_finite);
    CHECK(d.press(Kind::play).problem->id == "diverged");
    d.run(SetInput{"learning_rate", 0.01, 0});
    CHECK_FALSE(d.now().problem);
    CHECK(d.training().status == RunStatus::ready);
  }

  TEST_CASE("a weight is set in the run, not in the document; held, it is a pin that training does not move") {
    Driver d;
    d.press(Kind::step);
    d.run(TypeCell{kWeight, {0, 0, 1}, "0,5"});
    CHECK(d.value(kWeight).at(0, 0, 1) == 0.5f);
    CHECK(d.now().document.pins.empty());
    CHECK(d.training().records.back().edited);
    CHECK(d.training().step == 1);
    d.run(PasteCells{kWeight, {0, 2, 2}, "1\t2\n3\t4"});
    CHECK(d.value(kWeight).at(0, 3, 3) == 4);
    d.run(TypeCell{kWeight, {0, 0, 1}, "abc"});
    CHECK(d.now().problem->id == "not_a_number");
    d.run(SetCell{kWeight, {0, 99, 1}, 1, 0});
    CHECK(d.now().problem->id == "unknown_cell");

    d.run(HoldCell{kWeight, {0, 0, 1}});
    REQUIRE(d.now().document.pins.size() == 1);
    for (int i = 0; i < 3; ++i) d.press(Kind::step);
    CHECK(d.value(kWeight).at(0, 0, 1) == 0.5f);
    d.run(TypeCell{kWeight, {0, 0, 1}, "-1"});
    d.press(Kind::step);
    CHECK(d.value(kWeight).at(0, 0, 1) == -1);
    d.run(LiftPin{kWeight, {0, 0, 1}});
    d.press(Kind::step);
    CHECK(d.value(kWeight).at(0, 0, 1) != -1);
    CHECK(d.value(kWeight).at(0, 0, 1) == doctest::Approx(-1).epsilon(0.1));
  }

  TEST_CASE("a weight set in the run is brought back by undo, and set again by redo") {
    Driver d;
    d.press(Kind::step);
    const float first = d.value(kWeight).at(0, 0, 1);
    const std::size_t records = d.training().records.size();
    CHECK_FALSE(d.run(Select{kWeight, {0, 0, 1}}).can_redo);
    d.run(SetCell{kWeight, {0, 0, 1}, 0.25f, 3});
    d.run(SetCell{kWeight, {0, 0, 1}, 0.5f, 3});  // one drag
    CHECK(d.training().records.size() == records + 1);
    CHECK(d.now().can_undo);
    d.run(Undo{});
    CHECK(d.value(kWeight).at(0, 0, 1) == first);
    CHECK(d.training().records.size() == records + 2);
    CHECK(d.training().step == 1);
    CHECK(d.now().can_redo);
    d.run(Redo{});
    CHECK(d.value(kWeight).at(0, 0, 1) == 0.5f);
    d.run(Undo{});

    // Documents and weights are undone in the order in which they were changed.
    d.run(SetCell{kWeight, {0, 0, 1}, 4, 0});
    d.run(SetInput{"question", std::string("the red cat"), 0});
    d.run(PasteCells{kWeight, {0, 2, 2}, "1\t2"});
    d.run(Undo{});
    CHECK(d.value(kWeight).at(0, 2, 3) != 2);
    CHECK(d.value(kWeight).at(0, 0, 1) == 4);
    d.run(Undo{});
    CHECK(d.now().document.inputs.count("question") == 0);
    CHECK(d.value(kWeight).at(0, 0, 1) == 4);
    d.run(Undo{});
    CHECK(d.value(kWeight).at(0, 0, 1) == first);
  }

  TEST_CASE("a change in a run can't be undone in the run that took its place") {
    Driver d;
    d.run(SetCell{kWeight, {0, 0, 1}, 4, 0});
    const bool undoable = d.now().can_undo;
    SUBCASE("begun anew") {
      d.press(Kind::restart);
      CHECK(undoable);
    }
    SUBCASE("by other settings") { d.run(SetInput{"seed", 5.0, 0}); }
    const float first = d.value(kWeight).at(0, 0, 1);
    CHECK(first != 4);
    CHECK(d.training().records.size() == 1);
    if (d.now().document.inputs.count("seed") > 0) d.run(Undo{});
    CHECK(d.run(Undo{}).document.inputs.empty());  // the document before the loaded one
  }

  TEST_CASE("two runs side by side") {
    Driver d;
    for (int i = 0; i < 3; ++i) d.press(Kind::step);
    d.press(Kind::keep);
    REQUIRE(d.now().training->kept);
    CHECK(d.now().training->differing.empty());
    d.run(SetInput{"learning_rate", 0.05, 0});
    CHECK(d.now().training->differing == std::vector<std::string>{"learning_rate"});
    CHECK(d.training().step == 0);
    const RunView& kept = d.now().training->kept.value();
    CHECK(kept.step == 3);
    CHECK(kept.viewed == 0);  // it stands beside step 0
    const auto same_map = [&] {
      return same_values(d.value("encoder.0.self_attention.weights"), d.value("kept.encoder.0.self_attention.weights"));
    };
    CHECK(same_map());
    for (int i = 0; i < 2; ++i) d.press(Kind::step);
    CHECK(d.now().training->kept.value().viewed == 2);
    CHECK_FALSE(same_map());
    d.press(Kind::drop_kept);
    CHECK_FALSE(d.now().training->kept);
    CHECK(d.now().trace->find("kept.loss") < 0);
  }

  TEST_CASE("while a run plays, an edit is answered within a few of its slices, and the run goes on") {
    // The delay is counted in steps of the run, since a busy machine delays the run as well as the answer.
    using Clock = std::chrono::steady_clock;
    Driver d({{"steps", 20000.0}});
    const auto steps_now = [&] { return d.press(Kind::view).training->run.step; };  // every order brings a report at once
    d.press(Kind::play);
    d.until([&] { return d.training().step > 3; });
    const Index first = steps_now();
    const auto began = Clock::now();
    d.until([&] { return Clock::now() - began > std::chrono::milliseconds(300); });
    const double slice_steps =
        static_cast<double>(steps_now() - first) * 20 / std::chrono::duration<double, std::milli>(Clock::now() - began).count();
    double least = 1e9;
    for (int i = 0; i < 5; ++i) {
      const std::string other = d.training().samples.at(i % 2 == 0 ? 1 : 2).question;
      const Index before = steps_now();
      d.session.execute(SetInput{"question", other, 0});
      d.session.finish();
      const Snapshot& answered = d.now();
      CHECK_FALSE(answered.computing);
      CHECK(std::get<std::string>(answered.trace->inputs.at("question")) == other);
      least = std::min(least, static_cast<double>(steps_now() - before));
    }
    CHECK_MESSAGE(least <= 5 * slice_steps + 5, least << " steps, of which a slice has " << slice_steps);
    const Index before = steps_now();
    d.until([&] { return d.training().step > before; });
    d.press(Kind::pause);
    CHECK(d.training().status == RunStatus::paused);
    CHECK(d.training().step < 20000);
  }

  TEST_CASE("while a run plays, a record that is looked at has its trace at once") {
    Driver d({{"steps", 20000.0}});
    const Tensor first = d.value(kWeight);
    d.press(Kind::play);
    d.until([&] { return d.training().step > 20 && !same_values(d.value(kWeight), first); });
    // The test tries three times, since a trace may be due at the same moment.
    for (int i = 0; i < 3; ++i) {
      d.press(Kind::view, 0);
      CHECK(d.training().status == RunStatus::playing);
      CHECK(same_values(d.value(kWeight), first));
      d.press(Kind::view, -1);
      CHECK_FALSE(same_values(d.value(kWeight), first));
    }
    d.press(Kind::pause);
  }

  TEST_CASE("a run pauses when its lesson is left, and is there again afterwards") {
    Driver d({{"steps", 20000.0}});
    d.press(Kind::play);
    d.until([&] { return d.training().step > 2; });
    d.run(OpenLesson{"softmax"});
    d.run(OpenLesson{"training"});
    CHECK(d.training().status == RunStatus::paused);
    const Index last_step = d.training().step;
    CHECK(last_step > 2);
    d.press(Kind::step);
    CHECK(d.training().step == last_step + 1);
  }

  TEST_CASE("messages press the buttons and tell where the run stands") {
    Driver d;
    const auto ask = [&](const nlohmann::json& message) {
      answer_message(d.session, message.dump());
      d.session.finish();
      return nlohmann::json::parse(answer_message(d.session, R"({"type": "snapshot"})"));
    };
    nlohmann::json training = ask({{"type", "command"}, {"command", "step"}})["training"];
    CHECK(training["status"] == "paused");
    CHECK(training["step"] == 1);
    CHECK(training["records"] == 2);
    CHECK(training["record"]["step"] == 1);
    CHECK(training["samples"].size() == d.training().samples.size());
    training = ask({{"type", "command"}, {"command", "view"}, {"record", 0}})["training"];
    CHECK(training["viewed"] == 0);
    CHECK(training["record"]["step"] == 0);
    const auto answer = [&](const nlohmann::json& message) { return nlohmann::json::parse(answer_message(d.session, message.dump())); };
    CHECK(answer({{"type", "command"}, {"command", "dance"}})["problem"]["id"] == "unknown_choice");
    CHECK(answer({{"type", "command"}, {"command", "view"}, {"record", "last"}})["problem"]["id"] == "wrong_type");
    const nlohmann::json loss = answer({{"type", "snapshot"}, {"trace", "loss"}, {"most_values", 0}})["trace"]["nodes"];
    REQUIRE(loss.size() == 1);
    CHECK(loss[0].contains("column_sums"));
    CHECK_FALSE(loss[0].contains("values"));
    CHECK(answer({{"type", "snapshot"}, {"most_values", -1}})["problem"]["id"] == "wrong_type");
  }
}

TEST_SUITE("session/estimate") {
  TEST_CASE("the finite difference beside a gradient, of a weight and of a computed cell") {
    Driver d;
    for (int i = 0; i < 5; ++i) d.press(Kind::step);
    for (const auto& [gradient, cell] :
         {std::pair<std::string, Cell>{"output.d_w", {0, 1, 4}}, std::pair<std::string, Cell>{"encoder.0.self_attention.d_w_v", {0, 2, 3}},
          std::pair<std::string, Cell>{"decoder.0.cross_attention.d_value", {1, 0, 2}}}) {
      CAPTURE(gradient);
      d.run(EstimateGradient{gradient, cell});
      REQUIRE(d.now().estimate);
      const GradientEstimate& estimate = *d.now().estimate;
      CHECK(estimate.node == gradient);
      CHECK(estimate.cell == cell);
      CHECK(estimate.gradient == d.value(gradient).at(cell));
      CHECK(std::abs(estimate.gradient) > 1e-4f);
      CHECK(std::abs(estimate.estimate - static_cast<double>(estimate.gradient)) <= estimate.uncertainty);
      CHECK(estimate.uncertainty < 1e-4);
      CHECK(estimate.verdict == GradientVerdict::agree);
      CHECK(estimate.loss_above != estimate.loss_below);
      CHECK_FALSE(d.now().estimating);
    }
    d.press(Kind::step);
    CHECK_FALSE(d.now().estimate);  // the estimate belonged to the weights before
  }

  TEST_CASE("after many steps, when gradients are tiny, no right one is called wrong") {
    Driver d({{"steps", 300.0}});
    d.session.execute(TrainingCommand{Kind::play});
    d.until([&] { return d.training().status == RunStatus::finished; });
    int reports = 0;
    for (const char* gradient :
         {"output.d_w", "encoder.0.self_attention.d_w_v", "encoder.0.self_attention.d_w_q", "decoder.0.cross_attention.d_value"})
      for (const Cell& cell : {Cell{0, 0, 0}, Cell{0, 1, 2}, Cell{0, 2, 1}, Cell{0, 0, 3}, Cell{0, 2, 2}}) {
        CAPTURE(gradient);
        d.run(EstimateGradient{gradient, cell});
        REQUIRE(d.now().estimate);
        const GradientEstimate& estimate = *d.now().estimate;
        CAPTURE(estimate.gradient);
        CAPTURE(estimate.estimate);
        CAPTURE(estimate.uncertainty);
        CHECK(estimate.verdict != GradientVerdict::differ);
        CHECK((estimate.verdict != GradientVerdict::agree || std::abs(estimate.estimate - static_cast<double>(estimate.gradient)) <=
                                                                 0.05 * std::abs(static_cast<double>(estimate.gradient))));
        reports += estimate.verdict == GradientVerdict::agree || estimate.verdict == GradientVerdict::within ? 1 : 0;
      }
    CHECK(reports >= 6);
  }

  TEST_CASE("a node without a finite difference is refused in words") {
    Driver d;
    CHECK(d.run(EstimateGradient{"encoder.0.self_attention.weights", {0, 0, 0}}).problem->id == "not_a_gradient");
    CHECK(d.run(EstimateGradient{"output.d_w", {0, 99, 0}}).problem->id == "unknown_cell");
    CHECK(d.run(EstimateGradient{"d_nothing", {0, 0, 0}}).problem->id == "unknown_node");
    CHECK_FALSE(d.now().estimate);
    CHECK_FALSE(d.now().estimating);
  }
}

}  // namespace training_test
