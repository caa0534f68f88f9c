// What the reader guessed, beside what is so.
#pragma once

#include <optional>

#include "ui/box.h"
#include "ui/frame.h"

namespace gf::ui {

/// The number that the reader guessed for a cell at the present step; nothing where they guessed none.
std::optional<float> guessed(const Frame& frame, const TraceNode& node, const Cell& cell);
/// A guess beside what is so: an outline.
void draw_guess_outline(ImDrawList* list, const Theme& theme, const Box& box);
/// Likewise of a point, and small in the corner of a cell: a ring.
void draw_guess_ring(ImDrawList* list, const Theme& theme, ImVec2 centre);
void draw_guess_ring(ImDrawList* list, const Theme& theme, const Box& cell, ImU32 ink);

}  // namespace gf::ui
