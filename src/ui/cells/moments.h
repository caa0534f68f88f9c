// Returns the effects of time on a cell: whether the film has come to the cell, and the glow of a cell that an edit has just changed.
#pragma once

#include <optional>

#include "ui/frame.h"

namespace gf::ui {

/// Whether the film has not yet come to a cell; false if no film is on.
bool is_yet_to_come(const Frame& frame, const TraceNode& node, const Cell& cell);

/// Returns the share of a node's cells that the film has not yet come to, 0 to 1; 0 if no film is on.
float share_to_come(const Frame& frame, const TraceNode& node);

/// Returns how bright a cell glows that an edit has changed: 1 when the cell was computed, falling to 0 within kGlow_s.
float glow_of(const Frame& frame, const TraceNode& node, const Cell& cell);

/// Returns how many cells of a node the last edit changed, for kCountShown_s; then 0.
int changed_cells(const Frame& frame, const TraceNode& node);

/// Returns the value of a cell before the last edit, for kBeforeShown_s; none if the edit did not change the cell, or the value was veiled.
std::optional<float> value_before(const Frame& frame, const TraceNode& node, const Cell& cell);

inline constexpr double kGlow_s = 0.9, kGlowDelay_s = 0.07, kMostDelay_s = 0.8, kCountShown_s = 2.4, kBeforeShown_s = 8;

}  // namespace gf::ui
