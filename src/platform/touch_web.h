// Interprets a finger on the canvas: a tap, a drag of something on the screen, scrolling a window of ours, or a gesture of the page.
#pragma once

#include <imgui.h>

namespace gf {

/// Whether the innermost scrollable window at `point` can scroll further in the direction of `movement`, or a widget takes the wheel.
/// Otherwise the page around the canvas scrolls. `movement` is in points, in the direction in which scroll offsets grow.
bool can_scroll(ImVec2 point, ImVec2 movement);

/// Whether Ctrl and the wheel zoom the window at `point`. Such windows have "zoom" in their names.
bool can_zoom(ImVec2 point);

/// A finger on the canvas. A short touch is a click. A touch that rests for a moment takes hold of the thing below. A touch that moves
/// scrolls the window below; if there is none to scroll, an upright movement belongs to the page, and a sideways one drags.
class TouchGesture {
 public:
  void down(ImVec2 point, double now_s);
  void move(ImVec2 point, double now_s);
  void up(ImVec2 point, double now_s);
  void cancel();

  bool held() const { return phase_ != Phase::none; }

  /// Whether a movement to `point` is for the canvas, so that the browser must not scroll the page.
  bool claims(ImVec2 point) const;

  /// Takes hold after a rest, and lets a flung window scroll on. Returns whether tick has to be called again.
  bool tick(double now_s);

 private:
  enum class Phase { none, pending, dragging, scrolling, page };
  Phase meaning(ImVec2 movement) const;
  void press(ImVec2 point);
  void scroll(ImVec2 by);

  Phase phase_ = Phase::none;
  ImVec2 start_{}, last_{};
  double start_s_ = 0, last_s_ = 0;
  ImVec2 velocity_{};  // the speed of the window below the finger, in points a second
  ImGuiID flung_ = 0;  // the window that the finger scrolls, or that scrolls on
};

}  // namespace gf
