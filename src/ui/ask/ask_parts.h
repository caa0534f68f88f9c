// Declares what answers.cpp, beside.cpp and board.cpp share to draw a question: answers before the guess, guess and truth after it.
#pragma once

#include <imgui.h>

#include <string>
#include <utility>
#include <vector>

#include "protocol/question.h"
#include "ui/ask/ask.h"
#include "ui/box.h"

namespace gf::ui {

/// Returns the answers that can be chosen or have a share: their words, or the labels of their places.
std::vector<std::string> answers_of(const Frame& frame, const Step& step);
/// Returns a number in the unit of the question: "31 %" for a share, otherwise a number with four digits.
std::string guess_text(const Step& step, double value);

/// Returns the distance between two places of the slider: 1 for a count, otherwise a hundredth of the range.
double scale_step(const HowMuch& much);
/// Returns the number as the slider can stand at it: whole for a count, otherwise unchanged.
/// Example: 11 for 10.5 tokens.
double on_scale(const HowMuch& much, double value);

/// Returns the guess that is being made at a step. If the last guess was for another step or another number of shares, returns a new guess:
/// the middle of the range, or equal shares.
Guessing& guessing(const Frame& frame, Screen& screen, const Step& step);

/// The greatest width of a label beside a bar or slider, in design pixels.
inline constexpr float kAskedLabel = 96;

/// Places items after each other in lines of `width`. Call next before each item is drawn.
class Flow {
 public:
  Flow(float width, float between);
  /// Puts the cursor at the place of the next item, which has this width.
  void next(float width);

 private:
  float left_, right_, between_, x_;
  bool first_ = true;
};

/// Draws the label of a bar or slider, aligned to the right in the room from `at` to its begin. `y` is the top of the letters.
void draw_label_before(const Theme& theme, ImVec2 at, float width, float y, const std::string& label);

/// Draws the ways to answer at the cursor.
void draw_answers(const Frame& frame, Screen& screen, const Step& step, float width);
/// Draws the guess and the truth in one picture at the cursor, and words about the gap.
void draw_beside(const Frame& frame, Screen& screen, const Step& step, const Guess& guess, float width);

/// The plane of a question WhereInPlane, and the known points in it.
struct AskedPlane {
  double left = -1, right = 1, bottom = -1, top = 1;
  std::vector<std::pair<std::string, ImVec2>> known;
  /// Returns the point on the screen at which the plane, drawn in `box`, has the point (x, y).
  ImVec2 at(const Box& box, double x, double y) const;
  /// Returns the plane's box with the upper left corner `corner`. Both axes have the same scale, unless the box would be too narrow or too
  /// wide.
  Box box_at(ImVec2 corner, float unit) const;
};
/// Returns the plane of a question, large enough for the known points and for the places in `more`.
AskedPlane asked_plane(const Frame& frame, const Step& step, const std::vector<PlaceInPlane>& more);
/// Draws the ground, the axes and the known points of a plane.
void draw_asked_plane(const Frame& frame, const AskedPlane& plane, const Box& box);

}  // namespace gf::ui
