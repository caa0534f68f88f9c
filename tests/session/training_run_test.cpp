#include "session/runs/run.h"

#include <algorithm>
#include <cmath>

#include "session/training_support.h"
#include "session/worker_queue.h"

using namespace gf;
using namespace gf::test;

namespace training_run_test {
namespace {

constexpr const char* kWeight = "encoder.0.self_attention.w_q";

TrainingRun small_run(const Inputs& others = {}, RecordLimits limits = {}) {
  const Inputs inputs = with(small_training(), others);
  return TrainingRun(inputs, settings_of(inputs), {}, limits);
}

const NamedTensors& last_weights(const TrainingRun& run) { return *run.moments().back().weights; }

// Plays exactly `steps` steps.
void play(TrainingRun& run, int steps) {
  run.play();
  for (int i = 0; i < steps; ++i) run.advance(0);
  run.pause();
}

TrainingOrder press(TrainingCommand::Kind kind) { return TrainingCommand{kind, -1}; }

TaskResult performed(WorkerTask task, LessonRuns& runs) {
  Replay replay;
  TraceMemo memo;
  return perform(task, runs, replay, memo);
}

LessonRuns running() {
  LessonRuns runs;
  runs.carry_out(NewRun{1, small_training(), settings_of(small_training()), {}}, {});
  runs.carry_out(press(TrainingCommand::Kind::play), {});
  return runs;
}

}  // namespace

TEST_SUITE("session/training_run") {
  TEST_CASE("a branch goes on as the run did, but for what was set") {
    TrainingRun run(small_training(), settings_of(small_training()));
    for (int i = 0; i < 8; ++i) run.step();
    const std::shared_ptr<const NamedTensors> eighth = run.moments().back().weights;
    const NamedTensors& third = *run.moments()[3].weights;
    const NamedTensor& one = third.tensors.front();
    const float as_it_was = one.value.at(0, 0, 0);
    run.view(3);
    CHECK(run.looks_back());
    run.set_weights(one.name, {{{0, 0, 0}, as_it_was}});
    CHECK_FALSE(run.looks_back());
    CHECK(run.step_count() == 3);
    CHECK(run.moments().size() == 5);
    for (int i = 0; i < 5; ++i) run.step();
    CHECK(same_weights(last_weights(run), *eighth));  // bit for bit, the optimiser's means with them
    run.view(3);
    run.set_weights(one.name, {{{0, 0, 0}, as_it_was + 1}});
    for (int i = 0; i < 5; ++i) run.step();
    CHECK_FALSE(same_weights(last_weights(run), *eighth));
  }

  TEST_CASE("a run is ready with one record of its first weights") {
    const TrainingRun run = small_run();
    const RunView view = run.view();
    const Trainer trainer(settings_of(small_training()));
    Index numbers = 0;
    for (const NamedTensor& weight : trainer.weights().tensors) numbers += weight.value.size();
    CHECK(view.status == RunStatus::ready);
    REQUIRE(view.records.size() == 1);
    CHECK(view.records[0].step == 0);
    CHECK(view.records[0].loss == trainer.evaluate(false, 32, 0).loss);  // of the first examples (run.cpp)
    CHECK(view.steps == 40);
    CHECK(view.parameters == numbers);
    CHECK(view.training_examples == std::ssize(trainer.dataset().training));
    CHECK(view.held_out_examples == std::ssize(trainer.dataset().held_out));
    CHECK(same_weights(last_weights(run), trainer.weights()));
  }

  TEST_CASE("played, paused, stepped, by epochs or after a restart: the same steps give the same weights") {
    TrainingRun played = small_run(), stepped = small_run(), paused = small_run();
    play(played, 6);
    for (int i = 0; i < 6; ++i) stepped.step();
    play(paused, 2);
    play(paused, 4);
    CHECK(played.step_count() == 6);
    CHECK_FALSE(same_weights(last_weights(played), *played.moments().front().weights));
    CHECK(same_weights(last_weights(played), last_weights(stepped)));
    CHECK(same_weights(last_weights(played), last_weights(paused)));
    CHECK(stepped.view().status == RunStatus::paused);

    const std::shared_ptr<const NamedTensors> after_six = played.moments().back().weights;
    played.restart();
    CHECK(played.view().status == RunStatus::ready);
    CHECK(played.step_count() == 0);
    REQUIRE(played.moments().size() == 1);
    CHECK(same_weights(last_weights(played), *stepped.moments().front().weights));
    play(played, 6);
    CHECK(same_weights(last_weights(played), *after_six));

    TrainingRun by_epoch = small_run();
    by_epoch.epoch();
    const Index epoch = by_epoch.view().steps_per_epoch;
    CHECK(epoch == 3);  // 11 examples in batches of 4
    for (int i = 0; i < 10; ++i) by_epoch.advance(0);
    CHECK(by_epoch.step_count() == epoch);
    CHECK(by_epoch.view().status == RunStatus::paused);
    CHECK(same_weights(last_weights(by_epoch), *stepped.moments()[3].weights));
  }

  TEST_CASE("a run ends at its last step, and goes no further") {
    TrainingRun run = small_run({{"steps", 5.0}});
    play(run, 9);
    CHECK(run.step_count() == 5);
    CHECK(run.view().status == RunStatus::finished);
    run.step();
    run.play();
    run.advance(0);
    CHECK(run.step_count() == 5);
    CHECK(run.moments().back().record.step == 5);
  }

  TEST_CASE("an older record is looked at with its own weights and answers, and playing goes on from the latest") {
    TrainingRun run = small_run({{"learning_rate", 0.03}});
    play(run, 12);
    run.answer_samples();
    const std::vector<RunSample> late = run.view().samples;
    run.view(2);
    CHECK(run.viewed().record.step == 2);
    run.answer_samples();
    const RunView view = run.view();
    CHECK(view.viewed == 2);
    REQUIRE(view.samples.size() == late.size());
    CHECK(std::any_of(late.begin(), late.end(), [&](const RunSample& sample) {
      return sample.said != view.samples[static_cast<std::size_t>(&sample - late.data())].said;
    }));
    play(run, 1);
    CHECK(run.step_count() == 13);
    CHECK(run.view().viewed == 2);
    run.view(-1);
    CHECK(run.viewed().record.step == 13);
    run.view(1000);
    CHECK(run.view().viewed == -1);
    run.view_nearest(7);
    CHECK(run.viewed().record.step == 7);
  }

  TEST_CASE("records are dense at first, every second one goes where there are too many, the first and the last stay") {
    TrainingRun all = small_run({{"steps", 60.0}});
    play(all, 60);
    for (std::size_t i = 0; i < 16; ++i) CHECK(all.moments()[i].record.step == static_cast<Index>(i));
    CHECK(all.moments().size() < 61);

    TrainingRun few = small_run({{"steps", 60.0}}, {12, std::size_t{64} << 20});
    play(few, 30);
    few.view(1);
    const Index looked_at = few.viewed().record.step;
    play(few, 30);
    const std::vector<RunMoment>& moments = few.moments();
    CHECK(moments.size() <= 12);
    CHECK(moments.size() >= 6);
    CHECK(moments.front().record.step == 0);
    CHECK(moments.back().record.step == 60);
    CHECK(std::is_sorted(moments.begin(), moments.end(),
                         [](const RunMoment& a, const RunMoment& b) { return a.record.step < b.record.step; }));
    CHECK(std::abs(few.viewed().record.step - looked_at) <= 8);
    CHECK(same_weights(last_weights(few), last_weights(all)));

    TrainingRun small = small_run({{"steps", 60.0}}, {2000, 20 * 4 * static_cast<std::size_t>(few.view().parameters)});
    play(small, 60);
    CHECK(small.moments().size() <= 20);
  }

  TEST_CASE("a run that diverges stops, keeps its history and says why") {
    TrainingRun run = small_run({{"optimizer", std::string("sgd")}, {"learning_rate", 1e9}, {"clip", 0.0}});
    play(run, 30);
    const RunView view = run.view();
    CHECK(view.status == RunStatus::diverged);
    REQUIRE(run.problem());
    CHECK(run.problem()->id == "diverged");
    REQUIRE_FALSE(view.records.empty());
    CHECK(view.records.front().step == 0);
    CHECK(english().format(*run.problem()).find("learning rate") != std::string::npos);
    for (const NamedTensor& weight : last_weights(run).tensors)
      for (Index i = 0; i < weight.value.size(); ++i) REQUIRE(std::isfinite(weight.value.data()[i]));
    run.view(0);
    CHECK(same_weights(*run.viewed().weights, Trainer(run.inputs().empty() ? TrainSettings{} : settings_of(run.inputs())).weights()));
    run.restart();
    CHECK(run.view().status == RunStatus::ready);
    CHECK_FALSE(run.problem());
  }

  TEST_CASE("a weight set by hand is what the next step starts from, and a record of its own") {
    TrainingRun run = small_run({{"optimizer", std::string("sgd")}, {"learning_rate", 1e-6}}),
                plain = small_run({{"optimizer", std::string("sgd")}, {"learning_rate", 1e-6}});
    play(run, 2);
    play(plain, 3);
    const std::size_t before = run.moments().size();
    run.set_weights(kWeight, {{{0, 1, 2}, 0.5f}}, 1);
    CHECK(run.moments().size() == before + 1);
    CHECK(run.moments().back().record.edited);
    CHECK(run.moments().back().record.step == 2);
    CHECK(last_weights(run).at(kWeight).at(0, 1, 2) == 0.5f);
    run.set_weights(kWeight, {{{0, 1, 2}, 0.75f}}, 1);
    CHECK(run.moments().size() == before + 1);  // a drag is one record
    play(run, 1);
    CHECK(last_weights(run).at(kWeight).at(0, 1, 2) == doctest::Approx(0.75).epsilon(1e-4));
    CHECK_FALSE(same_weights(last_weights(run), last_weights(plain)));
    run.restart();
    CHECK(same_weights(last_weights(run), *plain.moments().front().weights));
    CHECK_THROWS(run.set_weights(kWeight, {{{0, 99, 0}, 1.0f}}));
  }

  TEST_CASE("an edit is taken back and done again, each a record of its own; a run that knows it not leaves all as it is") {
    TrainingRun run = small_run();
    play(run, 2);
    const auto value = [&] { return last_weights(run).at(kWeight).at(0, 1, 2); };
    const float first = value();
    const std::size_t records = run.moments().size();
    run.set_weights(kWeight, {{{0, 1, 2}, 0.5f}}, 7);
    run.set_weights(kWeight, {{{0, 1, 2}, 0.75f}}, 7);  // a drag: the state before the drag counts
    run.set_weights(kWeight, {{{0, 1, 2}, 2.0f}, {{0, 0, 0}, 3.0f}}, 8);
    CHECK(run.moments().size() == records + 2);
    run.view(0);
    run.take_back(8);
    CHECK(value() == 0.75f);
    CHECK(run.view().viewed == -1);
    run.take_back(7);
    CHECK(value() == first);
    CHECK(same_weights(last_weights(run), *run.moments()[records - 1].weights));
    CHECK(run.moments().size() == records + 4);
    CHECK(run.moments().back().record.edited);
    run.do_again(7);
    run.do_again(8);
    CHECK(value() == 2);
    CHECK(last_weights(run).at(kWeight).at(0, 0, 0) == 3);
    run.take_back(99);
    CHECK(run.moments().size() == records + 6);
    run.restart();
    run.take_back(8);
    CHECK(run.moments().size() == 1);
  }

  TEST_CASE("a weight that is held keeps its value through every step and a restart, until it is let go") {
    TrainingRun run = small_run();
    play(run, 2);
    run.hold({{kWeight, {0, 0, 0}, 0.25f}, {"loss", {0, 0, 0}, 9}});
    play(run, 10);
    const auto held = [&] { return last_weights(run).at(kWeight).at(0, 0, 0); };
    CHECK(held() == 0.25f);
    CHECK(last_weights(run).at(kWeight).at(0, 0, 1) != run.moments()[0].weights->at(kWeight).at(0, 0, 1));
    run.restart();
    CHECK(held() == 0.25f);
    play(run, 3);
    CHECK(held() == 0.25f);
    run.hold({});
    play(run, 1);
    CHECK(held() != 0.25f);
  }
}

TEST_SUITE("session/worker_queue") {
  TEST_CASE("orders, traces and estimates go before a run that plays, orders first") {
    WorkerQueue queue;
    CHECK(std::holds_alternative<std::monostate>(next_task(queue, false, 20)));
    CHECK(std::get<TrainingSlice>(next_task(queue, true, 20)).budget_ms == 20);
    queue.estimate.emplace();
    queue.job.emplace();
    queue.orders.push_back(press(TrainingCommand::Kind::play));
    CHECK(std::holds_alternative<std::vector<TrainingOrder>>(next_task(queue, true, 20)));
    CHECK(std::holds_alternative<Job>(next_task(queue, true, 20)));
    CHECK(std::holds_alternative<EstimateJob>(next_task(queue, true, 20)));
    CHECK(std::holds_alternative<TrainingSlice>(next_task(queue, true, 20)));
    CHECK_FALSE(queue.asked());
  }

  TEST_CASE("a slice of no time is one step; reports are few while a run plays, and come at once when it stops") {
    LessonRuns runs = running();
    REQUIRE(performed(std::monostate(), runs).report);
    int reports = 0;
    for (int i = 0; i < 5; ++i) reports += performed(TrainingSlice{0}, runs).report ? 1 : 0;
    CHECK(reports <= 4);
    const TaskResult stopped = performed(std::vector<TrainingOrder>{press(TrainingCommand::Kind::pause)}, runs);
    REQUIRE(stopped.report);
    CHECK(stopped.report->view->run.step == 5);
    CHECK(stopped.report->run == 1);
    CHECK_FALSE(stopped.report->untouched);
    CHECK_FALSE(performed(std::monostate(), runs).report);
  }

  TEST_CASE("orders that can't be carried out are a problem in the report, and the run goes on") {
    LessonRuns runs = running();
    performed(std::monostate(), runs);
    const TaskResult refused = performed(std::vector<TrainingOrder>{SetWeights{"nothing", {{{0, 0, 0}, 1.0f}}}}, runs);
    REQUIRE(refused.report);
    CHECK(refused.report->problem);
    CHECK(runs.playing());
    WorkerQueue queue;
    put(queue, TaskResult{std::nullopt, std::nullopt, refused.report});
    put(queue, performed(std::vector<TrainingOrder>{press(TrainingCommand::Kind::pause)}, runs));
    CHECK(queue.report->problem);  // the problem has not been shown yet
    CHECK(queue.report->view->run.status == RunStatus::ready);
  }
}

}  // namespace training_run_test
