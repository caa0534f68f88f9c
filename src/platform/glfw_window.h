// Makes the window, its GL context and the ImGui context, through GLFW on the desktop and in the browser alike.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

struct GLFWwindow;

namespace gf {

/// The drawing area in device pixels. `scale` is the number of device pixels in a point of ImGui (1.25 on many laptops).
struct Surface {
  int width_px = 0, height_px = 0;
  float scale = 1;
};

/// Owns GLFW, a window, ImGui and its OpenGL backend. Decides when a frame is due: while something moves, for some frames after input, and
/// until windows that fit their content have settled; otherwise never.
class GlfwWindow {
 public:
  /// Opens the window. Throws std::runtime_error that says what is missing. `before_window` runs between glfwInit and the making of the
  /// window.
  GlfwWindow(int width, int height, const std::function<void()>& before_window = {});
  ~GlfwWindow();
  GlfwWindow(const GlfwWindow&) = delete;
  GlfwWindow& operator=(const GlfwWindow&) = delete;

  GLFWwindow* handle() const { return window_; }

  /// Makes several frames due, for events that ImGui answers over several frames: a press, another size.
  void mark_dirty() { settling_ = kSettlingFrames; }
  /// Whether frames are due because of input or mark_dirty.
  bool dirty() const;

  /// Draws a frame. `content` fills the frame after ImGui::NewFrame, and returns whether something moves by itself. It is called again
  /// while a window does not have the size that its content needs. Returns whether another frame is due.
  bool draw(const Surface& surface, float elapsed_s, const std::function<bool()>& content);

  /// Runs a frame of ImGui without drawing, so that ImGui handles queued input inside an event of the browser.
  void think(const Surface& surface, const std::function<bool()>& content);
  /// Thinks until the input queue is empty. ImGui spreads a click over several frames.
  void drain(const Surface& surface, const std::function<bool()>& content);

  /// Makes the backend's GL objects again after the context was lost.
  void rebuild();

  /// Returns the number of frames drawn so far.
  std::uint32_t frame_count() const { return frame_count_; }

 private:
  static constexpr int kSettlingFrames = 3;
  GLFWwindow* window_ = nullptr;
  int settling_ = kSettlingFrames;
  std::uint32_t frame_count_ = 0;
};

}  // namespace gf
