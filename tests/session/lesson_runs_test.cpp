// Training runs of several lessons in one session: each keeps its own.
#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "lessons/registry.h"
#include "protocol/step.h"
#include "session/session.h"
#include "session/worker_queue.h"
#include "session/workers.h"
#include "support.h"
#include "train/run_model.h"

using namespace gf;
using namespace gf::test;

namespace lesson_runs_test {
namespace {

using Kind = TrainingCommand::Kind;

struct Driver {
  Session session;

  const Snapshot& run(const Command& command) {
    session.execute(command);
    session.finish();
    return now();
  }
  const Snapshot& now() { return *session.snapshot(); }
  const RunView& training() { return now().training->run; }
  const Tensor& value(const std::string& name) { return *node(*now().trace, name).value; }
  /// The column of the largest cell in the row of that label.
  std::string best(const std::string& name, const std::string& row) {
    const TraceNode& one = node(*now().trace, name);
    const auto at = std::find(one.rows.labels.begin(), one.rows.labels.end(), row);
    REQUIRE_MESSAGE(at != one.rows.labels.end(), row);
    const Index r = at - one.rows.labels.begin();
    const float* begin = one.value->row(0, r);
    return one.cols.labels[static_cast<std::size_t>(std::max_element(begin, begin + one.value->cols()) - begin)];
  }
  /// How much of a phrase's weight its country gets.
  float of_country(const std::string& country, const std::string& capital) {
    const TraceNode& one = node(*now().trace, "attention.mixture");
    const auto row = std::find(one.rows.labels.begin(), one.rows.labels.end(), "the capital of " + country + " is → " + capital);
    const auto col = std::find(one.cols.labels.begin(), one.cols.labels.end(), country);
    REQUIRE(row != one.rows.labels.end());
    REQUIRE(col != one.cols.labels.end());
    return one.value->at(0, row - one.rows.labels.begin(), col - one.cols.labels.begin());
  }
  void train(RunStatus end = RunStatus::finished) {
    session.execute(TrainingCommand{Kind::play, -1});
    const auto began = std::chrono::steady_clock::now();
    while (training().status != end) {
      if (!session.pump()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
      if (std::chrono::steady_clock::now() - began > std::chrono::minutes(5)) FAIL("it took too long");
    }
    session.finish();
  }
};

// A slicing worker that counts its slices, and whose runs may have no memory for their reports.
class Watched : public Worker {
 public:
  explicit Watched(std::unique_ptr<Worker> worker) : worker_(std::move(worker)) { last = this; }

  static inline Watched* last = nullptr;
  bool silent = false;
  int slices = 0, slices_at_trace = -1, slices_at_run = -1;

  void submit(Job job) override { worker_->submit(std::move(job)); }
  void drop() override { worker_->drop(); }
  void estimate(EstimateJob job) override { worker_->estimate(std::move(job)); }
  void tell(TrainingOrder order) override {
    if (std::holds_alternative<NewRun>(order)) slices_at_run = slices;
    worker_->tell(std::move(order));
  }
  std::optional<JobResult> take() override {
    std::optional<JobResult> result = worker_->take();
    if (result) slices_at_trace = slices;
    return result;
  }
  std::optional<EstimateResult> take_estimate() override { return worker_->take_estimate(); }
  std::optional<TrainingReport> take_report() override {
    std::optional<TrainingReport> report = worker_->take_report();
    if (!report || !silent) return report;
    return TrainingReport{.problem = Problem{"out_of_memory", {}}, .orders = report->orders};
  }
  bool work() override {
    ++slices;
    return worker_->work();
  }
  void wait() override { worker_->wait(); }
  bool idle() const override { return worker_->idle(); }

