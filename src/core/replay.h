// A long computation in short slices. It is a plain function without state of its own: to pause it throws, and the next slice runs it
// again from its beginning, where each step that was computed before gives what it gave then.
//
// Against the other ways: coroutines would turn every function that appends a node into one; stacks that can be switched (Asyncify, JSPI)
// cost size and speed everywhere, or leave browsers out. Running again costs what lies between the steps, which is little: names, labels,
// shapes. Costly work between them is a step of its own.
#pragma once

#include <any>
#include <cstddef>
#include <functional>
#include <type_traits>
#include <utility>
#include <vector>

namespace gf {

/// Thrown out of a computation that pauses. Not a std::exception: nobody on its way takes it for something that went wrong.
struct Paused {};

/// The steps of one computation, in their order. Since it is always the same computation, the n-th step of one run is the n-th of the
/// next. Example, a sum of three long products in slices of one:
///   Replay replay;
///   for (bool done = false; !done;) try {
///     replay.begin([] { return true; });
///     double sum = 0;
///     for (int i = 0; i < 3; ++i) sum += replay.once([&] { return long_product(i); });
///     done = true;
///   } catch (const Paused&) {}
class Replay {
 public:
  /// From the start, for one slice. `pauses` is asked before every step that is new; the first of these is computed whatever it says, so
  /// that each slice gets on.
  void begin(std::function<bool()> pauses) {
    pauses_ = std::move(pauses);
    next_ = 0;
    depth_ = 0;
    got_on_ = false;
  }

  /// Whether no slice has got on yet.
  bool is_fresh() const { return steps_.empty(); }

  /// Returns the result of `compute`, or the one of an earlier slice. Throws Paused when it is time. Steps may be made of steps: once the
  /// outer one is done, those inside are forgotten. If `compute` throws, the next slice computes it again, and it throws again.
  template <typename Compute>
  auto once(Compute&& compute) {
    using Result = std::decay_t<std::invoke_result_t<Compute>>;
    if (next_ < steps_.size() && steps_[next_].depth == depth_) return std::any_cast<Result>(steps_[next_++].result);
    if (next_ == steps_.size() && pauses_ && pauses_() && got_on_) throw Paused();
    const std::size_t place = next_;
    Result result = inside(compute);
    steps_.resize(place);
    steps_.push_back({depth_, result});
    next_ = place + 1;
    got_on_ = true;
    return result;
  }

 private:
  struct Step {
    int depth = 0;  // how many steps it is inside of
    std::any result;
  };

  template <typename Compute>
  auto inside(Compute& compute) {
    struct Deeper {
      int& depth;
      explicit Deeper(int& of) : depth(of) { ++depth; }
      ~Deeper() { --depth; }
    } deeper(depth_);
    return compute();
  }

  std::vector<Step> steps_;
  std::size_t next_ = 0;
  int depth_ = 0;
  bool got_on_ = false;
  std::function<bool()> pauses_;
};

/// The same where there may be no replay: then it is computed now.
template <typename Compute>
auto once(Replay* replay, Compute&& compute) -> std::decay_t<std::invoke_result_t<Compute>> {
  return replay ? replay->once(compute) : compute();
}

}  // namespace gf
