// Runs a long computation in short slices. The computation is a plain function: to pause, it throws Paused, and the next slice runs it
// again from its beginning. A step that an earlier slice computed then returns its old result.
//
// Coroutines would turn every function that appends a node into a coroutine. Stacks that can be switched (Asyncify, JSPI) cost size and
// speed everywhere, or leave browsers out. A second run repeats only the cheap work between the steps: names, labels, shapes. Costly work
// must be a step.
#pragma once

#include <any>
#include <cstddef>
#include <functional>
#include <type_traits>
#include <utility>
#include <vector>

namespace gf {

/// Thrown out of a computation that pauses. It is no std::exception, so that no handler takes a pause for an error.
struct Paused {};

/// The steps of one computation, in their order. The computation is always the same, so the n-th step of one run is the n-th step of the
/// next run. Example, a sum of three long products in slices of one step:
///   Replay replay;
///   for (bool done = false; !done;) try {
///     replay.begin([] { return true; });
///     double sum = 0;
///     for (int i = 0; i < 3; ++i) sum += replay.once([&] { return long_product(i); });
///     done = true;
///   } catch (const Paused&) {}
class Replay {
 public:
  /// Begins a slice. `once` calls `pauses` before each new step, and pauses if it returns true. Each slice computes at least one new step.
  void begin(std::function<bool()> pauses) {
    pauses_ = std::move(pauses);
    next_ = 0;
    depth_ = 0;
    advanced_ = false;
  }

  /// Whether no step has been computed yet.
  bool is_fresh() const { return steps_.empty(); }

  /// Returns the result of `compute`, or the result of the same step in an earlier slice. Throws Paused if the slice is over. A step may
  /// contain steps, whose results are dropped once the outer step is done. If `compute` throws, the next slice calls it again.
  template <typename Compute>
  auto once(Compute&& compute) {
    using Result = std::decay_t<std::invoke_result_t<Compute>>;
    if (next_ < steps_.size() && steps_[next_].depth == depth_) return std::any_cast<Result>(steps_[next_++].result);
    if (next_ == steps_.size() && pauses_ && pauses_() && advanced_) throw Paused();
    const std::size_t place = next_;
    Result result = inside(compute);
    steps_.resize(place);
    steps_.push_back({depth_, result});
    next_ = place + 1;
    advanced_ = true;
    return result;
  }

 private:
  struct Step {
    int depth = 0;  // how many steps it stands in
    std::any result;
  };

  template <typename Compute>
  auto inside(Compute& compute) {
    struct Deeper {
      int& depth;
      explicit Deeper(int& depth_of_replay) : depth(depth_of_replay) { ++depth; }
      ~Deeper() { --depth; }
    } deeper(depth_);
    return compute();
  }

  std::vector<Step> steps_;
  std::size_t next_ = 0;
  int depth_ = 0;
  bool advanced_ = false;  // this slice has computed a new step
  std::function<bool()> pauses_;
};

/// Like Replay::once, but computes at once if `replay` is null.
template <typename Compute>
auto once(Replay* replay, Compute&& compute) -> std::decay_t<std::invoke_result_t<Compute>> {
  return replay ? replay->once(compute) : compute();
}

}  // namespace gf
