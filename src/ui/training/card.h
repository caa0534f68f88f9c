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
  void (*draw)(const Frame& frame, Screen& screen, const Card& card);
};

extern const CardRow kLossCard, kAccuracyCard, kNormsCard, kSamplesCard;

inline constexpr float kCardPadding = 9;  // design pixels

/// The cards of the frame's run that have something to show.
std::vector<const CardRow*> run_cards(const Frame& frame);
std::string training_card_title(const Frame& frame, const CardRow& row);
/// Draws the title of a card, of that height, and its content into a box that is drawn already.
void draw_training_card(const Frame& frame, Screen& screen, const CardRow& row, const Box& box, float title_height);

}  // namespace gf::ui
