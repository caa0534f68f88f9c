// Holds the state of the program's browser side, for the C functions that the page calls.
#pragma once

#include <imgui.h>

#include <functional>
#include <map>
#include <optional>
#include <string>

#include "platform/glfw_window.h"
#include "platform/platform.h"
#include "platform/touch_web.h"

namespace gf {

/// The program in the page.
struct Page {
  explicit Page(Program given);
  GlfwWindow window;
  Program program;
  Surface surface;
  double last_ms = 0;
  bool again = false;  // the last frame asked for another one
  bool context_lost = false;
  TouchGesture touch;
  bool touching = false;      // the last pointer was a finger
  bool touched_last = false;  // the value of `touching` that the screen gets; it follows between gestures, as the layout may change
  double keyboard_height = 0;
  bool on_apple = false;
  int cursor = ImGuiMouseCursor_Arrow;
  std::string clipboard;
  bool answering_copy = false;                                             // the browser's copy event lasts, and takes the text
  std::string view;                                                        // the last view for assistive technology
  bool outside = true;                                                     // the focus came from the page around: Tab begins anew
  std::map<int, std::function<void(std::optional<std::string>)>> awaited;  // the callbacks for files that the browser fetches
  int last_awaited = 0;
  std::string answer;  // the answer to the last message, until the page has read it
};

/// Returns the page. It exists from the begin of run_program until the tab is closed.
Page& this_page();

/// Asks for a turn of the browser's animation frame.
void wake();
/// Lets ImGui act on queued input at once, without drawing, until the queue is empty.
void drain();
/// Lets ImGui act on queued input for one frame, without drawing.
void think();

}  // namespace gf
