// Places the cards of a picture, from the words on the left to the result on the right. Pure: sizes and what reads what in, places out.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "ui/box.h"

namespace gf::ui {

/// A card to be placed.
struct CardToPlace {
  float width = 0, height = 0;
  std::string section;     // the frames around it: "encoder.0.self_attention" stands in "encoder.0" in "encoder"
  std::vector<int> reads;  // cards that it is computed from
  bool quiet = false;      // the arrows to it are seen only where they are asked for
  bool operand = false;    // weights that one product is made with: they stand between that and its other operand
  bool parameter = false;  // weights: where they have an outermost frame of their own, that stands after the flow, without arrows
  bool late = false;       // made of gradients: what comes to it from what is not, is seen only where it is asked for
  int stream = -1;         // the residual stream that it stands in: all cards of one are put on a straight line
  bool operator==(const CardToPlace&) const = default;
};

/// A section with a frame around what stands in it.
struct PlacedFrame {
  std::string section;
  int depth = 0;  // 0: outermost
  bool folded = false;
  Box box;
};

/// From what is read to what reads it: a curve that leaves and enters at right angles to the sides of the boxes.
struct PlacedArrow {
  int from = -1, to = -1;  // cards; of folded frames the first one in it
  ImVec2 start, end;
  bool down = false;    // from a lower side to an upper one; else from a right side to a left one
  bool quiet = false;   // seen only where its card is asked for
  bool behind = false;  // goes on behind other cards
  bool stream = false;  // a piece of a residual stream
  int reader = -1;      // what reads it: `to`, or the product where it goes through the weights between
  int through = -1;     // from weights to their product: the other operand, which goes through them
};

struct PlacementSizes {
  float across = 34, down = 18;   // between cards
  float around = 12, title = 24;  // of a frame: its margin, and the line of its title
  float folded_width = 150, folded_height = 40;
};

struct Placement {
  std::vector<Box> cards;           // without a size where a frame around it is folded
  std::vector<int> in_folded;       // the folded frame that stands for a card; -1: it stands for itself
  std::vector<PlacedFrame> frames;  // outer ones before those in them
  std::vector<PlacedArrow> arrows;
  float width = 0, height = 0;
  float title = 0;   // of a frame: the height of the line of its title
  float header = 0;  // of a card: the least height above its content
};

/// Places all cards so that the whole picture is as large as it can be in the window. `window` and the cards have the same unit.
/// Each frame is placed by itself, in columns that follow the flow. In a narrow window, successive layers share a column.
/// With `one_column`, there is one column. Equal arguments give equal places.
/// Example: place_cards({{100, 50}, {100, 50, "", {0}}}, {}, {}, {1000, 500}) puts the second card to the right of the first.
Placement place_cards(const std::vector<CardToPlace>& cards, const std::set<std::string>& folded, const PlacementSizes& sizes,
                      ImVec2 window, bool one_column = false);

}  // namespace gf::ui
