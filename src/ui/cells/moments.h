// Effects of time on a cell: whether the film has come to it, and the glow of what an edit has just changed.
#pragma once

#include <optional>

#include "ui/frame.h"

namespace gf::ui {

/// Whether the film that plays has not yet come to a cell; false where there is none.
bool is_yet_to_come(const Frame& frame, const TraceNode& node, const Cell& cell);

/// How much of a node the film has yet to come to: 0 to 1.
float share_to_come(const Frame& frame, const TraceNode& node);

/// How bright a cell glows that an edit has changed: 1 when it was computed, 0 a moment later.
float glow_of(const Frame& frame, const TraceNode& node, const Cell& cell);

/// How many cells of a node an edit has changed, while that is said; else 0.
int changed_cells(const Frame& frame, const TraceNode& node);

/// Returns the value of a cell before an edit changed it, for some seconds after that; none if it is as it was.
std::optional<float> value_before(const Frame& frame, const TraceNode& node, const Cell& cell);

inline constexpr double kGlow_s = 0.9, kGlowDelay_s = 0.07, kMostDelay_s = 0.8, kCountShown_s = 2.4, kBeforeShown_s = 8;

}  // namespace gf::ui
