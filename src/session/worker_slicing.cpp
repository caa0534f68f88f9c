// A worker without a thread: computes in slices between frames, and replays the earlier slices of a job.
#include <algorithm>
#include <utility>

#include "core/elapsed.h"
#include "session/worker_queue.h"

namespace gf {
namespace {

constexpr double kSlice_ms = 8;  // half of a frame at 60 Hz; the other half is for drawing and input
constexpr double kLongestSlice_ms = 32;

// The time of one slice. A slice computes at least as long as it replays, so that each slice makes progress.
class Slice {
 public:
  bool is_over() {
    const double now_ms = elapsed_ms(began_);
    if (replayed_ms_ < 0) replayed_ms_ = now_ms;
    return now_ms >= std::clamp(2 * replayed_ms_, kSlice_ms, kLongestSlice_ms);
  }
  double spent_ms() const { return elapsed_ms(began_); }

 private:
  SteadyClock::time_point began_ = SteadyClock::now();
  double replayed_ms_ = -1;
};

class SlicingWorker : public Worker {
 public:
  explicit SlicingWorker(std::function<void()> on_done) : on_done_(std::move(on_done)) {}

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
  // A job or an estimate that goes on in the next slice.
  struct UnderWay {
    WorkerTask task;
    Replay replay;
    double spent_ms = 0;
  };

  void wake() const {
    if (on_done_) on_done_();
  }
  bool is_asked() const { return queue_.asked() || under_way_; }

  void work_for_a_slice(bool playing) {
    if (under_way_ && under_way_->spent_ms >= kOutdatedMost_ms && is_outdated(under_way_->task, queue_)) give_up();
    if (!under_way_ || !queue_.orders.empty()) {
      UnderWay next{next_task(queue_, playing, kSlice_ms), {}, 0};
      if (!go_on(next)) under_way_ = std::move(next);
    } else if (go_on(*under_way_)) {
      under_way_.reset();
    }
  }

  void give_up() {
    if (std::holds_alternative<Job>(under_way_->task)) memo_.job_ended(false);
    under_way_.reset();
  }

  // Performs a slice of a task. Returns whether the task is done.
  bool go_on(UnderWay& under_way) {
    Slice slice;
    under_way.replay.begin([&slice] { return slice.is_over(); });
    try {
      TaskResult result = perform(under_way.task, runs_, under_way.replay, memo_.memo());
      if (result.job) memo_.job_ended(result.job->trace != nullptr);
      put(queue_, std::move(result));
      return true;
    } catch (const Paused&) {
      under_way.spent_ms += slice.spent_ms();
      return false;
    }
  }

  std::function<void()> on_done_;
  WorkerQueue queue_;
  LessonRuns runs_;
  WorkerMemo memo_;
  std::optional<UnderWay> under_way_;
};

}  // namespace

std::unique_ptr<Worker> slicing_worker(std::function<void()> on_done) { return std::make_unique<SlicingWorker>(std::move(on_done)); }

}  // namespace gf
