#include "platform/tab_web.h"

#include <imgui_internal.h>

#include <algorithm>
#include <vector>

namespace gf {
namespace {

// The windows that hold controls, in the order in which they were begun.
std::vector<ImGuiWindow*> windows_in_order() {
  std::vector<ImGuiWindow*> windows;
  const ImGuiContext& context = *ImGui::GetCurrentContext();
  for (ImGuiWindow* window : context.Windows) {
    const bool child = (window->Flags & ImGuiWindowFlags_ChildWindow) != 0;
    const bool flattened = child && (window->ChildFlags & ImGuiChildFlags_NavFlattened) != 0;
    const bool closed =
        !window->Active || window->Hidden || (window->Flags & (ImGuiWindowFlags_NoNavInputs | ImGuiWindowFlags_Tooltip)) != 0;
    if (closed || flattened || (window->DC.NavLayersActiveMask & 1) == 0) continue;
    windows.push_back(window);
  }
  std::sort(windows.begin(), windows.end(),
            [](const ImGuiWindow* a, const ImGuiWindow* b) { return a->BeginOrderWithinContext < b->BeginOrderWithinContext; });
  return windows;
}

// To ImGui a window in a window is a control of the outer one; here its turn comes by itself.
bool is_child_window(ImGuiID id) {
  const ImGuiContext& context = *ImGui::GetCurrentContext();
  return std::any_of(context.Windows.begin(), context.Windows.end(),
                     [&](const ImGuiWindow* each) { return each->Active && each->ChildId == id; });
}

// The neighbour of a window in that order; the first or last one where it is not among them, null at the end.
ImGuiWindow* next_window(const ImGuiWindow* present, bool backwards) {
  std::vector<ImGuiWindow*> windows = windows_in_order();
  if (windows.empty()) return nullptr;
  if (backwards) std::reverse(windows.begin(), windows.end());
  const auto found = std::find(windows.begin(), windows.end(), present);
  if (found == windows.end()) return windows.front();
  return found + 1 == windows.end() ? nullptr : *(found + 1);
}

// Gives a window the focus as if nothing in it had ever had it.
void enter(ImGuiWindow* window) {
  ImGui::ClearActiveID();
  ImGui::SetNavCursorVisible(false);
  ImGui::FocusWindow(nullptr);
  window->NavLastIds[ImGuiNavLayer_Main] = 0;
  ImGui::FocusWindow(window);
}

}  // namespace

void TabOrder::begin_outside() {
  visited_.clear();
  outside_ = true;
}

void TabOrder::begin_here() {
  visited_.clear();
  outside_ = false;
}

bool TabOrder::press(bool backwards, const std::function<void()>& think) {
  ImGuiIO& io = ImGui::GetIO();
  for (;;) {
    io.AddKeyEvent(ImGuiMod_Shift, backwards);
    io.AddKeyEvent(ImGuiKey_Tab, true);
    io.AddKeyEvent(ImGuiKey_Tab, false);
    think();
    const ImGuiID reached = ImGui::GetCurrentContext()->NavId;
    if (reached == 0 || !visited_.insert(reached).second) return false;
    if (!is_child_window(reached)) return true;
  }
}

bool TabOrder::move(bool backwards, const std::function<void()>& think) {
  const ImGuiContext& context = *ImGui::GetCurrentContext();
  think();
  if (context.OpenPopupStack.Size > 0) {
    visited_.clear();  // a menu is left with Escape
    return press(backwards, think) || context.OpenPopupStack.Size > 0;
  }
  if (visited_.empty() && context.NavCursorVisible) visited_.insert(context.NavId);
  if (!outside_ && context.NavWindow && press(backwards, think)) return true;
  ImGuiWindow* window = outside_ ? next_window(nullptr, backwards) : next_window(context.NavWindow, backwards);
  outside_ = false;
  for (; window != nullptr; window = next_window(window, backwards)) {
    visited_.clear();
    enter(window);
    if (press(backwards, think)) return true;
  }
  ImGui::ClearActiveID();
  ImGui::SetNavCursorVisible(false);
  begin_outside();
  think();
  return false;
}

}  // namespace gf
