// The session's end of a training run: which run its document asks for, and what was last heard of it.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>

#include "protocol/snapshot.h"
#include "session/worker.h"

namespace gf {

class TrainingLink {
 public:
  explicit TrainingLink(Worker& worker) : worker_(worker) {}

  /// There is a good trace of this document: another run begins where its inputs ask for one, and pins of weights are held.
  void follow(const Document& document);
  void press(TrainingCommand command) { worker_.tell(command); }
  /// Sets cells of a weight of the run.
  void set_weights(SetWeights order) { worker_.tell(std::move(order)); }
  /// What the run stops for when its lesson is left.
  void leave();

  /// Takes a report over; returns its problem.
  std::optional<Problem> accept(TrainingReport report);
  /// Gives the lesson of a document the weights that are looked at, if the run is that document's.
  void give(const Document& document, LessonContext& context) const;
  /// Whether a trace made with this context shows other weights than those that are looked at, and it is time to make another: while
  /// the run plays about four times a second, or traces would eat the cores.
  bool wants_trace(const Document& document, const LessonContext& made_with) const;
  void trace_asked() { trace_asked_ = Clock::now(); }
  /// Null where the lesson has no run (yet).
  std::shared_ptr<const TrainingView> view(const Document& document) const;

 private:
  using Clock = std::chrono::steady_clock;
  bool is_of(const Document& document) const;

  Worker& worker_;
  std::uint64_t run_ = 0;  // the last one ordered; 0: none
  std::string lesson_;
  Inputs inputs_;  // that decide it
  std::vector<Pin> holds_;
  TrainingReport report_;
  Clock::time_point trace_asked_{};
};

/// Whether this node is a weight of the run of the lesson's training: its cells are set there, not pinned.
bool is_trained_weight(const Trace& trace, const std::string& node);

}  // namespace gf
