// A worker without a thread: computes in slices between frames, and replays the earlier slices of a job.
#include <algorithm>
#include <utility>

#include "core/elapsed.h"
#include "session/slicing_worker.h"

namespace gf {
namespace {

constexpr double kSlice_ms = 8;  // half of a frame at 60 Hz; the other half is for drawing and input
constexpr double kLongestSlice_ms = 32;

// A slice computes at least as long as it replays, so that each slice makes progress.
class SteadySlices : public SliceClock {
 public:
  void begin(int) override {
    began_ = SteadyClock::now();
    replayed_ms_ = -1;
  }
  bool is_over() override {
    const double now_ms = spent_ms();
    if (replayed_ms_ < 0) replayed_ms_ = now_ms;
    return now_ms >= std::clamp(2 * replayed_ms_, kSlice_ms, kLongestSlice_ms);
  }
  double spent_ms() const override { return elapsed_ms(began_); }
  double training_ms() const override { return kSlice_ms; }

 private:
  SteadyClock::time_point began_ = SteadyClock::now();
  double replayed_ms_ = -1;
};

}  // namespace

std::unique_ptr<SliceClock> steady_slice_clock() { return std::make_unique<SteadySlices>(); }

std::unique_ptr<Worker> slicing_worker(std::function<void()> on_done) {
  return std::make_unique<SlicingWorker>(std::move(on_done), steady_slice_clock());
}

SlicingWorker::SlicingWorker(std::function<void()> on_done, std::unique_ptr<SliceClock> clock)
    : on_done_(std::move(on_done)), clock_(std::move(clock)) {}

void SlicingWorker::submit(Job job) {
  queue_.job = std::move(job);
  wake();
}

void SlicingWorker::drop() {
  drop_job(queue_);
  if (under_way_ && std::holds_alternative<Job>(under_way_->task)) give_up();
}

void SlicingWorker::estimate(EstimateJob job) {
  queue_.estimate = std::move(job);
  wake();
}

void SlicingWorker::tell(TrainingOrder order) {
  queue_.orders.push_back(std::move(order));
  wake();
}

std::optional<JobResult> SlicingWorker::take() { return std::exchange(queue_.job_result, std::nullopt); }
std::optional<EstimateResult> SlicingWorker::take_estimate() { return std::exchange(queue_.estimate_result, std::nullopt); }
std::optional<TrainingReport> SlicingWorker::take_report() { return std::exchange(queue_.report, std::nullopt); }

bool SlicingWorker::work() {
  work_for_a_slice(runs_.playing());
  return is_asked() || runs_.playing();
}

void SlicingWorker::wait() {
  while (is_asked()) work_for_a_slice(false);
}

void SlicingWorker::wake() const {
  if (on_done_) on_done_();
}

void SlicingWorker::work_for_a_slice(bool playing) {
  if (under_way_ && under_way_->spent_ms >= kOutdatedMost_ms && is_outdated(under_way_->task, queue_)) give_up();
  if (!under_way_ || !queue_.orders.empty()) {
    UnderWay next{next_task(queue_, playing, clock_->training_ms()), {}};
    if (!go_on(next)) under_way_ = std::move(next);
  } else if (go_on(*under_way_)) {
    under_way_.reset();
  }
}

void SlicingWorker::give_up() {
  if (std::holds_alternative<Job>(under_way_->task)) memo_.job_ended(false);
  under_way_.reset();
}

bool SlicingWorker::go_on(UnderWay& under_way) {
  clock_->begin(under_way.slices);
  under_way.replay.begin([this] { return clock_->is_over(); });
  try {
    TaskResult result = perform(under_way.task, runs_, under_way.replay, memo_.memo());
    if (result.job) memo_.job_ended(result.job->trace != nullptr);
    put(queue_, std::move(result));
    return true;
  } catch (const Paused&) {
    ++under_way.slices;
    under_way.spent_ms += clock_->spent_ms();
    return false;
  }
}

}  // namespace gf