 private:
  std::unique_ptr<Worker> worker_;
};

std::unique_ptr<Worker> watched_worker(std::function<void()> on_done) {
  return std::make_unique<Watched>(slicing_worker(std::move(on_done)));
}

}  // namespace

TEST_SUITE("session/lesson_runs") {
  TEST_CASE("next-word: trained through the session, three losses in every record; asking leaves the run, phrases begin another") {
    Driver d;
    d.run(OpenLesson{"next-word"});
    REQUIRE(d.now().training);
    CHECK(d.training().models == std::vector<std::string>{"last", "average", "attention"});
    CHECK(d.training().samples.empty());
    d.train();
    CHECK(d.training().step == 150);
    for (const RunRecord& record : d.training().records) CHECK(record.model_losses.size() == 3);
    CHECK(d.training().records.back().model_losses[2] < 0.5);
    CHECK(d.training().records.back().model_accuracies[2] == 1);
    CHECK(static_cast<double>(d.value("attention.loss").at(0, 0, 0)) ==
          doctest::Approx(d.training().records.back().model_losses[2]).epsilon(1e-5));
    d.run(SetInput{"asked", std::string("the capital of Spain is")});
    CHECK(d.training().step == 150);
    CHECK(node(*d.now().trace, "asked.attention.mixture").value->cols() == 5);
    d.run(SetInput{"phrases", std::string("cats drink milk\ndogs eat bones")});
    CHECK(d.training().step == 0);
    CHECK(d.training().training_examples == 2);
  }

  TEST_CASE("weights of next-word are set and held in the run; a run that diverges says so") {
    Driver d;
    d.run(OpenLesson{"next-word"});
    d.run(SetCell{"average.classifier", {0, 1, 2}, 5});
    CHECK(d.value("average.classifier").at(0, 1, 2) == 5);
    d.run(HoldCell{"average.classifier", {0, 1, 2}});
    d.train();
    CHECK(d.value("average.classifier").at(0, 1, 2) == 5);
    const auto& records = d.training().records;
    CHECK(std::any_of(records.begin(), records.end(), [](const RunRecord& record) { return record.edited; }));
    d.run(SetInput{"learning_rate", 1e6});
    d.train(RunStatus::diverged);
    REQUIRE(d.now().problem);
    CHECK(d.now().problem->id == "diverged");
  }

  TEST_CASE("lora: a run begins with the weights of a file, which no step moves; the adapter of a kept run answers beside another") {
    Driver d{Session{{.files = asset_files()}}};
    d.run(OpenLesson{"lora"});
    REQUIRE(d.now().training);
    CHECK(d.training().models == std::vector<std::string>{"full", "adapted"});
    const std::string weight = "adapted.decoder.0.cross_attention.w_q";
    const Tensor base = d.value(weight);
    CHECK(same_values(base, d.value("full.decoder.0.cross_attention.w_q")));
    d.run(SetInput{"steps", 3.0});
    d.train();
    CHECK(d.training().step == 3);
    CHECK(same_values(d.value(weight), base));
    CHECK_FALSE(same_values(d.value(weight + ".adapted"), base));
    d.run(SetInput{"adapter", std::string("none")});
    CHECK(d.training().step == 3);  // looking leaves the run
    d.run(TrainingCommand{Kind::keep, -1});
    d.run(SetInput{"task", std::string("copy-digits")});
    d.run(SetInput{"adapter", std::string("kept")});
    CHECK(d.training().step == 0);
    CHECK(d.now().trace->find("kept." + weight + ".a") >= 0);
    d.run(TrainingCommand{Kind::restart, -1});
    CHECK(same_values(d.value(weight), base));
  }

  TEST_CASE("a lesson that trained is left and entered again: its run, its record and its weights are still there") {
    Driver d;
    d.run(OpenLesson{"next-word"});
    d.train();
    const std::size_t records = d.training().records.size();
    const Tensor learned = d.value("attention.classifier");
    d.run(TrainingCommand{Kind::keep, -1});
    d.run(OpenLesson{"embeddings"});
    CHECK(d.training().step == 0);
    CHECK_FALSE(d.now().training->kept);
    d.run(TrainingCommand{Kind::step, -1});
    CHECK(d.training().step == 1);
    d.run(OpenLesson{"softmax"});
    CHECK_FALSE(d.now().training);
    d.run(OpenLesson{"next-word"});
    CHECK(d.training().records.size() == records);
    CHECK(d.training().status == RunStatus::finished);
    CHECK(d.now().training->kept);
    CHECK(same_values(d.value("attention.classifier"), learned));
    d.run(TrainingCommand{Kind::view, 0});
    CHECK_FALSE(same_values(d.value("attention.classifier"), learned));
    d.run(OpenLesson{"embeddings"});
    CHECK(d.training().step == 1);
  }

  TEST_CASE("a weight that is set at an earlier record branches the run there, and the one that was is kept beside it") {
    Driver d;
    d.run(OpenLesson{"next-word"});
    d.train();
    const std::size_t records = d.training().records.size();
    d.run(TrainingCommand{Kind::view, 5});
    const Index step = d.training().records[5].step;
    const Tensor then = d.value("average.classifier");
    d.run(SetCell{"average.classifier", {0, 1, 2}, 5, 7});
    CHECK(d.training().step == step);
    CHECK(d.training().viewed == -1);
    CHECK(d.training().status == RunStatus::paused);
    REQUIRE(d.training().records.size() == 7);
    CHECK(d.training().records.back().edited);
    REQUIRE(d.now().training->kept);
    CHECK(d.now().training->kept->records.size() == records);
    CHECK(d.value("average.classifier").at(0, 1, 2) == 5);
    CHECK(d.value("average.classifier").at(0, 1, 3) == then.at(0, 1, 3));
    d.run(SetCell{"average.classifier", {0, 1, 2}, 6, 7});  // the same drag
    CHECK(d.training().records.size() == 7);
    d.run(Undo{});
    CHECK(same_values(d.value("average.classifier"), then));
    d.train();
    CHECK(d.training().step == 150);
  }

  TEST_CASE("a step's example leaves the run where it sets nothing that decides it, and is one step of undo") {
    Driver d;
    d.run(OpenLesson{"next-word"});
    d.run(SetInput{"steps", 20.0});
    d.train();
    const Document before = d.now().document;
    const ArrayView<Step> steps = d.now().lesson().steps;
    const auto asks = std::find_if(steps.begin(), steps.end(), [](const Step& step) { return step.id == "three_ways"; });
    d.run(GoToStep{static_cast<int>(asks - steps.begin())});
    CHECK(d.training().step == 20);
    CHECK(d.now().document.inputs.size() == 2);
    d.run(Undo{});
    CHECK(d.now().document == before);
    CHECK(d.training().step == 20);
    d.run(ResetLesson{});
    CHECK(d.training().step == 0);
    CHECK(d.now().document.inputs.empty());
  }

  TEST_CASE("a run takes the dataset that its first trace was made with; the trace of the lesson block makes no examples") {
    const auto first_run = [](const char* id, const auto& check) {
      const Lesson& lesson = lesson_named(id);
      const Document document{id, {}};
      const TrainSettings settings = lesson.settings(InputReader(lesson.info, document.inputs));
      LessonRuns runs;
      TraceMemo memo;
      Replay replay;
      WorkerTask task = Job{.lesson = &lesson, .document = document};
      REQUIRE(perform(task, runs, replay, memo).job->trace);
      const std::shared_ptr<const Dataset> kept = kept_dataset(memo, settings);
      task = std::vector<TrainingOrder>{OtherRuns{id}, NewRun{1, all_inputs(lesson.info, {}), settings, {}}};
      const TaskResult result = perform(task, runs, replay, memo);
      REQUIRE(result.report);
      REQUIRE(result.report->run_model);
      check(kept, result.report->run_model->dataset);
    };
    first_run("training", [](const auto& of_trace, const auto& of_run) {
      CHECK(of_trace);
      CHECK(of_run == of_trace);
    });
    first_run("block", [](const auto& of_trace, const auto& of_run) {
      CHECK_FALSE(of_trace);
      CHECK(of_run->training.size() == 20000);
    });
  }

  TEST_CASE("a lesson is shown with its first run: no snapshot has the trace alone") {
    for (const char* id : {"embeddings", "next-word", "block", "training", "lora"}) {
      CAPTURE(id);
      Session session({.files = asset_files(), .make_worker = watched_worker});
      session.execute(OpenLesson{id});
      while (!session.snapshot()->trace) {
        CHECK(session.snapshot()->computing);
        session.pump();
        REQUIRE_FALSE(session.snapshot()->problem);
      }
      CHECK(session.snapshot()->training);
      CHECK_FALSE(session.snapshot()->computing);
      CHECK(session.snapshot()->step_applied);
      CHECK(Watched::last->slices_at_run == Watched::last->slices_at_trace);  // the run is not put off
    }
  }

  TEST_CASE("if the first run of a lesson can't report, its trace is shown with the problem") {
    Session session({.make_worker = watched_worker});
    Watched::last->silent = true;
    session.execute(OpenLesson{"next-word"});
    while (session.snapshot()->computing) session.pump();
    CHECK(session.snapshot()->trace);
    CHECK_FALSE(session.snapshot()->training);
    REQUIRE(session.snapshot()->problem);
    CHECK(session.snapshot()->problem->id == "out_of_memory");
  }

  TEST_CASE("a run that replaces another begins after the frame with its trace, at the press of a button, or after sixteen pumps") {
    enum class By { frame, button, pumps };
    for (const By by : {By::frame, By::button, By::pumps}) {
      CAPTURE(static_cast<int>(by));
      Session session({.make_worker = slicing_worker});
      session.execute(OpenLesson{"next-word"});
      while (session.snapshot()->computing) session.pump();
      session.execute(SetInput{"phrases", std::string("cats drink milk\ndogs eat bones")});
      while (session.snapshot()->computing) session.pump();
      const auto examples = [&] { return session.snapshot()->training->run.training_examples; };
      const Index before = examples();
      REQUIRE(before != 2);
      int pumps = 0;
      for (; pumps < 5; ++pumps) CHECK(session.pump());  // there is more to do
      CHECK(examples() == before);
      if (by == By::frame) session.drawn();
      if (by == By::button) session.execute(TrainingCommand{Kind::step, -1});
      for (; examples() == before && pumps < 100; ++pumps) session.pump();
      CHECK(examples() == 2);
      CHECK(session.snapshot()->training->run.step == (by == By::button ? 1 : 0));
      CHECK((pumps == 16) == (by == By::pumps));
    }
  }

  TEST_CASE("next-word's models have learned what its steps say of them" * doctest::test_suite("learning")) {
    const std::string france = "the capital of France is → Paris", spain = "the capital of Spain is → Madrid";
    Driver d;
    d.run(OpenLesson{"next-word"});
    d.train();
    CHECK(d.best("average.probabilities", "once upon a → time") == "time");
    CHECK(d.best("average.probabilities", "the sun is a → star") == "star");
    for (const std::string& phrase : {france, spain}) CHECK(d.best("average.probabilities", phrase) == "Madrid");
    CHECK(d.best("attention.probabilities", france) == "Paris");
    CHECK(d.best("attention.probabilities", spain) == "Madrid");
    CHECK(d.of_country("France", "Paris") > 0.5);
    CHECK(d.of_country("Spain", "Madrid") > 0.5);
    d.run(ApplyPreset{"more-steps"});
    d.train();
    CHECK(d.best("average.probabilities", france) == "Paris");
    CHECK(d.best("average.probabilities", spain) == "Madrid");
  }

  TEST_CASE("next-word's eight capitals: attention looks at most countries, and at Kenya not at all" * doctest::test_suite("learning")) {
    Driver d;
    d.run(OpenLesson{"next-word"});
    d.run(ApplyPreset{"capitals"});
    d.train();
    const std::vector<std::pair<std::string, std::string>> capitals{{"France", "Paris"}, {"Spain", "Madrid"}, {"Italy", "Rome"},
                                                                    {"Egypt", "Cairo"},  {"Japan", "Tokyo"},  {"Peru", "Lima"},
                                                                    {"Norway", "Oslo"},  {"Kenya", "Nairobi"}};
    int looked_at = 0;
    for (const auto& [country, capital] : capitals) {
      CAPTURE(country);
      const std::string phrase = "the capital of " + country + " is → " + capital;
      CHECK(d.best("attention.probabilities", phrase) == capital);
      CHECK((d.best("average.probabilities", phrase) == capital) == (country != "Peru" && country != "Kenya"));
      if (d.of_country(country, capital) > 0.85f) ++looked_at;
    }
    CHECK(looked_at == 6);
    CHECK(d.of_country("Kenya", "Nairobi") < 0.02f);
  }
}

}  // namespace lesson_runs_test
