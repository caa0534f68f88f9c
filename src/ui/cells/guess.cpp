#include "ui/cells/guess.h"

#include <algorithm>

#include "protocol/step.h"

namespace gf::ui {

std::optional<float> guessed(const Frame& frame, const TraceNode& node, const Cell& cell) {
  const Step* step = frame.state.veil.answered;
  if (!step) return std::nullopt;
  const Guess& guess = frame.snapshot.guesses.at(step->id);
  const Selection& at = frame.state.veil.asked;
  if (guess.empty() || at.node != node.name) return std::nullopt;
  const bool number = std::holds_alternative<HowMuch>(step->ask->how), shares = std::holds_alternative<WhichShares>(step->ask->how);
  if (number) return at.cell == cell ? std::optional(static_cast<float>(guess.front())) : std::nullopt;
  const bool in_row = shares && at.cell.outer == cell.outer && at.cell.row == cell.row && cell.col < static_cast<Index>(guess.size());
  return in_row ? std::optional(static_cast<float>(guess[static_cast<std::size_t>(cell.col)])) : std::nullopt;
}

void draw_guess_outline(ImDrawList* list, const Theme& theme, const Box& box) {
  const float u = theme.unit;
  list->AddRect(box.min, {box.max.x, std::max(box.max.y, box.min.y + 2 * u)}, theme.color.ink, 1.5f * u, 0, 1.5f * u);
}

void draw_guess_ring(ImDrawList* list, const Theme& theme, ImVec2 centre) {
  list->AddCircle(centre, 6 * theme.unit, theme.color.ink, 20, 1.5f * theme.unit);
}

void draw_guess_ring(ImDrawList* list, const Theme& theme, const Box& cell, ImU32 ink) {
  const float u = theme.unit;
  list->AddCircle({cell.max.x - 5 * u, cell.min.y + 5 * u}, 2.5f * u, ink, 12, u);
}

}  // namespace gf::ui
