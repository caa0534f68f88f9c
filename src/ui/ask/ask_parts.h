// The two halves of ask.h.
#pragma once

#include <string>
#include <vector>

#include "ui/ask/ask.h"

namespace gf::ui {

/// Returns the answers that can be chosen, or have a share: their words, or the labels of the places.
std::vector<std::string> answers_of(const Frame& frame, const Step& step);
/// A number as the question has it: "31 %" of a share, otherwise as people write it.
std::string guess_text(const Step& step, double value);

/// The guess that is being made at a step. It is fresh if the last one was for another step or another number of shares: in the middle, or
/// equal shares.
Guessing& guessing(const Frame& frame, Screen& screen, const Step& step);

/// The most that a label takes beside a bar or slider, in design pixels.
inline constexpr float kAskedLabel = 96;

/// One thing after the other in lines of `width`.
class Flow {
 public:
  Flow(float width, float between);
  /// Puts the cursor where the next thing of this size has its place.
  void next(float width);

 private:
  float left_, right_, between_, x_;
  bool first_ = true;
};

/// Draws the label of a bar or slider, up to where that begins.
void draw_label_before(const Theme& theme, ImVec2 at, float width, float y, const std::string& label);

/// The ways to answer.
void draw_answers(const Frame& frame, Screen& screen, const Step& step, float width);
/// Guess and truth in one picture.
void draw_beside(const Frame& frame, Screen& screen, const Step& step, const Guess& guess, float width);

/// A place in the plane of WhereInPlane, and what is known there.
struct AskedPlane {
  double left = -1, right = 1, bottom = -1, top = 1;
  std::vector<std::pair<std::string, ImVec2>> known;
  ImVec2 at(const Box& box, double x, double y) const;
  /// Its box from here on: as far in one direction as in the other, where it is not far longer than high.
  Box box_at(ImVec2 corner, float unit) const;
};
AskedPlane asked_plane(const Frame& frame, const Step& step, const std::vector<PlaceInPlane>& more);
/// Its ground, its axes and what is known.
void draw_asked_plane(const Frame& frame, const AskedPlane& plane, const Box& box);

}  // namespace gf::ui
