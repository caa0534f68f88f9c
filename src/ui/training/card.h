// Has a row for each card of a training run, and draws the cards.
#pragma once

#include <string>
#include <vector>

#include "ui/box.h"
#include "ui/frame.h"

namespace gf::ui {

/// A card on the screen: its box, and the part of the box below the title.
struct Card {
  Box box, content;
};

/// A kind of card. To add one, add a file with its row; declare the row below, and list it in training.cpp.
struct CardRow {
  const char* id;  // "ui.training.<id>.title" of the texts
  bool control;    // a control stands beside the title
  /// Returns the height of the content for a width.
  float (*height)(const Frame& frame, float width);
  /// Draws the content of the card.
  void (*draw)(const Frame& frame, Screen& screen, const Card& card);
};

extern const CardRow kLossCard, kAccuracyCard, kNormsCard, kSamplesCard;

inline constexpr float kCardPadding = 9;  // design pixels

/// Returns the cards of the frame's run. The answers are left out if several models learn side by side and have no questions.
std::vector<const CardRow*> run_cards(const Frame& frame);
/// Returns the title of a card.
std::string training_card_title(const Frame& frame, const CardRow& row);
/// Draws the title of a card, in a line of the height `title_height`, and its content into a box. The caller draws the box itself.
void draw_training_card(const Frame& frame, Screen& screen, const CardRow& row, const Box& box, float title_height);

}  // namespace gf::ui
