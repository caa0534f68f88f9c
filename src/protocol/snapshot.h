// The state of a session as one immutable value. The session publishes a new snapshot after each change, and the user interface draws it.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "core/enum_names.h"
#include "core/problem.h"
#include "core/tensor.h"
#include "protocol/answer_log.h"
#include "protocol/document.h"
#include "protocol/route.h"
#include "protocol/schema.h"
#include "protocol/trace.h"
#include "protocol/training.h"

namespace gf {

/// The verdict of a finite difference on a gradient.
enum class GradientVerdict {
  agree,
  within,  // the difference can come from the rounding of the loss to a float
  kink,    // the loss has a kink at x, and two slopes
  differ,
  too_small  // the estimate is too uncertain for a verdict
};

inline std::string_view name_of(GradientVerdict verdict) { return name_in({"agree", "within", "kink", "differ", "too_small"}, verdict); }

/// A finite difference to compare with a cell of a gradient.
struct GradientEstimate {
  std::string node;  // "d_w_q"
  Cell cell;
  float gradient = 0;   // the value of the cell
  double estimate = 0;  // (L(x + h) - L(x - h)) / 2h
  double h = 0;
  double loss_above = 0, loss_below = 0;  // L(x + h), L(x - h)
  double uncertainty = 0;                 // of the estimate: the rounding of the loss divided by h, and the bend of the curve
  GradientVerdict verdict = GradientVerdict::agree;
};

struct Snapshot {
  std::uint64_t revision = 0;  // grows with every published snapshot
  std::shared_ptr<const Catalogue> catalogue;
  Document document;
  std::shared_ptr<const Trace> trace;  // the newest trace; may belong to an earlier document; null until the first has come with its run
  bool computing = false;              // the trace of `document`, its first run or the texts of the lesson are on their way
  bool ordering = false;               // an order to a training run is on its way
  std::optional<Problem> problem;      // of the last command or computation; `document` is the last good document
  std::optional<Problem> notice;       // a message that stays until it is dismissed, such as "nothing can be stored"
  std::shared_ptr<const ShownRuns> training;  // null if the lesson has no run
  std::optional<GradientEstimate> estimate;   // the last estimate of this trace
  bool estimating = false;                    // an estimate of this trace is on its way
  Answers answers;                            // in this lesson
  std::shared_ptr<const AnswerLog> log;       // in all lessons; null if it is empty
  std::map<std::string, Progress> progress;   // on the steps of the route, by the id of the lesson
  Route route = Route::all;
  std::optional<Left> left;   // the step that the reader left last, apart from the first page; none if there is none
  bool step_applied = false;  // the document and the run are as the guided step describes
  bool has_own = false;       // BringOwn has a document to bring back
  bool can_undo = false;
  bool can_redo = false;

  /// Returns the lesson of the document. Throws std::invalid_argument if the catalogue lacks it.
  const LessonInfo& lesson() const;
};

/// Returns the snapshot as answer_message (session/answer_message.h) tells it to a page. A trace can have megabytes: `trace` says which
/// part is told; none leaves the trace out.
nlohmann::json to_json(const Snapshot& snapshot, const std::optional<TraceExtent>& trace = TraceExtent{});

}  // namespace gf
