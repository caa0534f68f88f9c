// A worker that computes in slices, with clocks that do not read the time.
#include "session/slicing_worker.h"

#include <memory>
#include <utility>

#include "lessons/registry.h"
#include "session/reader_state.h"
#include "support.h"

using namespace gf;
using namespace gf::test;

namespace slicing_worker_test {
namespace {

// Ends a slice after a number of steps.
class Steps : public SliceClock {
 public:
  explicit Steps(int most) : most_(most) {}
  void begin(int) override { left_ = most_; }
  bool is_over() override { return left_-- <= 0; }
  double spent_ms() const override { return 0; }
  double training_ms() const override { return 0; }

 private:
  int most_, left_ = 0;
};

struct Computed {
  int slices = 0;
  std::shared_ptr<const Trace> trace;
};

// Computes the trace of a lesson as it opens.
Computed computed(std::string_view lesson_id, int steps_of_slice) {
  const Lesson& lesson = lesson_named(lesson_id);
  SlicingWorker worker([] {}, std::make_unique<Steps>(steps_of_slice));
  worker.submit({1, &lesson, new_work(lesson).document(), {}, nullptr});
  Computed result{1, nullptr};
  while (worker.work()) ++result.slices;
  std::optional<JobResult> job = worker.take();
  REQUIRE(job);
  result.trace = std::move(job->trace);
  REQUIRE(result.trace);
  return result;
}

}  // namespace

TEST_SUITE("session/slicing worker") {
  TEST_CASE("the clock of a worker decides how many slices a trace takes, not the trace") {
    const Computed whole = computed("self-attention", 1 << 20), sliced = computed("self-attention", 1);
    CHECK(whole.slices == 1);
    CHECK(sliced.slices > 10);
    CHECK(computed("self-attention", 5).slices < sliced.slices);
    REQUIRE(whole.trace->nodes.size() == sliced.trace->nodes.size());
    for (std::size_t i = 0; i < whole.trace->nodes.size(); ++i) {
      CAPTURE(whole.trace->nodes[i].name);
      CHECK(whole.trace->nodes[i].name == sliced.trace->nodes[i].name);
      CHECK(same_values(*whole.trace->nodes[i].value, *sliced.trace->nodes[i].value));
    }
  }
}

}  // namespace slicing_worker_test
