#include "ui/stage/sights.h"

#include <algorithm>
#include <cstddef>

#include "core/nth.h"
#include "protocol/step.h"

namespace gf::ui {

namespace {

constexpr float kFocusShare = 0.72f;     // the upper share of the stage's height in which the focus of a step stands
constexpr float kUpperShare = 2.0f / 3;  // the upper share of the stage's height that is near the caption

}  // namespace

Box whole_of(const Picture& picture) { return {{0, 0}, {picture.placement().width, picture.placement().height}}; }

const Box& box_of_card(const Picture& picture, int card) {
  const int folded = nth(picture.placement().in_folded, card);
  return folded < 0 ? nth(picture.placement().cards, card) : nth(picture.placement().frames, folded).box;
}

namespace {

// Returns the sight, moved if a sheet covers a part of the picture: the card of the selected cell is seen, or otherwise the card of the
// step.
Sight sight_above_sheet(const Frame& frame, const Stage& stage, Sight sight) {
  const float height = stage.picture.placement().height, seen = stage.window(frame.theme.unit).y / sight.zoom;
  if (stage.covered <= 0 || seen >= height) return sight;
  const CellReference at = selected(frame);
  const int card = at.node < 0 ? stage.focus : card_showing(frame, stage.picture, frame.trace->node(at.node).name);
  if (card >= 0) sight.at.y = std::clamp(box_of_card(stage.picture, card).centre().y, seen / 2, height - seen / 2);
  return sight;
}

Box joined_boxes(const Box& a, const Box& b) {
  return {{std::min(a.min.x, b.min.x), std::min(a.min.y, b.min.y)}, {std::max(a.max.x, b.max.x), std::max(a.max.y, b.max.y)}};
}

// Returns a box around a card and its neighbours along arrows, as many as leave the cards readable in the window.
Box surroundings(const Stage& stage, int card, ImVec2 window) {
  Box box = box_of_card(stage.picture, card);
  for (const PlacedArrow& arrow : stage.picture.placement().arrows) {
    if (arrow.to != card && arrow.from != card) continue;
    const Box more = joined_boxes(box, box_of_card(stage.picture, arrow.to == card ? arrow.from : arrow.to));
    if (framing(more, window).zoom >= kReadable) box = more;
  }
  return box;
}

// Returns the sight with the picture moved up until the card stands in the upper two thirds, near the caption. The move ends before the
// top of the card, or of `around` if it is given, would leave the stage.
Sight lifted(const Frame& frame, const Stage& stage, Sight sight, int card, const Box* around = nullptr) {
  if (card < 0 || card >= static_cast<int>(stage.picture.cards.size())) return sight;
  const Lens lens{stage.area.centre(), sight};
  const Box& box = box_of_card(stage.picture, card);
  const float line = stage.area.min.y + stage.area.height() * kUpperShare, top = lens.at(around ? *around : box).min.y;
  const float up = std::min(lens.at(box).max.y - line, top - stage.area.min.y - kStageMargin * frame.theme.unit);
  sight.at.y += std::max(up, 0.0f) / sight.zoom;
  return sight;
}

}  // namespace

Sight sight_of_whole(const Frame& frame, const Stage& stage) {
  const float u = frame.theme.unit;
  const Box whole = whole_of(stage.picture);
  if (frame.host.options.shows_part()) return framing(whole, stage.window(u), kMostZoom);
  return lifted(frame, stage, sight_above_sheet(frame, stage, framing(whole, stage.full_window(u))), stage.camera.lifted);
}

Sight sight_of_card(const Frame& frame, const Stage& stage, int card) {
  const float u = frame.theme.unit;
  ImVec2 window = stage.window(u);
  window.y *= kFocusShare;
  const Box box = surroundings(stage, card, window);
  Sight sight = framing(box, window);
  sight.at.y += stage.window(u).y * (1 - kFocusShare) / 2 / sight.zoom;
  return lifted(frame, stage, sight, card);
}

Sight sight_of_section(const Frame& frame, const Stage& stage, const PlacedFrame& placed) {
  const ImVec2 window = stage.window(frame.theme.unit);
  const Step* step = step_of(frame.snapshot.lesson(), frame.snapshot.document);
  const bool of_step = step && step->section == placed.section && stage.focus >= 0;
  if (!of_step) return framing(placed.box, window);
  const Box both = joined_boxes(placed.box, box_of_card(stage.picture, stage.focus));
  return lifted(frame, stage, framing(both, window), stage.focus, &placed.box);
}

}  // namespace gf::ui
