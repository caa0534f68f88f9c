// Frames go on during any computation: no call into a session takes long, whether the worker is a thread or computes in slices.
#include <algorithm>
#include <chrono>
#include <functional>
#include <string>
#include <thread>

#include "protocol/link.h"
#include "session/session.h"
#include "session/slow_lesson.h"
#include "session/workers.h"
#include "support.h"

using namespace gf;
using namespace gf::test;

namespace frames_test {
namespace {

constexpr double kUsualCall_ms = 50, kNothing_ms = 1;

std::string linked(const Document& document) { return "d=" + encode_link(document); }

// Draws frames of a session with the slow lesson, and times every call into the session.
struct Frames {
  std::vector<double> calls_ms;  // the calls that did some work
  int traces = 0;                // the traces of the slow lesson so far
  std::shared_ptr<const Trace> last;
  bool counted_anew = reset_slow_counts();
  Session session;

  explicit Frames(MakeWorker make_worker, const std::string& address = "")
      : session({.address = address, .lessons = &slow_lessons(), .make_worker = make_worker}) {}

  template <typename Call>
  auto timed(Call call) {
    const double began = thread_ms();
    const auto result = call();
    if (const double took = thread_ms() - began; took > kNothing_ms) calls_ms.push_back(took);
    return result;
  }
  // Checks the median: WebAssembly has no clock of a thread, and other work on the machine lengthens some calls. A session that
  // computed its lesson in one call would have only long calls.
  double usual_ms() {
    if (calls_ms.empty()) return 0;
    const auto middle = calls_ms.begin() + static_cast<std::ptrdiff_t>(calls_ms.size() / 2);
    std::nth_element(calls_ms.begin(), middle, calls_ms.end());
    return *middle;
  }
  const Snapshot& run(const Command& command) {
    timed([&] { return session.execute(command), 0; });
    return now();
  }
  const Snapshot& now() { return *session.snapshot(); }
  void frame() {
    if (!timed([&] { return session.pump(); })) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    if (now().trace == last) return;
    last = now().trace;
    if (last && last->lesson == "slow") ++traces;
  }
  // Draws frames until the trace is that of the document.
  const Snapshot& settle() {
    const auto began = std::chrono::steady_clock::now();
    do {
      frame();
      if (std::chrono::steady_clock::now() - began > std::chrono::minutes(10)) FAIL("it took too long");
    } while (now().computing || now().estimating);
    return now();
  }
  float output() { return node(*now().trace, "output").value->at(0, 0, 0); }
};

// The frames of a tenth of a second.
Document slow_document(float x) { return {"slow", {{"x", Tensor::from_rows({{x, 2}})}, {"ops", 10.0}}}; }

}  // namespace

TEST_SUITE("session/frames") {
  TEST_CASE_TEMPLATE("while a cell is dragged frames go on, the last edit's trace comes once, and nothing is computed twice", K, Default,
                     Slicing) {
    Frames frames(K::kMake, "slow");
    frames.settle();
    CHECK(frames.output() == 51);
    CHECK(slow_begun() == std::vector<float>{1});
    frames.traces = 0;
    const auto drag_began = std::chrono::steady_clock::now();
    for (int i = 0; i < 40; ++i) {
      CHECK_FALSE(frames.run(SetCell{"x", {0, 0, 0}, static_cast<float>(10 + i), 7}).problem);
      frames.frame();
    }
    const double drag_ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - drag_began).count();
    CHECK(frames.now().computing);
    frames.settle();
    for (int i = 0; i < 20; ++i) frames.frame();
    CHECK(frames.output() == 49 + 50);
    CHECK(frames.traces <= 2);  // a trace for the last edit, and perhaps one that ended before another edit came
    std::vector<float> begun = slow_begun();
    CHECK(std::adjacent_find(begun.begin(), begun.end(), std::greater_equal<>()) == begun.end());
    CHECK(static_cast<double>(begun.size()) <= 3 + drag_ms / kSlowOp_ms);  // a trace is given up after an op, not within one
    CHECK(begun.back() == 49);
    CHECK(frames.usual_ms() < kUsualCall_ms);
    frames.run(Undo{});
    CHECK(frames.now().document.inputs.empty());  // one drag, one step
  }

  TEST_CASE_TEMPLATE("a trace that is no longer wanted is given up", K, Default, Slicing) {
    Frames frames(K::kMake, "slow");
    frames.run(SetCell{"x", {0, 0, 0}, 3, 0});  // no trace yet: the command waits for the trace that is being computed
    CHECK(frames.now().computing);
    frames.settle();
    CHECK(slow_begun() == std::vector<float>{1, 3});
    frames.run(SetInput{"x", Tensor::from_rows({{4, 2}}), 0});
    while (slow_begun().size() < 3) frames.frame();
    frames.run(SetInput{"x", Tensor::from_rows({{5, 2}}), 0});
    frames.settle();
    CHECK(frames.output() == 55);
    CHECK(slow_begun() == std::vector<float>{1, 3, 4, 5});
    CHECK(slow_finished() == 3);
    CHECK(frames.usual_ms() < kUsualCall_ms);
  }

