// Places the cards of a picture, from the words on the left to the result on the right. `place_cards` is a pure function: sizes and reads
// go in, places come out.
#pragma once

#include <imgui.h>

#include <set>
#include <string>
#include <vector>

#include "ui/box.h"

namespace gf::ui {

/// A card to be placed.
struct CardToPlace {
  float width = 0, height = 0;
  std::string section;     // the frames around it: "encoder.0.self_attention" stands in "encoder.0" in "encoder"
  std::vector<int> reads;  // the cards that the card is computed from
  bool quiet = false;      // the arrows to the card are seen only when the focused cell lights them
  bool operand = false;    // weights of a product, which stand between the product and its other operand
  bool parameter = false;  // learned weights: an outermost frame with nothing else stands after the flow, with quiet arrows
  bool late = false;       // made of gradients: arrows to the card from cards that are not late are quiet
  int stream = -1;         // the residual stream of the card: cards of one stream stand on a straight line; -1: none
  bool operator==(const CardToPlace&) const = default;
};

/// A section with a frame around its cards.
struct PlacedFrame {
  std::string section;
  int depth = 0;  // 0: outermost
  bool folded = false;
  Box box;
};

/// An arrow from a card to a card that reads it: a curve that leaves and enters at right angles to the sides of the boxes.
struct PlacedArrow {
  int from = -1, to = -1;  // cards; for a folded frame, a card in it
  ImVec2 start, end;
  bool down = false;    // from a lower side to an upper side; otherwise from a right side to a left side
  bool quiet = false;   // seen only when the focused cell lights it
  bool behind = false;  // goes on behind other cards
  bool stream = false;  // a piece of a residual stream
  int reader = -1;      // the card that reads `from`: `to`, or the product if the arrow ends at the weights between
  int through = -1;     // for an arrow from weights to their product: the other operand, whose arrow ends at the weights
};

/// Lengths, in the unit of the cards.
struct PlacementSizes {
  float across = 34, down = 18;   // the gaps between cards
  float around = 12, title = 24;  // the margin of a frame, and the height of its title's line
  float folded_width = 150, folded_height = 40;
};

/// The places of all cards, frames and arrows.
struct Placement {
  std::vector<Box> cards;           // a card in a folded frame has no size
  std::vector<int> in_folded;       // the folded frame that stands for the card, as an index in `frames`; -1: none does
  std::vector<PlacedFrame> frames;  // outer frames before the frames in them
  std::vector<PlacedArrow> arrows;
  float width = 0, height = 0;
  float title = 0;   // the height of the line of a frame's title
  float header = 0;  // the least height of a card above its content
};

/// Places all cards so that the whole picture is as large as it can be in the window. `window` and the cards have the same unit.
/// Each frame is placed by itself, in columns that follow the flow. In a narrow window, successive layers share a column.
/// Equal arguments give equal places.
/// Example: place_cards({{100, 50}, {100, 50, "", {0}}}, {}, {}, {1000, 500}) puts the second card to the right of the first.
Placement place_cards(const std::vector<CardToPlace>& cards, const std::set<std::string>& folded, const PlacementSizes& sizes,
                      ImVec2 window);

}  // namespace gf::ui
