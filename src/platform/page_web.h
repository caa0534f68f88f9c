// State of the program's browser side, for the C functions that the page calls.
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

struct Page {
  explicit Page(Program given);
  GlfwWindow window;
  Program program;
  Surface surface;
  double last_ms = 0;
  bool again = false;  // the last frame asked for another one
  bool context_lost = false;
  TouchGesture touch;
  bool touching = false;      // the pointer at work is a finger
  bool touched_last = false;  // the same as the screen is told, once a gesture is over: it may be laid out anew
  double keyboard_height = 0;
  bool on_apple = false;
  int cursor = ImGuiMouseCursor_Arrow;
  std::string clipboard;
  bool answering_copy = false;                                             // inside the browser's copy event: the text goes there
  std::string told;                                                        // what assistive technology was told
  bool outside = true;                                                     // the focus came from the page around, and Tab begins anew
  std::map<int, std::function<void(std::optional<std::string>)>> awaited;  // files that the browser fetches
  int last_awaited = 0;
  std::string answer;  // of the last message, until the page has read it
};

/// The one page: there as soon as run_program has begun, and until the tab is closed.
Page& this_page();

/// Asks for a turn of the browser's animation frame.
void wake();
/// Lets ImGui act on queued input at once, without drawing: until the queue is empty, or for one frame.
void drain();
void think();

}  // namespace gf
