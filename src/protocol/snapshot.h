// What the drawing sees: one immutable value, published by the session.
#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <set>
#include <string>

#include "core/problem.h"
#include "protocol/document.h"
#include "protocol/schema.h"
#include "protocol/trace.h"
#include "protocol/training.h"

namespace gf {

/// A finite difference beside a gradient cell.
struct GradientEstimate {
  std::string node;  // "d_w_q"
  Cell cell;
  float gradient = 0;   // the cell's value
  double estimate = 0;  // (L(x + h) - L(x - h)) / 2h
  double h = 0;
  double loss_above = 0, loss_below = 0;
};

struct Snapshot {
  std::uint64_t revision = 0;  // grows with every published snapshot
  std::shared_ptr<const Catalogue> catalogue;
  Document document;
  std::shared_ptr<const Trace> trace;         // the last good one; may belong to an earlier document while computing or after an error
  bool computing = false;                     // the trace of `document` is still on its way
  std::optional<Problem> problem;             // what was wrong with the last edit; `document` is the last good one
  std::optional<Problem> notice;              // what is said once, and stays until it is dismissed: that nothing can be kept
  std::shared_ptr<const ShownRuns> training;  // of a lesson that trains; else null
  std::optional<GradientEstimate> estimate;   // the last one asked for, while the trace is the one that it belongs to
  bool estimating = false;                    // it is still on its way
  std::set<std::string> visited;              // lesson ids
  bool can_undo = false;
  bool can_redo = false;

  const LessonInfo& lesson() const;  // of the document
};

/// What answer_message (session/answer_message.h) tells a page of it.
nlohmann::json to_json(const Snapshot& snapshot);

}  // namespace gf
