#include "ui/cells/guess.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <variant>

#include "core/nth.h"
#include "protocol/step.h"
#include "ui/places.h"
#include "ui/widgets/dashes.h"

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
  return in_row ? std::optional(static_cast<float>(nth(shares->parts, cell.col))) : std::nullopt;
}

std::optional<Cell> guessed_in(const Frame& frame, int node) {
  const std::optional<Selection>& guess = frame.state.veil.guessed;
  return guess && guess->node == frame.trace->node(node).name ? std::optional(guess->cell) : std::nullopt;
}

namespace {

constexpr float kGuessRing = 2.5f, kGuessDash = 5, kGuessRadius = 9;  // design pixels

const char* key_of_tag(const Veil& veil) {
  if (veil.right) return "ui.ask.tag.right";
  return veil.guessed_number.empty() ? "ui.ask.tag.guess" : "ui.ask.tag.number";
}

bool is_ring_wanted(const Frame& frame, const CellReference& at) {
  return guessed_in(frame, at.node) == at.cell && (frame.state.veil.guessed_number.empty() || !is_guess_on_board(frame));
}

// Notes the ring and its tag, if a part of the ring is in sight. A cell that is ringed needs no picture of the guess below the caption.
void note_ring(const Frame& frame, Screen& screen, const Box& box) {
  const Box seen = common(box, visible_box());
  if (seen.width() < 1 || seen.height() < 1) return;
  note_box(screen.places, "guess:ring", box);
  int& ringed = screen.state.guessing.ringed;
  if (ringed < ImGui::GetFrameCount() - 1) screen.output.animating = true;  // the next frame leaves out the picture below the caption
  ringed = ImGui::GetFrameCount();
  const Veil& veil = frame.state.veil;
  screen.state.lesson.guess_marks.push_back({box, frame.texts.format(key_of_tag(veil), {{"guess", veil.guessed_number}})});
}

}  // namespace

void draw_guess(const Frame& frame, Screen& screen, ImDrawList* list, const CellReference& at, const Box& box) {
  if (!is_ring_wanted(frame, at)) return;
  // The ring around a cell that is selected as well lies outside the frame of the selection.
  const float u = screen_theme(frame.theme).unit, out = selected(frame) == at ? 4 * u : u;
  const Box ring{{box.min.x - out, box.min.y - out}, {box.max.x + out, box.max.y + out}};
  dashed_rect(list, ring, frame.theme.color.guess, kGuessRing * u, kGuessDash * u);
  note_ring(frame, screen, ring);
}

void draw_guess_at(const Frame& frame, Screen& screen, ImDrawList* list, const CellReference& at, ImVec2 point) {
  if (is_ring_wanted(frame, at)) draw_guess_point(frame, screen, list, point);
}

void draw_guess_point(const Frame& frame, Screen& screen, ImDrawList* list, ImVec2 point) {
  const float u = screen_theme(frame.theme).unit, radius = kGuessRadius * u;
  dashed_circle(list, point, radius, frame.theme.color.guess, kGuessRing * u, kGuessDash * u);
  note_ring(frame, screen, {{point.x - radius, point.y - radius}, {point.x + radius, point.y + radius}});
}

void draw_guess_outline(ImDrawList* list, const Theme& theme, const Box& box) {
  const float u = screen_theme(theme).unit;
  dashed_rect(list, {box.min, {std::max(box.max.x, box.min.x + 2 * u), std::max(box.max.y, box.min.y + 2 * u)}}, theme.color.guess, 2 * u,
              4 * u);
}

bool is_guess_on_board(const Frame& frame) { return frame.state.guessing.in_picture >= ImGui::GetFrameCount() - 1; }

const std::vector<Cell>* needed_cells(const Frame& frame, int node) {
  const NeededCells& needed = frame.state.veil.needed.value();
  const auto found = needed.find(node);
  return found == needed.end() ? nullptr : &found->second;
}

}  // namespace gf::ui
