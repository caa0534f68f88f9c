// Training runs as bytes, and runs that the next session finds again.
#include "session/runs/kept_runs.h"

#include <chrono>
#include <thread>

#include "protocol/link.h"
#include "session/memory_store.h"
#include "session/problem_of.h"
#include "session/session.h"
#include "session/training_support.h"
#include "session/workers.h"

using namespace gf;
using namespace gf::test;

namespace kept_runs_test {
namespace {

using Kind = TrainingCommand::Kind;

TrainingRun trained(const Inputs& inputs, Index steps) {
  TrainingRun run(inputs, settings_of(inputs));
  for (Index i = 0; i < steps; ++i) run.step();
  return run;
}

void check_same_record(const RunRecord& a, const RunRecord& b) {
  CHECK(a.step == b.step);
  CHECK(a.edited == b.edited);
  for (const auto figure :
       {&RunRecord::loss, &RunRecord::held_out_loss, &RunRecord::accuracy, &RunRecord::exact_match, &RunRecord::gradient_norm})
    CHECK(a.*figure == b.*figure);
  CHECK(a.part_norms == b.part_norms);
}

template <typename Read>
std::string refused(const Read& read) {
  const std::optional<Problem> problem = problem_of(read);
  return problem ? problem->id : "";
}

constexpr Index kSteps = 12;

// The link with which a session that trains begins: the lesson's own model is large, and slow under the thread sanitizer.
std::string small_link() { return "d=" + encode_link({"training", with(small_training(), {{"steps", static_cast<double>(kSteps)}})}); }

// A session with a training in it.
template <typename K>
struct Driver {
  Session session;