  TEST_CASE_TEMPLATE("a trace that takes too long can be stopped: the trace before stays, with its document, and the next edit is computed",
                     K, Default, Slicing) {
    Frames frames(K::kMake, "slow");
    frames.run(StopComputing{});  // no earlier document to go back to
    CHECK(frames.now().computing);
    frames.settle();
    const std::shared_ptr<const Trace> before = frames.now().trace;
    frames.run(StopComputing{});
    CHECK(frames.now().trace == before);
    frames.run(SetInput{"x", Tensor::from_rows({{4, 2}}), 0});
    while (slow_begun().size() < 2) frames.frame();
    frames.run(StopComputing{});
    CHECK_FALSE(frames.now().computing);
    CHECK_FALSE(frames.now().problem);
    CHECK(frames.now().document.inputs.empty());
    frames.session.finish();
    CHECK(frames.now().trace == before);
    CHECK(slow_finished() == 1);  // the computation was given up, not only its result
    frames.run(SetInput{"x", Tensor::from_rows({{5, 2}}), 0});
    frames.settle();
    CHECK(frames.output() == 55);
    CHECK(slow_begun() == std::vector<float>{1, 4, 5});
  }

  TEST_CASE_TEMPLATE("a session begins with the document of a link, and computes no other", K, Default, Slicing) {
    Frames frames(K::kMake, linked(slow_document(7)));
    CHECK(frames.now().document.lesson == "slow");
    CHECK(frames.now().computing);
    frames.settle();
    CHECK(frames.output() == 17);
    CHECK(frames.traces == 1);
    CHECK(slow_begun() == std::vector<float>{7});
    CHECK(frames.usual_ms() < kUsualCall_ms);
  }

  TEST_CASE_TEMPLATE("if the link can't be opened or computed, it begins with the first lesson and says why", K, Default, Slicing) {
    for (const std::string& address : {std::string("d=AAAA"), linked({"nothing"}), linked(slow_document(-1)), std::string("nothing")}) {
      Frames frames(K::kMake, address);
      frames.settle();
      CHECK(frames.now().document.lesson == "first");
      CHECK(frames.now().trace->lesson == "first");
      CHECK(frames.now().problem);
      CHECK_FALSE(frames.now().can_undo);
    }
  }

  TEST_CASE_TEMPLATE("a document that turns out not to fit leaves all as it was", K, Default, Slicing) {
    Frames frames(K::kMake);
    frames.run(SetCell{"x", {0, 0, 1}, 9, 0});
    frames.run(Select{"x", {0, 0, 1}});
    frames.settle();
    const Snapshot before = frames.now();
    frames.run(LoadDocument{slow_document(-1)});
    CHECK_FALSE(frames.now().problem);
    CHECK(frames.now().computing);
    frames.settle();
    CHECK(frames.now().problem->id == "no_tokens");
    CHECK(frames.now().document == before.document);
    CHECK(frames.now().trace == before.trace);
    CHECK(frames.now().can_undo);
    CHECK(frames.usual_ms() < kUsualCall_ms);
    frames.run(LoadDocument{slow_document(2)});
    frames.settle();
    CHECK(frames.output() == 12);
  }

  TEST_CASE_TEMPLATE("a lesson that was left while it was computed is computed when it is opened again", K, Default, Slicing) {
    Frames frames(K::kMake, linked(slow_document(1)));
    frames.settle();
    frames.run(SetCell{"x", {0, 0, 0}, 3, 0});
    frames.frame();
    frames.run(OpenLesson{"first"});
    frames.settle();
    frames.run(OpenLesson{"slow"});
    frames.settle();
    CHECK(frames.output() == 13);
  }

  TEST_CASE_TEMPLATE("cells of a matrix are edited where the document has it, else where it is shown", K, Default, Slicing) {
    Frames frames(K::kMake);
    frames.settle();
    frames.run(SetInput{"x", Tensor::from_rows({{5, 6}, {7, 8}}), 0});
    frames.run(SetCell{"x", {0, 1, 1}, 9, 0});  // the trace has no such cell yet
    CHECK_FALSE(frames.now().problem);
    CHECK(std::get<Tensor>(frames.now().document.inputs.at("x")).at(0, 1, 1) == 9);
    CHECK(std::get<Tensor>(frames.now().document.inputs.at("x")).at(0, 1, 0) == 7);
    frames.settle();
    CHECK(node(*frames.now().trace, "x").value->at(0, 1, 1) == 9);
  }
}

}  // namespace frames_test
