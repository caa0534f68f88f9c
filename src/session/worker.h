// Computes traces: on a thread of its own, or in slices between frames where there are no threads. One .cpp per case.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "lessons/lesson.h"
#include "protocol/document.h"
#include "protocol/problem.h"
#include "protocol/trace.h"

namespace gf {

struct Job {
  std::uint64_t sequence = 0;
  Document document;
  LessonContext context;
};

struct JobResult {
  Job job;
  std::shared_ptr<const Trace> trace;  // null where the document was refused
  std::optional<Problem> problem;
};

/// Runs the lesson of a document; what it throws becomes the result's problem.
JobResult run_job(Job job);

class Worker {
 public:
  /// `on_done` is called when a result is ready, or when there is work for `work`; from any thread.
  explicit Worker(std::function<void()> on_done);
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  /// Takes the place of a job that has not begun: the latest edit wins.
  void submit(Job job);
  /// The newest finished result, once.
  std::optional<JobResult> take();
  /// Computes one slice where there are no threads; returns whether more is waiting.
  bool work();
  /// Returns when every submitted job is done.
  void wait();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace gf
