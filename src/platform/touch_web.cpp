#include "platform/touch_web.h"

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace gf {
namespace {

constexpr float kSlop = 8;              // points that a resting finger may wander
constexpr double kRest_s = 0.35;        // a finger that rests this long takes hold
constexpr float kFlingFriction = 3.5f;  // the speed falls by the factor exp(-3.5) each second
constexpr float kSlowest = 20;          // points a second at which a flung window stops

// Returns the window that a wheel at this point would scroll along an axis (0 sideways, 1 up and down), as ImGui itself chooses it; null if
// none.
ImGuiWindow* scrollable_window(ImVec2 point, int axis) {
  ImGuiWindow* window = nullptr;
  ImGui::FindHoveredWindowEx(point, false, &window, nullptr);
  for (; window != nullptr; window = window->ParentWindow) {
    const bool fixed = (window->Flags & ImGuiWindowFlags_NoScrollWithMouse) != 0 && (window->Flags & ImGuiWindowFlags_NoMouseInputs) == 0;
    // Sideways, only windows with a scrollbar scroll: other windows may have content that is a little too wide.
    const bool movable = axis == 1 || (window->Flags & ImGuiWindowFlags_HorizontalScrollbar) != 0;
    if (window->ScrollMax[axis] > 0 && movable && !fixed) return window;
    if ((window->Flags & ImGuiWindowFlags_ChildWindow) == 0) return nullptr;
  }
  return nullptr;
}

bool has_room(const ImGuiWindow& window, int axis, float movement) {
  return movement > 0 ? window.Scroll[axis] < window.ScrollMax[axis] : window.Scroll[axis] > 0;
}

// Whether a finger takes hold of something at this point at once, whichever way it moves. A window keeps the number of such places in its
// storage under "holds". The next ids hold the x, y and reach of each place, from the corner of the window.
bool takes_hold(ImVec2 point) {
  ImGuiWindow* window = nullptr;
  ImGui::FindHoveredWindowEx(point, false, &window, nullptr);
  if (!window) return false;
  const ImGuiStorage& storage = window->StateStorage;
  const ImGuiID first = ImHashStr("holds");
  for (int i = 0, count = storage.GetInt(first, 0); i < count; ++i) {
    const ImGuiID key = first + 1 + 3 * static_cast<ImGuiID>(i);
    const float x = point.x - window->Pos.x - storage.GetFloat(key), y = point.y - window->Pos.y - storage.GetFloat(key + 1);
    if (std::hypot(x, y) < storage.GetFloat(key + 2)) return true;
  }
  return false;
}

int main_axis(ImVec2 movement) { return std::fabs(movement.x) > std::fabs(movement.y) ? 0 : 1; }

}  // namespace

bool can_scroll(ImVec2 point, ImVec2 movement) {
  // A widget under the mouse uses the wheel itself.
  if (ImGui::GetKeyOwner(ImGuiKey_MouseWheelY) != ImGuiKeyOwner_NoOwner) return true;
  const int axis = main_axis(movement);
  const ImGuiWindow* window = scrollable_window(point, axis);
  return window && has_room(*window, axis, movement[static_cast<std::size_t>(axis)]);
}

bool can_zoom(ImVec2 point) {
  ImGuiWindow* window = nullptr;
  ImGui::FindHoveredWindowEx(point, false, &window, nullptr);
  return window && std::strstr(window->Name, "zoom") != nullptr;
}

TouchGesture::Phase TouchGesture::meaning(ImVec2 movement) const {
  if (takes_hold(start_)) return Phase::dragging;
  const int axis = main_axis(movement);
  const ImGuiWindow* window = scrollable_window(start_, axis);
  // A finger that goes up moves the content up, so that the scroll offset grows. Sideways, a scrollable window keeps the finger even at its
  // end, so that a longer movement does not drag a number. Up and down, the page takes over at the end.
  if (window && (axis == 0 || has_room(*window, axis, -movement.y))) return Phase::scrolling;
  return axis == 0 ? Phase::dragging : Phase::page;
}

void TouchGesture::press(ImVec2 point) {
  ImGuiIO& io = ImGui::GetIO();
  io.AddMousePosEvent(point.x, point.y);
  io.AddMouseButtonEvent(ImGuiMouseButton_Left, true);
}

void TouchGesture::scroll(ImVec2 by) {
  ImGuiWindow* window = ImGui::FindWindowByID(flung_);
  if (!window) return;
  if (by.x != 0) ImGui::SetScrollX(window, std::clamp(window->Scroll.x + by.x, 0.0f, window->ScrollMax.x));
  if (by.y != 0) ImGui::SetScrollY(window, std::clamp(window->Scroll.y + by.y, 0.0f, window->ScrollMax.y));
}

void TouchGesture::down(ImVec2 point, double now_s) {
  phase_ = Phase::pending;
  start_ = last_ = point;
  start_s_ = last_s_ = now_s;
  velocity_ = {};
  ImGui::GetIO().AddMousePosEvent(point.x, point.y);
}

void TouchGesture::move(ImVec2 point, double now_s) {
  const ImVec2 movement{point.x - start_.x, point.y - start_.y};
  if (phase_ == Phase::pending && std::max(std::fabs(movement.x), std::fabs(movement.y)) > kSlop) {
    phase_ = meaning(movement);
    if (phase_ == Phase::dragging) press(start_);
    if (phase_ == Phase::scrolling) {
      flung_ = scrollable_window(start_, main_axis(movement))->ID;
      // The pointer leaves the window, so that a scrolling finger highlights no widget.
      ImGui::GetIO().AddMousePosEvent(-FLT_MAX, -FLT_MAX);
    }
  }
  if (phase_ == Phase::dragging) ImGui::GetIO().AddMousePosEvent(point.x, point.y);
  if (phase_ == Phase::scrolling) {
    const ImVec2 by{last_.x - point.x, last_.y - point.y};
    scroll(by);
    const auto elapsed_s = static_cast<float>(std::max(now_s - last_s_, 0.001));
    const float share = std::min(1.0f, elapsed_s / 0.05f);  // smoothed over about 50 ms
    velocity_ = {velocity_.x + (by.x / elapsed_s - velocity_.x) * share, velocity_.y + (by.y / elapsed_s - velocity_.y) * share};
  }
  last_ = point;
  last_s_ = now_s;
}

void TouchGesture::up(ImVec2 point, double now_s) {
  move(point, now_s);
  if (phase_ == Phase::pending) press(start_);
  if (phase_ == Phase::pending || phase_ == Phase::dragging) ImGui::GetIO().AddMouseButtonEvent(ImGuiMouseButton_Left, false);
  if (phase_ != Phase::scrolling) velocity_ = {};
  phase_ = Phase::none;
}

void TouchGesture::cancel() {
  if (phase_ == Phase::dragging) ImGui::GetIO().AddMouseButtonEvent(ImGuiMouseButton_Left, false);
  ImGui::GetIO().AddMousePosEvent(-FLT_MAX, -FLT_MAX);
  phase_ = Phase::none;
  velocity_ = {};
}

bool TouchGesture::claims(ImVec2 point) const {
  const ImVec2 movement{point.x - start_.x, point.y - start_.y};
  const Phase phase = phase_ == Phase::pending && (movement.x != 0 || movement.y != 0) ? meaning(movement) : phase_;
  return phase == Phase::dragging || phase == Phase::scrolling;
}

bool TouchGesture::tick(double now_s) {
  if (phase_ == Phase::pending) {
    if (now_s - start_s_ < kRest_s) return true;
    phase_ = Phase::dragging;
    press(last_);
    return true;
  }
  if (phase_ != Phase::none || std::hypot(velocity_.x, velocity_.y) < kSlowest) return false;
  const auto elapsed_s = static_cast<float>(std::clamp(now_s - last_s_, 0.0, 0.1));
  last_s_ = now_s;
  scroll({velocity_.x * elapsed_s, velocity_.y * elapsed_s});
  const float kept = std::exp(-kFlingFriction * elapsed_s);
  velocity_ = {velocity_.x * kept, velocity_.y * kept};
  return true;
}

}  // namespace gf