  explicit Driver(MemoryStore& store, const std::string& address = "training")
      : session({.store = store.store(), .address = address, .make_worker = K::kMake}) {
    settle();
  }
  void settle() {
    session.finish();
    session.keep(true);
    session.finish();
  }
  void run(const Command& command) {
    session.execute(command);
    settle();
  }
  void train() {
    session.execute(TrainingCommand{Kind::play, -1});
    const auto began = std::chrono::steady_clock::now();
    while (training().status != RunStatus::finished) {
      if (!session.pump()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
      if (std::chrono::steady_clock::now() - began > std::chrono::minutes(10)) FAIL("it took too long");
    }
    settle();
  }
  const RunView& training() { return session.snapshot()->training->run; }
  const Tensor& value(const std::string& name) { return *node(*session.snapshot()->trace, name).value; }
};

}  // namespace

TEST_SUITE("session/kept_runs") {
  TEST_CASE("a run and back: weights, curve, what was looked at, and it goes on as if never interrupted") {
    TrainingRun run = trained(small_training(), 12);
    run.view(3);
    TrainingRun compared = trained(with(small_training(), {{"seed", 7.0}}), 3);
    RestoredRuns back = restored_runs(kept_runs("training", &run, &compared).bytes);
    REQUIRE(back.run);
    REQUIRE(back.kept);
    const RunView before = run.view(), after = back.run->view();
    CHECK(after.status == RunStatus::paused);
    CHECK(after.step == 12);
    CHECK(after.viewed == 3);
    CHECK(after.parts == before.parts);
    REQUIRE(after.records.size() == before.records.size());
    for (std::size_t i = 0; i < after.records.size(); ++i) {
      check_same_record(after.records[i], before.records[i]);
      CHECK(same_weights(*back.run->moments()[i].weights, *run.moments()[i].weights));
    }
    CHECK(same_inputs(back.kept->inputs(), compared.inputs()));
    CHECK(back.kept->step_count() == 3);
    run.step();
    back.run->step();
    CHECK(same_weights(*run.moments().back().weights, *back.run->moments().back().weights));
    CHECK(back.run->view().records.size() == run.view().records.size());
  }

  TEST_CASE("a run that was finished or diverged is that again, with why; a restart begins it anew") {
    TrainingRun finished = trained(with(small_training(), {{"steps", 10.0}}), 10);
    REQUIRE(finished.view().status == RunStatus::finished);
    TrainingRun back = *restored_runs(kept_runs("training", &finished, nullptr).bytes).run;
    CHECK(back.view().status == RunStatus::finished);
    back.restart();
    CHECK(back.view().status == RunStatus::ready);
    CHECK(same_weights(*back.moments().front().weights, *finished.moments().front().weights));

    TrainingRun diverged =
        trained(with(small_training(), {{"learning_rate", 1.0}, {"clip", 0.0}, {"optimizer", std::string("sgd")}, {"width", 32.0}}), 0);
    diverged.play();
    for (int i = 0; i < 40 && diverged.playing(); ++i) diverged.advance(1);
    const TrainingRun again = *restored_runs(kept_runs("training", &diverged, nullptr).bytes).run;
    CHECK(again.problem() == diverged.problem());
    CHECK(again.view().status == (diverged.playing() ? RunStatus::paused : diverged.view().status));
  }

  TEST_CASE("a run that takes too much room is thinned out; one that is too large by itself is not kept, and that is said") {
    const TrainingRun run = trained(small_training(), 20);
    const std::size_t whole = kept_runs("training", &run, nullptr).bytes.size();
    const KeptRuns thinned = kept_runs("training", &run, nullptr, whole);  // half of it is for the run to compare with
    CHECK(thinned.bytes.size() < whole * 2 / 3);
    const TrainingRun back = *restored_runs(thinned.bytes).run;
    CHECK(back.moments().size() < run.moments().size());
    CHECK(back.moments().front().record.step == 0);
    CHECK(same_weights(*back.moments().back().weights, *run.moments().back().weights));
    const KeptRuns none = kept_runs("training", &run, nullptr, whole / 50);
    CHECK(none.bytes.empty());
    REQUIRE(none.problem);
    CHECK(none.problem->id == "run_too_large_to_keep");
    CHECK(english().format(*none.problem).find("{") == std::string::npos);
  }

  TEST_CASE("bytes that are no runs are refused, and those of another version told apart") {
    const TrainingRun run = trained(small_training(), 2);
    const std::string bytes = kept_runs("training", &run, nullptr).bytes;
    const auto why = [](const std::string& text) { return refused([&] { restored_runs(text); }); };
    CHECK(why("") != "");
    CHECK(why("rubbish") != "");
    for (std::size_t size = 0; size < bytes.size(); size += bytes.size() / 40) CHECK(why(bytes.substr(0, size)) != "");
    const auto replaced = [&](const std::string& from, const std::string& to) {
      std::string text = bytes;
      REQUIRE(from.size() == to.size());
      REQUIRE(text.find(from) != std::string::npos);
      return text.replace(text.find(from), from.size(), to);
    };
    CHECK(why(replaced("glassformer runs 1", "glassformer runs 2")) == "kept_of_other_version");
    CHECK(why(replaced("\\\"status\\\":", "\\\"statuS\\\":")) == "kept_unreadable");
    CHECK(why(replaced("\\\"records\\\":[{", "\\\"recordS\\\":[{")) == "kept_unreadable");
    CHECK(why(replaced("\"run.records\"", "\"run.recordS\"")) == "kept_unreadable");
  }

  TEST_CASE_TEMPLATE("a finished run of a session is there in the next one: its curve, its weights, and the run to compare with", K,
                     Default, Slicing) {
    MemoryStore store;
    Tensor weights;
    std::vector<RunRecord> records;
    {
      Driver<K> d(store, small_link());
      d.train();
      d.run(TrainingCommand{Kind::keep, -1});
      weights = d.value("encoder.0.feed_forward.w_1");
      records = d.training().records;
      CHECK(d.training().step == kSteps);
    }
    Driver<K> d(store);
    CHECK(d.training().status == RunStatus::finished);
    CHECK(d.training().step == kSteps);
    REQUIRE(d.training().records.size() == records.size());
    for (std::size_t i = 0; i < records.size(); ++i) check_same_record(d.training().records[i], records[i]);
    CHECK(same_values(d.value("encoder.0.feed_forward.w_1"), weights));
    CHECK(d.session.snapshot()->training->kept);
    CHECK_FALSE(d.session.snapshot()->notice);
    const int writes = store.writes;
    d.settle();
    CHECK(store.writes == writes);  // kept runs are not written again
    d.run(TrainingCommand{Kind::restart, -1});
    CHECK(d.training().step == 0);
  }

  TEST_CASE("a run that pauses because another lesson is opened is kept; one of other settings is left alone") {
    MemoryStore store;
    {
      Driver<Default> d(store, small_link());
      d.session.execute(TrainingCommand{Kind::play, -1});
      while (d.training().step < 5) d.session.pump();
      d.run(OpenLesson{"softmax"});
      d.settle();
      REQUIRE(store.files.contains("runs-training"));
    }
    Driver<Default> d(store);
    CHECK(d.training().step >= 5);
    CHECK(d.training().status != RunStatus::playing);
    const std::string kept = store.files.at("runs-training");
    d.run(SetInput{"seed", 9.0, 0});
    CHECK(d.training().step == 0);
    CHECK(store.files.at("runs-training") == kept);
  }

  TEST_CASE("runs that can't be read are put aside and said, and training begins anew") {
    MemoryStore store;
    store.files["runs-training"] = "rubbish";
    Driver<Default> d(store, small_link());
    CHECK(d.training().step == 0);
    REQUIRE(d.session.snapshot()->notice);
    CHECK(d.session.snapshot()->notice->id == "kept_unreadable");
    CHECK(store.files.empty());
    CHECK(store.aside.size() == 1);
  }
}

}  // namespace kept_runs_test
