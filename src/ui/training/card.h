// The cards of the training screen, a row each.
#pragma once

#include "ui/box.h"
#include "ui/frame.h"

namespace gf::ui {

/// A card on the screen: its box, what is left for its content under the title.
struct Card {
  Box box, content;
};

/// Adding a card: a file with its row, declared below and listed in training.cpp.
struct CardRow {
  const char* id;  // "ui.training.<id>.title" of the texts
  bool control;    // stands beside its title
  /// The height of the content, for a width.
  float (*height)(const Frame& frame, float width);
  void (*draw)(Frame& frame, const Card& card);
};

extern const CardRow kLossCard, kAccuracyCard, kNormsCard, kSamplesCard;

inline constexpr float kCardPadding = 14;  // design pixels

}  // namespace gf::ui
