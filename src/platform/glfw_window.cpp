#include "platform/glfw_window.h"

#include <GLFW/glfw3.h>
#include <imgui.h>
#include <imgui_impl_opengl3.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cfloat>
#include <stdexcept>

namespace gf {
namespace {

constexpr float kMoment_s = 0.0001f;  // ImGui asks for time to pass between two frames

// A part of a pixel that guards against rounding: ImGui multiplies the size by the scale again and cuts off the fraction.
constexpr float kRounding = 0.01f;

void set_surface(const Surface& surface) {
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = {(static_cast<float>(surface.width_px) + kRounding) / surface.scale,
                    (static_cast<float>(surface.height_px) + kRounding) / surface.scale};
  io.DisplayFramebufferScale = {surface.scale, surface.scale};
}

bool is_modifier(ImGuiKey key) { return key >= ImGuiKey_LeftCtrl && key <= ImGuiKey_RightSuper; }

// Whether time alone changes the picture: a held button or key may repeat or scroll, and a tooltip waits for the mouse to rest.
bool time_matters() {
  const ImGuiContext& context = *ImGui::GetCurrentContext();
  if (std::any_of(std::begin(context.IO.MouseDown), std::end(context.IO.MouseDown), [](bool down) { return down; })) return true;
  for (int key = ImGuiKey_NamedKey_BEGIN; key < ImGuiKey_GamepadStart; ++key) {
    if (!is_modifier(static_cast<ImGuiKey>(key)) && ImGui::IsKeyDown(static_cast<ImGuiKey>(key))) return true;
  }
  const ImGuiStyle& style = context.Style;
  return context.HoverItemDelayId != 0 &&
         (context.HoverItemDelayTimer < style.HoverDelayNormal || context.MouseStationaryTimer < style.HoverStationaryDelay);
}

// Whether a window has the size and scroll position that its content needs. ImGui lays a window out by its content in the frame before, and
// scrolls it in the frame after.
bool settled(const ImGuiWindow& window) {
  const ImVec2 content(ImTrunc(window.DC.CursorMaxPos.x - window.DC.CursorStartPos.x),
                       ImTrunc(window.DC.CursorMaxPos.y - window.DC.CursorStartPos.y));
  const bool fits = window.ContentSizeExplicit.x != 0 || window.ContentSizeExplicit.y != 0 ||
                    (content.x == window.ContentSize.x && content.y == window.ContentSize.y);
  return fits && window.ScrollTarget.x == FLT_MAX && window.ScrollTarget.y == FLT_MAX;
}

bool layouts_settled() {
  const ImVector<ImGuiWindow*>& windows = ImGui::GetCurrentContext()->Windows;
  return std::all_of(windows.begin(), windows.end(),
                     [](const ImGuiWindow* window) { return !window->Active || window->SkipItems || settled(*window); });
}

// Begins a frame and fills it, and again until windows that fit their content have their sizes: otherwise a window would be drawn too small
// in the frame in which it appears. Returns whether something moves or is not settled.
bool lay_out(const std::function<bool()>& content) {
  constexpr int kMostFrames = 4;
  ImGui::NewFrame();
  bool moving = content();
  for (int i = 1; i < kMostFrames && !layouts_settled(); ++i) {
    ImGui::EndFrame();
    ImGui::GetIO().DeltaTime = kMoment_s;
    ImGui::NewFrame();
    moving = content() || moving;
  }
  return moving || !layouts_settled();
}

void make_imgui() {
  IMGUI_CHECKVERSION();
  ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.LogFilename = nullptr;
  io.ConfigInputTextCursorBlink = false;  // a blinking cursor alone would keep a processor busy
  io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
  if (!ImGui_ImplOpenGL3_Init()) throw std::runtime_error("Dear ImGui could not set up OpenGL");
}

}  // namespace

GlfwWindow::GlfwWindow(int width, int height, const std::function<void()>& before_window) {
  if (glfwInit() == 0) throw std::runtime_error("no display to open a window on");
  if (before_window) before_window();
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  glfwWindowHint(GLFW_ALPHA_BITS, 0);
  glfwWindowHint(GLFW_DEPTH_BITS, 0);
  glfwWindowHint(GLFW_STENCIL_BITS, 0);
  window_ = glfwCreateWindow(width, height, "Glassformer", nullptr, nullptr);
  if (!window_) {
    glfwTerminate();
    throw std::runtime_error("OpenGL 3.3 (in a browser: WebGL 2) is needed and not available");
  }
  glfwMakeContextCurrent(window_);
  make_imgui();
}

GlfwWindow::~GlfwWindow() {
  ImGui_ImplOpenGL3_Shutdown();
  ImGui::DestroyContext();
  glfwDestroyWindow(window_);
  glfwTerminate();
}

bool GlfwWindow::dirty() const { return settling_ > 0 || ImGui::GetCurrentContext()->InputEventsQueue.Size > 0; }

bool GlfwWindow::draw(const Surface& surface, float elapsed_s, const std::function<bool()>& content) {
  if (ImGui::GetCurrentContext()->InputEventsQueue.Size > 0) mark_dirty();
  settling_ = std::max(0, settling_ - 1);
  set_surface(surface);
  // A frame lasts no longer than the delay before a held key repeats. The time beyond, in which no frame was drawn, still counts for the
  // mouse, so that two separate presses do not become a double press.
  constexpr float kLongest_s = 0.25f;
  ImGuiIO& io = ImGui::GetIO();
  io.DeltaTime = std::clamp(frame_count_ == 0 ? 0 : elapsed_s, kMoment_s, kLongest_s);
  for (double& pressed_s : io.MouseClickedTime) pressed_s -= static_cast<double>(std::max(0.0f, elapsed_s - kLongest_s));
  ImGui_ImplOpenGL3_NewFrame();
  const bool moving = lay_out(content);
  ImGui::Render();
  const ImVec4 background = ImGui::GetStyleColorVec4(ImGuiCol_WindowBg);
  glDisable(GL_SCISSOR_TEST);
  glClearColor(background.x, background.y, background.z, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  glfwSwapBuffers(window_);
  ++frame_count_;
  return moving || dirty() || time_matters();
}

void GlfwWindow::think(const Surface& surface, const std::function<bool()>& content) {
  set_surface(surface);
  ImGui::GetIO().DeltaTime = 0.001f;
  ImGui::NewFrame();
  content();
  ImGui::EndFrame();
  mark_dirty();
}

void GlfwWindow::drain(const Surface& surface, const std::function<bool()>& content) {
  constexpr int kMostFrames = 200;  // an event waits for a few frames at most, so this ends a queue that never empties
  for (int i = 0; i < kMostFrames && ImGui::GetCurrentContext()->InputEventsQueue.Size > 0; ++i) think(surface, content);
}

void GlfwWindow::rebuild() {
  ImGui_ImplOpenGL3_Shutdown();
  if (!ImGui_ImplOpenGL3_Init()) throw std::runtime_error("Dear ImGui could not set up OpenGL again");
  mark_dirty();
}

}  // namespace gf
