#include "fuzz/harness_worker.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "lessons/registry.h"
#include "lessons/run.h"
#include "protocol/step.h"
#include "session/reader_state.h"
#include "session/worker_queue.h"

namespace gf::test {
namespace {

struct OpenedTrace {
  std::shared_ptr<const Trace> trace;
  TraceMemo memo;  // as the trace left it
};

OpenedTrace opened_trace(const Job& job) {
  OpenedTrace opened;
  opened.trace = std::make_shared<const Trace>(trace_of(*job.lesson, job.document, job.context, nullptr, &opened.memo));
  return opened;
}

// The documents of a lesson that most sessions come upon: as it opens, and at each of its steps.
struct OpenedLesson {
  explicit OpenedLesson(const Lesson& lesson) {
    const Document first = new_work(lesson).document();
    for (std::size_t step = 0; step < std::max<std::size_t>(lesson.info.steps.size(), 1); ++step)
      documents.push_back(at_step(lesson.info, first, static_cast<int>(step)));
    traces.resize(documents.size());
  }
  std::vector<Document> documents;
  std::vector<std::optional<OpenedTrace>> traces;  // of the documents; computed when the first session asks
};

// Whether the trace depends on nothing but the document.
bool needs_document_alone(const Job& job) { return !job.context.run && !job.context.kept && job.context.files.empty() && !job.texts; }

// Returns the place of such a trace; null for every other document.
std::optional<OpenedTrace>* shared_place(const Job& job) {
  static std::map<const Lesson*, OpenedLesson> all;
  if (!needs_document_alone(job)) return nullptr;
  OpenedLesson& lesson = all.try_emplace(job.lesson, *job.lesson).first->second;
  const auto same = [&](const Document& one) { return same_content(one, job.document); };
  const auto found = std::find_if(lesson.documents.begin(), lesson.documents.end(), same);
  return found == lesson.documents.end() ? nullptr : &lesson.traces[static_cast<std::size_t>(found - lesson.documents.begin())];
}

// As the slicing worker of src/session, but for what tells the time there.
class CountingWorker : public Worker {
 public:
  CountingWorker(std::function<void()> on_done, bool shares) : on_done_(std::move(on_done)), shares_(shares) {}

  void submit(Job job) override {
    queue_.job = std::move(job);
    wake();
  }
  void drop() override {
    drop_job(queue_);
    if (under_way_ && std::holds_alternative<Job>(under_way_->task)) give_up();
  }
  void estimate(EstimateJob job) override {
    queue_.estimate = std::move(job);
    wake();
  }
  void tell(TrainingOrder order) override {
    queue_.orders.push_back(std::move(order));
    wake();
  }

  std::optional<JobResult> take() override { return std::exchange(queue_.job_result, std::nullopt); }
  std::optional<EstimateResult> take_estimate() override { return std::exchange(queue_.estimate_result, std::nullopt); }
  std::optional<TrainingReport> take_report() override { return std::exchange(queue_.report, std::nullopt); }

  bool work() override {
    work_for_a_slice(runs_.playing());
    return is_asked() || runs_.playing();
  }
  void wait() override {
    while (is_asked()) work_for_a_slice(false);
  }
  bool idle() const override { return !is_asked() && !queue_.has_results(); }

 private:
  struct UnderWay {
    WorkerTask task;
    Replay replay;
    int slices = 0;
  };
  static constexpr int kOutdatedMostSlices = 2;

  void wake() const {
    if (on_done_) on_done_();
  }
  bool is_asked() const { return queue_.asked() || under_way_; }

  void work_for_a_slice(bool playing) {
    if (under_way_ && under_way_->slices >= kOutdatedMostSlices && is_outdated(under_way_->task, queue_)) give_up();
    if (!under_way_ || !queue_.orders.empty()) {
      constexpr double kOneStep_ms = 0;  // a run that plays makes one step a slice
      UnderWay next{next_task(queue_, playing, kOneStep_ms), {}, 0};
      if (!go_on(next)) under_way_ = std::move(next);
    } else if (go_on(*under_way_)) {
      under_way_.reset();
    }
  }

  void give_up() {
    if (std::holds_alternative<Job>(under_way_->task)) memo_.job_ended(false);
    under_way_.reset();
  }

  // Each slice has more steps than the one before, as each repeats what was done before it. Returns whether the task is done.
  bool go_on(UnderWay& one) {
    if (take_shared(one.task)) return true;
    bring_memo();
    int steps = 24 << (4 * std::min(one.slices, 4));
    one.replay.begin([&steps] { return --steps < 0; });
    try {
      TaskResult result = perform(one.task, runs_, one.replay, memo_.memo());
      if (result.job) memo_.job_ended(result.job->trace != nullptr);
      put(queue_, std::move(result));
      return true;
    } catch (const Paused&) {
      ++one.slices;
      return false;
    }
  }

  // Whether the task is a job whose trace is shared, and so was done in no time.
  bool take_shared(WorkerTask& task) {
    Job* const job = std::get_if<Job>(&task);
    std::optional<OpenedTrace>* const place = job ? shared_place(*job) : nullptr;
    if (!place) return false;
    if (!*place) *place = opened_trace(*job);
    std::shared_ptr<const Trace> trace = (*place)->trace;
    if (shares_) {
      memo_left_ = &(*place)->memo;
    } else {
      OpenedTrace anew = opened_trace(*job);
      trace = std::move(anew.trace);
      memo_.memo() = std::move(anew.memo);
      memo_left_ = nullptr;
    }
    memo_.job_ended(true);
    TaskResult result;
    result.job = JobResult{std::move(*job), std::move(trace), std::nullopt};
    result.report = runs_.report();
    put(queue_, std::move(result));
    return true;
  }

  // A memo is copied when something is computed with it: most shared traces are followed by another.
  void bring_memo() {
    if (const TraceMemo* left = std::exchange(memo_left_, nullptr)) memo_.memo() = *left;
  }

  std::function<void()> on_done_;
  bool shares_;
  WorkerQueue queue_;
  LessonRuns runs_;
  WorkerMemo memo_;
  const TraceMemo* memo_left_ = nullptr;  // by a shared trace, and not copied yet
  std::optional<UnderWay> under_way_;
};

}  // namespace

std::unique_ptr<Worker> sharing_worker(std::function<void()> on_done) { return std::make_unique<CountingWorker>(std::move(on_done), true); }
std::unique_ptr<Worker> unsharing_worker(std::function<void()> on_done) {
  return std::make_unique<CountingWorker>(std::move(on_done), false);
}

}  // namespace gf::test
