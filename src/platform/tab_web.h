// The way of the Tab key through the windows of ImGui and out of the canvas again. ImGui itself goes round in one window for ever.
#pragma once

#include <imgui.h>

#include <functional>
#include <set>

namespace gf {

class TabOrder {
 public:
  /// The focus came to the canvas from the page, or left it: Tab begins at the first window, with Shift at the last.
  void begin_outside();
  /// Something was clicked: Tab goes on from there.
  void begin_here();

  /// Moves on by one control, window after window in the order in which they are drawn. `think` lets ImGui act on what is queued.
  /// Returns whether there was a control to go to; else the focus belongs to the page again.
  bool move(bool backwards, const std::function<void()>& think);

 private:
  bool press(bool backwards, const std::function<void()>& think);
  std::set<ImGuiID> visited_;  // in the present window
  bool outside_ = true;
};

}  // namespace gf
