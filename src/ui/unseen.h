// A screen without a window: for pictures that the command line makes.
#pragma once

#include <functional>

namespace gf::ui {

/// An ImGui context with a size and no renderer. One at a time.
class UnseenScreen {
 public:
  UnseenScreen(float width, float height);
  ~UnseenScreen();
  UnseenScreen(const UnseenScreen&) = delete;
  UnseenScreen& operator=(const UnseenScreen&) = delete;

  /// Draws a frame, for layouts to settle. `content` fills it.
  void frame(const std::function<void()>& content);
};

}  // namespace gf::ui
