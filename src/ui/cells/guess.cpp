#include "ui/cells/guess.h"

#include <algorithm>
#include <iterator>

#include "protocol/step.h"

namespace gf::ui {

std::optional<float> guessed(const Frame& frame, const TraceNode& node, const Cell& cell) {
  const Step* step = frame.state.veil.answered;
  if (!step) return std::nullopt;
  const Guess& guess = frame.snapshot.answers.guesses.at(step->id);
  const Selection& at = frame.state.veil.asked;
  if (at.node != node.name) return std::nullopt;
  if (const Number* number = std::get_if<Number>(&guess))
    return at.cell == cell ? std::optional(static_cast<float>(number->value)) : std::nullopt;
  const Shares* shares = std::get_if<Shares>(&guess);
  const bool in_row = shares && at.cell.outer == cell.outer && at.cell.row == cell.row && cell.col < std::ssize(shares->parts);
  return in_row ? std::optional(static_cast<float>(shares->parts[static_cast<std::size_t>(cell.col)])) : std::nullopt;
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
