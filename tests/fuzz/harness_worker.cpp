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
#include "session/slicing_worker.h"

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

// Counts the steps of a slice. Each slice has more steps than the one before, since each repeats the steps of the slices before it. An
// outdated task goes on for two slices.
class StepClock : public SliceClock {
 public:
  void begin(int earlier) override { steps_ = 24 << (4 * std::min(earlier, 4)); }
  bool is_over() override { return --steps_ < 0; }
  double spent_ms() const override { return kOutdatedMost_ms / 2; }
  double training_ms() const override { return 0; }  // a run that plays makes one step a slice

 private:
  int steps_ = 0;
};

// The slicing worker of the program with another clock and with shared traces.
class CountingWorker : public SlicingWorker {
 public:
  CountingWorker(std::function<void()> on_done, bool shares)
      : SlicingWorker(std::move(on_done), std::make_unique<StepClock>()), shares_(shares) {}

 private:
  bool go_on(UnderWay& under_way) override {
    if (take_shared(under_way.task)) return true;
    bring_memo();
    return SlicingWorker::go_on(under_way);
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

  bool shares_;
  const TraceMemo* memo_left_ = nullptr;  // by a shared trace, and not copied yet
};

}  // namespace

std::unique_ptr<Worker> sharing_worker(std::function<void()> on_done) { return std::make_unique<CountingWorker>(std::move(on_done), true); }
std::unique_ptr<Worker> unsharing_worker(std::function<void()> on_done) {
  return std::make_unique<CountingWorker>(std::move(on_done), false);
}

}  // namespace gf::test
