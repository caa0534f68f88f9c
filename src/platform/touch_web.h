// The meaning of a finger on the canvas: a tap, a drag of something on the screen, scrolling one of our windows, or a gesture of the page.
#pragma once

#include <imgui.h>

namespace gf {

/// Whether the innermost scrollable window at `point` can go further in the direction of a wheel or finger movement (points, as
/// scroll offsets grow). If it can't, the page around the canvas scrolls.
bool can_scroll(ImVec2 point, ImVec2 movement);

/// Whether what is at `point` is zoomed with Ctrl and wheel: windows of ours that are have "zoom" in their names.
bool can_zoom(ImVec2 point);

/// One finger. A short touch is a click; a touch that rests for a moment takes hold of what is under it; one that moves scrolls the window
/// under it, else belongs to the page where it moves up or down, else drags.
class TouchGesture {
 public:
  void down(ImVec2 point, double now_s);
  void move(ImVec2 point, double now_s);
  void up(ImVec2 point, double now_s);
  void cancel();

  bool held() const { return phase_ != Phase::none; }

  /// Whether a movement to `point` is ours, so that the browser must not scroll the page with it.
  bool claims(ImVec2 point) const;

  /// Takes hold after a rest, and lets a flung window run out. Returns whether it has to be called again.
  bool tick(double now_s);

 private:
  enum class Phase { none, pending, dragging, scrolling, page };
  Phase meaning(ImVec2 movement) const;
  void press(ImVec2 point);
  void scroll(ImVec2 by);

  Phase phase_ = Phase::none;
  ImVec2 start_{}, last_{};
  double start_s_ = 0, last_s_ = 0;
  ImVec2 velocity_{};  // points a second, of the window under the finger
  ImGuiID flung_ = 0;  // the window that is scrolled, or runs out
};

}  // namespace gf
