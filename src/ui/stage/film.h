// The film: the computation of the trace, node by node in the order of the tape, with the cells of one node as they are made term by term.
// It knows no op: everything that it shows comes from the trace and its explanations.
#pragma once

#include "ui/stage/picture.h"

namespace gf::ui {

/// A node as a part of the film.
struct Take {
  int node = -1, card = -1;
  double begin_s = 0, length_s = 0;
  bool close = false;  // its first cells are made term by term
  int terms = 1;       // of each of them, as many as are added one by one
};

/// All takes in the order of computation: what was given is no take. The node `close_to`, or where that was given what is made from it,
/// is seen cell by cell; with `alone`, only it is played.
std::vector<Take> make_reel(const Frame& frame, const Picture& picture, int close_to, bool alone);

/// Which cell is being made at a time, and which term of its arithmetic; see Film.
struct Shot {
  int take = -1;    // -1: before the first one
  Index cells = 0;  // that have been computed, the one in the making among them
  int term = -1;
};
Shot shot_at(const Frame& frame, const std::vector<Take>& reel, double at_s);

/// Moves the film on by the time since the last frame and says in the state what is shown now. `focus` is the node of the guided step.
/// Returns the card that the camera is to go to: -1 none, and -2 the whole again.
int run_film(const Frame& frame, Screen& screen, const Picture& picture, int focus);

/// The place of the film's bar in the lower left corner of a stage.
Box film_bar_box(const Frame& frame, const Box& stage);
/// The bar with play, slider, speed and close; a single button while the film is not on.
void draw_film_bar(const Frame& frame, Screen& screen, const Box& box);
/// The sum that grows beside the cell that is being made.
void draw_film_sum(const Frame& frame, Screen& screen, const Box& area);
/// Plays one node by itself.
void play_node(Screen& screen, const std::string& node);

}  // namespace gf::ui
