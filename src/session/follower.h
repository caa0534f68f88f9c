// Says whether the trace of the present document is there, awaited or given up, and holds the commands that wait for it.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "core/problem.h"
#include "protocol/command.h"
#include "session/estimate.h"
#include "session/reader_state.h"

namespace gf {

/// Numbers the jobs of a session, and says which results still count. LessonWork (session/reader_state.h) has the traces.
///
///            await()                                take(), rest()
///   at rest ─────────▶ awaiting the newest job ───────────────────▶ at rest
///                            ▲     │ await(): traces of older jobs are only shown until the newest trace comes
///                            └─────┘
///
/// A document from outside becomes the present document at once, although its trace may be refused later:
///
///   settled ── arrive(from) ──▶ arriving ── settle() ──────▶ settled
///                                   └────── take_origin() ─▶ settled, in the state from before
///
/// A command that needs the trace of the present document waits for the trace (`defer`). The session drops the command if the reader opens
/// another lesson, loads a document or stops the computation.
class TraceFollower {
 public:
  /// Begins to wait for a new job, in place of the earlier job. Returns the number of the new job, from 1.
  std::uint64_t await() { return awaited_ = ++last_; }
  bool awaits() const { return awaited_ != 0; }
  /// Whether the job with this number is the awaited job. If so, stops waiting.
  bool take(std::uint64_t number);
  /// Stops waiting: the present trace belongs to the present document, or the document has no trace.
  void rest() { awaited_ = 0; }
  /// The number of the newest job. `LessonWork::outdated` is set to it to ignore every job so far.
  std::uint64_t last() const { return last_; }

  /// Keeps the state to go back to if the arriving document is refused. If a document already arrives, its earlier state stays.
  void arrive(const ReaderState& from);
  bool arriving() const { return origin_.has_value(); }
  void settle() { origin_.reset(); }
  /// Returns the state to go back to, once.
  std::optional<ReaderState> take_origin() { return std::exchange(origin_, std::nullopt); }

  void defer(Command command) { deferred_.push_back(std::move(command)); }
  bool has_deferred() const { return !deferred_.empty(); }
  /// Whether a deferred command asks for the estimate of a gradient.
  bool defers_estimate() const;
  std::vector<Command> take_deferred() { return std::exchange(deferred_, {}); }
  void drop_deferred() { deferred_.clear(); }
  /// Drops the training commands `until`: only the step that was entered last says how far a run trains.
  void drop_deferred_until();

 private:
  std::uint64_t last_ = 0;
  std::uint64_t awaited_ = 0;          // 0 if none is
  std::optional<ReaderState> origin_;  // while a document arrives
  std::vector<Command> deferred_;      // in their order
};

/// Holds the estimate of a gradient. An estimate belongs to one trace; the number of its job identifies the trace.
class EstimateFollower {
 public:
  void await(std::uint64_t trace) { awaited_ = trace; }
  void give_up() { awaited_ = 0; }
  bool awaits(std::uint64_t trace) const { return awaited_ != 0 && awaited_ == trace; }
  /// If the result is awaited and belongs to the trace `shown`, keeps the estimate and returns its problem. Otherwise ignores the result.
  std::optional<Problem> take(EstimateResult result, std::uint64_t shown);
  /// Returns the estimate of this trace, if there is one.
  std::optional<GradientEstimate> of(std::uint64_t trace) const;

 private:
  std::uint64_t awaited_ = 0;  // the trace; 0 if none is
  std::uint64_t trace_ = 0;    // the trace that `estimate_` belongs to
  std::optional<GradientEstimate> estimate_;
};

}  // namespace gf
