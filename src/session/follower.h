// Whether the trace of the present document is there, awaited or given up, and what waits for it.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "protocol/command.h"
#include "session/estimate.h"
#include "session/place.h"

namespace gf {

/// Numbers the jobs of a session and says which results still count. The traces themselves are in LessonWork.
///
///            await()                                take(), rest()
///   at rest ─────────▶ awaiting the newest job ───────────────────▶ at rest
///                            ▲     │ await(): older jobs count only for what is seen meanwhile
///                            └─────┘
///
/// A document from outside takes its place at once, though its trace may still be refused:
///
///   settled ── arrive(place) ──▶ arriving ── settle() ─────▶ settled
///                                    └────── take_origin() ─▶ settled, at the place from before
///
/// A command that needs the trace of the present document waits for it (`defer`). If the document is left, the command is dropped.
class TraceFollower {
 public:
  /// Begins to wait for a new job, in place of the one before. Returns its number, from 1.
  std::uint64_t await() { return awaited_ = ++last_; }
  bool awaits() const { return awaited_ != 0; }
  /// Whether the result with this number is the awaited one. If so, nothing is awaited any more.
  bool take(std::uint64_t number);
  /// Waits for no trace: the present one belongs to the present document, or none can be had.
  void rest() { awaited_ = 0; }
  /// The number of the newest job. `LessonWork::outdated` is set to it to ignore every job so far.
  std::uint64_t last() const { return last_; }

  /// Keeps the place to go back to if the document that arrives is refused. A second document that arrives keeps the first place.
  void arrive(const Place& from);
  bool arriving() const { return origin_.has_value(); }
  void settle() { origin_.reset(); }
  /// Returns the place to go back to, once.
  std::optional<Place> take_origin() { return std::exchange(origin_, std::nullopt); }

  void defer(Command command) { deferred_.push_back(std::move(command)); }
  bool has_deferred() const { return !deferred_.empty(); }
  /// Whether an estimate of a gradient waits.
  bool defers_estimate() const;
  std::vector<Command> take_deferred() { return std::exchange(deferred_, {}); }
  void drop_deferred() { deferred_.clear(); }
  /// Drops the orders that say how far a run goes: the step that was entered last says it.
  void drop_deferred_until();

 private:
  std::uint64_t last_ = 0;
  std::uint64_t awaited_ = 0;      // 0 if none is
  std::optional<Place> origin_;    // while a document arrives
  std::vector<Command> deferred_;  // in their order
};

/// The estimate of a gradient that belongs to one trace, given by the number of its job.
class EstimateFollower {
 public:
  void await(std::uint64_t trace) { awaited_ = trace; }
  void give_up() { awaited_ = 0; }
  bool awaits(std::uint64_t trace) const { return awaited_ != 0 && awaited_ == trace; }
  /// Takes a result and returns its problem, if it is awaited and belongs to the trace that is shown. Otherwise ignores it.
  std::optional<Problem> take(EstimateResult result, std::uint64_t shown);
  /// The estimate of this trace, if there is one.
  std::optional<GradientEstimate> of(std::uint64_t trace) const;

 private:
  std::uint64_t awaited_ = 0;  // the trace; 0 if none is
  std::uint64_t trace_ = 0;    // the trace that `estimate_` belongs to
  std::optional<GradientEstimate> estimate_;
};

}  // namespace gf
