// Runs the program on the desktop: a window that sleeps until something happens.
#include <GLFW/glfw3.h>
#include <imgui.h>
#include <imgui_impl_glfw.h>

#include <algorithm>
#include <cfloat>
#include <iostream>
#include <stdexcept>
#include <utility>

#include "platform/glfw_window.h"
#include "platform/platform.h"

namespace gf {
namespace {

// Owns ImGui's GLFW backend, which only the desktop uses.
struct GlfwBackend {
  explicit GlfwBackend(GLFWwindow* window) { ImGui_ImplGlfw_InitForOpenGL(window, false); }
  ~GlfwBackend() { ImGui_ImplGlfw_Shutdown(); }
  GlfwBackend(const GlfwBackend&) = delete;
  GlfwBackend& operator=(const GlfwBackend&) = delete;
};

// The parts of the desktop program. Their order matters: the program's GL objects are destroyed before the context, and the backend before
// ImGui.
struct Desktop {
  GlfwWindow window{1280, 800};
  GlfwBackend backend{window.handle()};
  std::string clipboard;  // the last text for ImGui, which reads it in place
  Program program;
};

Desktop& desktop_of(GLFWwindow* window) { return *static_cast<Desktop*>(glfwGetWindowUserPointer(window)); }

// The measures of the window. If the window system measures in pixels (X11), points come from the scale of the monitor. If the window
// system measures in points (Wayland, macOS), the framebuffer is larger than the window.
struct Measures {
  Surface surface;
  double mouse_scale;  // points for each unit of a mouse position
};

Measures measure(GLFWwindow* window) {
  Measures result{};
  int width = 0, height = 0;
  float scale_x = 1, scale_y = 1;
  glfwGetFramebufferSize(window, &result.surface.width_px, &result.surface.height_px);
  glfwGetWindowSize(window, &width, &height);
  glfwGetWindowContentScale(window, &scale_x, &scale_y);
  const double pixels_per_unit = width > 0 ? static_cast<double>(result.surface.width_px) / width : 1.0;
  result.surface.scale = scale_x > 0 ? scale_x : 1.0f;
  result.mouse_scale = pixels_per_unit / static_cast<double>(result.surface.scale);
  return result;
}

void follow_input(GLFWwindow* window) {
  glfwSetWindowFocusCallback(window, ImGui_ImplGlfw_WindowFocusCallback);
  glfwSetMouseButtonCallback(window, ImGui_ImplGlfw_MouseButtonCallback);
  glfwSetScrollCallback(window, ImGui_ImplGlfw_ScrollCallback);
  glfwSetKeyCallback(window, ImGui_ImplGlfw_KeyCallback);
  glfwSetCharCallback(window, ImGui_ImplGlfw_CharCallback);
  glfwSetCursorPosCallback(window, [](GLFWwindow* w, double x, double y) {
    const double scale = measure(w).mouse_scale;
    ImGui_ImplGlfw_CursorPosCallback(w, x * scale, y * scale);
  });
  // Unless the backend believes that the mouse is inside, it asks GLFW for the unscaled position. So it never learns that the mouse has
  // left.
  ImGui_ImplGlfw_CursorEnterCallback(window, GLFW_TRUE);
  ImGui::GetIO().AddMousePosEvent(-FLT_MAX, -FLT_MAX);
  glfwSetCursorEnterCallback(window, [](GLFWwindow*, int entered) {
    if (entered == GLFW_FALSE) ImGui::GetIO().AddMousePosEvent(-FLT_MAX, -FLT_MAX);
  });
  glfwSetWindowRefreshCallback(window, [](GLFWwindow* w) { desktop_of(w).window.mark_dirty(); });
  glfwSetFramebufferSizeCallback(window, [](GLFWwindow* w, int, int) { desktop_of(w).window.mark_dirty(); });
  glfwSetWindowContentScaleCallback(window, [](GLFWwindow* w, float, float) { desktop_of(w).window.mark_dirty(); });
}

void limit_clipboard(Desktop& desktop) {
  ImGuiPlatformIO& platform = ImGui::GetPlatformIO();
  platform.Platform_ClipboardUserData = &desktop;
  platform.Platform_SetClipboardTextFn = [](ImGuiContext*, const char* text) { glfwSetClipboardString(nullptr, text); };
  platform.Platform_GetClipboardTextFn = [](ImGuiContext*) -> const char* {
    auto& self = *static_cast<Desktop*>(ImGui::GetPlatformIO().Platform_ClipboardUserData);
    const char* text = glfwGetClipboardString(nullptr);
    self.clipboard = text ? text : "";
    if (self.clipboard.size() > kMostPasted) self.clipboard.resize(kMostPasted + 1);
    return self.clipboard.c_str();
  };
}

bool draw(Desktop& desktop, double& last_s) {
  const Surface surface = measure(desktop.window.handle()).surface;
  if (surface.width_px <= 0 || surface.height_px <= 0) return false;  // iconified
  ImGui_ImplGlfw_NewFrame();                                          // sets the shape of the mouse cursor
  const double now_s = glfwGetTime();
  const auto elapsed_s = static_cast<float>(now_s - std::exchange(last_s, now_s));
  return desktop.window.draw(surface, elapsed_s, desktop.program.frame);
}

void loop(Desktop& desktop) {
  double last_s = glfwGetTime();
  bool again = true, more = false, to_keep = false;
  while (glfwWindowShouldClose(desktop.window.handle()) == 0) {
    if (again || more) {
      glfwPollEvents();
    } else if (to_keep) {
      glfwWaitEventsTimeout(kKeepAgain_ms / 1000.0);
    } else {
      glfwWaitEvents();
    }
    const Pumped work = desktop.program.pump ? desktop.program.pump() : Pumped{};
    more = work.more;
    if (!work.bare && (work.news || again || desktop.window.dirty())) again = draw(desktop, last_s);
    to_keep = desktop.program.keep && desktop.program.keep(false);
  }
  if (desktop.program.keep) desktop.program.keep(true);
}

}  // namespace

int run_program(Program program) {
  try {
    Desktop desktop;
    desktop.program = std::move(program);
    GLFWwindow* window = desktop.window.handle();
    glfwSetWindowUserPointer(window, &desktop);
    glfwSwapInterval(1);
    const float scale = measure(window).surface.scale;
    if (scale > 1 && measure(window).mouse_scale < 1)
      glfwSetWindowSize(window, static_cast<int>(1280 * scale), static_cast<int>(800 * scale));
    glfwSetWindowSizeLimits(window, 320, 320, GLFW_DONT_CARE, GLFW_DONT_CARE);
    follow_input(window);
    limit_clipboard(desktop);
    desktop.program.start();
    loop(desktop);
    return 0;
  } catch (const std::exception& error) {
    std::cerr << "glassformer: " << error.what() << '\n';
    return 1;
  }
}

void request_frame() { glfwPostEmptyEvent(); }

bool last_pointer_was_touch() { return false; }
float on_screen_keyboard_height() { return 0; }
std::string launch_address() { return {}; }
std::string launch_options() { return {}; }
bool in_frame() { return false; }
void show_address(const std::string&, const std::string&) {}

// The desktop has no address of its own. Without the setting kPageSetting, links lead to the page that tools/demo serves.
std::string share_link(std::string_view text, std::string_view query) {
  const std::string page = load_setting(kPageSetting);
  return (page.empty() ? "http://127.0.0.1:8080/" : page) + (query.empty() ? std::string() : "?" + std::string(query)) +
         "#d=" + std::string(text);
}

void copy_to_clipboard(const std::string& text) { glfwSetClipboardString(nullptr, text.c_str()); }

bool saves_png() { return false; }
void save_png(const std::string&, float, float, float, float) {}

// The desktop program starts no other program.
bool open_page(const std::string&) { return false; }

}  // namespace gf
