// The state that the drawing sees: one immutable value, published by the session.
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
  within,  // they agree within what a float can tell
  kink,    // the loss has a kink there, and two slopes
  differ,
  too_small
};

inline std::string_view name_of(GradientVerdict verdict) { return name_in({"agree", "within", "kink", "differ", "too_small"}, verdict); }

/// A finite difference beside a gradient cell.
struct GradientEstimate {
  std::string node;  // "d_w_q"
  Cell cell;
  float gradient = 0;   // the cell's value
  double estimate = 0;  // (L(x + h) - L(x - h)) / 2h
  double h = 0;
  double loss_above = 0, loss_below = 0;
  double uncertainty = 0;  // how far off the estimate may be: what the float that a loss is can tell over 2h, and how much the curve bends
  GradientVerdict verdict = GradientVerdict::agree;
};

struct Snapshot {
  std::uint64_t revision = 0;  // grows with every published snapshot
  std::shared_ptr<const Catalogue> catalogue;
  Document document;
  std::shared_ptr<const Trace> trace;         // the last good one; may belong to an earlier document while computing or after an error
  bool computing = false;                     // the trace of `document` is still on its way
  bool ordering = false;                      // an order to a training run is on its way
  std::optional<Problem> problem;             // what was wrong with the last edit; `document` is the last good one
  std::optional<Problem> notice;              // what is said once, and stays until it is dismissed: that nothing can be kept
  std::shared_ptr<const ShownRuns> training;  // of a lesson that trains; else null
  std::optional<GradientEstimate> estimate;   // the last one asked for, while the trace is the one that it belongs to
  bool estimating = false;                    // it is still on its way
  Answers answers;                            // that the reader gave in this lesson
  std::shared_ptr<const AnswerLog> log;       // of all lessons; null where nothing was answered
  std::map<std::string, Progress> progress;   // by lesson id, of the steps on the route
  Route route = Route::all;                   // that the reader is on
  std::optional<Left> left;                   // the last place that was not the first page; none where there was none
  bool step_applied = false;                  // the document, and the run where there is one, are as the guided step speaks of them
  bool has_own = false;                       // there is a document of the reader's own to bring back
  bool can_undo = false;
  bool can_redo = false;

  const LessonInfo& lesson() const;  // of the document
};

/// Returns the part of it that answer_message (session/answer_message.h) tells a page. `trace`: how much of the trace, which may be
/// megabytes; none: nothing of it.
nlohmann::json to_json(const Snapshot& snapshot, const std::optional<TraceExtent>& trace = TraceExtent{});

}  // namespace gf
