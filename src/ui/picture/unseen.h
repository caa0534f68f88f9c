// Offers a screen without a window, for pictures that the command line makes.
#pragma once

#include <functional>

namespace gf::ui {

/// An ImGui context with a size in points and no renderer. Only one object may exist at a time.
class UnseenScreen {
 public:
  UnseenScreen(float width, float height);
  ~UnseenScreen();
  UnseenScreen(const UnseenScreen&) = delete;
  UnseenScreen& operator=(const UnseenScreen&) = delete;

  /// Lays out and renders a frame, which nobody sees. `content` fills the frame. Call several times, for layouts to settle.
  void frame(const std::function<void()>& content);
};

}  // namespace gf::ui
