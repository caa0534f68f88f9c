// Plays the film: the computation of the trace, node by node in the order of the tape. The first cells of one node are made term by term.
// The film knows no op: all that it shows comes from the trace and its explanations. Each frame calls `run_film`, and then draws the bar
// and the sum.
#pragma once

#include <string>
#include <vector>

#include "ui/box.h"
#include "ui/frame.h"
#include "ui/stage/picture.h"

namespace gf::ui {

/// A part of the film: the computation of one node.
struct Take {
  int node = -1, card = -1;
  double begin_s = 0, length_s = 0;
  bool close = false;  // the first cells are made term by term
  int terms = 1;       // how many terms of each of these cells are added one by one
};

/// Returns the takes of the computed nodes on the cards, in the order of the tape; a given node has no take. The node `close_to` is made
/// cell by cell; if it was given, the first node made from it is, or otherwise the first take. With `alone`, only `close_to` is played.
std::vector<Take> make_reel(const Frame& frame, const Picture& picture, int close_to, bool alone);

/// The cell that is being made at a time, and the term of its arithmetic that is being added (see Film).
struct Shot {
  int take = -1;    // -1: before the first take
  Index cells = 0;  // the number of computed cells, including the cell in the making
  int term = -1;    // -1: the cell is not made term by term
};
/// Returns the shot of a reel at a time in seconds.
Shot shot_at(const Frame& frame, const std::vector<Take>& reel, double at_s);

/// Moves the film on by the time since the last frame, and writes what this frame shows to the state. `focus` is the node of the guided
/// step. Returns the card to which the camera is to go; -1: none, -2: back to the whole picture.
int run_film(const Frame& frame, Screen& screen, const Picture& picture, int focus);

/// Returns the place of the film's bar in the lower left corner of a stage.
Box film_bar_box(const Frame& frame, const Box& stage);
/// Draws the bar with play, slider, speed and close, or a single button while the film is not on.
void draw_film_bar(const Frame& frame, Screen& screen, const Box& box);
/// Draws the sum that grows beside the cell in the making.
void draw_film_sum(const Frame& frame, Screen& screen, const Box& area);
/// Plays one node by itself, or the whole film if the name is empty.
void play_node(Screen& screen, const std::string& node);

}  // namespace gf::ui
