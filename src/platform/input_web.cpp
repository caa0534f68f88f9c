// Passes input from web/pointer.lib.js and web/keyboard.lib.js to ImGui.
#include <imgui.h>
#include <imgui_internal.h>

#include <cfloat>
#include <utility>

#include "platform/keys_web.h"
#include "platform/page_web.h"

namespace gf {
namespace {

ImVec2 point(double x, double y) { return {static_cast<float>(x), static_cast<float>(y)}; }

void set_modifiers(int modifiers) {
  ImGuiIO& io = ImGui::GetIO();
  io.AddKeyEvent(ImGuiMod_Ctrl, (modifiers & 1) != 0);
  io.AddKeyEvent(ImGuiMod_Shift, (modifiers & 2) != 0);
  io.AddKeyEvent(ImGuiMod_Alt, (modifiers & 4) != 0);
  io.AddKeyEvent(ImGuiMod_Super, (modifiers & 8) != 0);
}

// Lets ImGui act on queued input and on its effects: a text field has the keyboard two frames after it was asked for.
void settle() {
  drain();
  think();
  think();
}

// Types Ctrl (on Apple's keyboards Cmd) and a key, and lets ImGui act on them.
void type_chord(ImGuiKey key) {
  ImGuiIO& io = ImGui::GetIO();
  drain();
  io.AddKeyEvent(this_page().on_apple ? ImGuiMod_Super : ImGuiMod_Ctrl, true);
  io.AddKeyEvent(key, true);
  io.AddKeyEvent(key, false);
  io.AddKeyEvent(this_page().on_apple ? ImGuiMod_Super : ImGuiMod_Ctrl, false);
  drain();
}

}  // namespace
}  // namespace gf

using namespace gf;

extern "C" {

// Receives an event of the mouse (`source` 0) or a pen (2). Buttons are those of ImGui; -1 means a movement. `down` -1 means that the
// pointer left the canvas.
void gf_pointer(int source, double x, double y, int button, int down, int modifiers) {
  ImGuiIO& io = ImGui::GetIO();
  this_page().touching = false;
  io.AddMouseSourceEvent(source == 2 ? ImGuiMouseSource_Pen : ImGuiMouseSource_Mouse);
  if (down < 0) {
    io.AddMousePosEvent(-FLT_MAX, -FLT_MAX);
    return;
  }
  const ImVec2 at = point(x, y);
  io.AddMousePosEvent(at.x, at.y);
  if (button < 0) return;
  // The control under the pointer has to know before it is pressed.
  if (down != 0) drain();
  this_page().outside = false;
  set_modifiers(modifiers);
  io.AddMouseButtonEvent(button, down != 0);
}

// Receives an event of a finger. `phase` is 0 down, 1 move, 2 up, 3 cancel.
void gf_touch(int phase, double x, double y, double now_ms) {
  this_page().touching = true;
  ImGui::GetIO().AddMouseSourceEvent(ImGuiMouseSource_TouchScreen);
  const ImVec2 at = point(x, y);
  if (phase == 0) this_page().outside = false;
  if (phase == 0) this_page().touch.down(at, now_ms / 1000);
  if (phase == 1) this_page().touch.move(at, now_ms / 1000);
  if (phase == 2) this_page().touch.up(at, now_ms / 1000);
  if (phase == 3) this_page().touch.cancel();
  if (phase == 0) drain();
  this_page().window.mark_dirty();
}

int gf_touch_claims(double x, double y) { return this_page().touch.claims(point(x, y)) ? 1 : 0; }

// Receives a turn of the wheel in steps of ImGui's wheel, positive to the left and up. `zooms`: Ctrl is down. Returns whether the canvas
// uses the turn.
int gf_wheel(double x, double y, double wheel_x, double wheel_y, int zooms) {
  const ImVec2 at = point(x, y);
  if (zooms != 0 ? !can_zoom(at) : !can_scroll(at, point(-wheel_x, -wheel_y))) return 0;
  ImGuiIO& io = ImGui::GetIO();
  io.AddMousePosEvent(at.x, at.y);
  if (zooms != 0) {
    drain();
    io.AddKeyEvent(ImGuiMod_Ctrl, true);
  }
  io.AddMouseWheelEvent(static_cast<float>(wheel_x), static_cast<float>(wheel_y));
  if (zooms != 0) {
    drain();
    io.AddKeyEvent(ImGuiMod_Ctrl, false);
  }
  return 1;
}

void gf_key(const char* code, const char* key, int down, int modifiers) {
  set_modifiers(modifiers);
  const ImGuiKey known = key_of_event(code, key);
  if (known == ImGuiKey_None) return;
  ImGui::GetIO().AddKeyEvent(known, down != 0);
}

void gf_text(const char* text) { ImGui::GetIO().AddInputCharactersUTF8(text); }

void gf_backspace(int times) {
  for (; times > 0; --times) {
    ImGui::GetIO().AddKeyEvent(ImGuiKey_Backspace, true);
    ImGui::GetIO().AddKeyEvent(ImGuiKey_Backspace, false);
  }
}

// Moves the keyboard with Tab. Returns 0 if no part is left or Escape came before, so that the browser moves the focus on.
int gf_tab(int backwards) {
  Page& page = this_page();
  drain();
  think();
  const bool moved = page.program.tab && page.program.tab(backwards != 0, page.outside);
  page.outside = !moved;
  settle();
  return moved ? 1 : 0;
}

void gf_focus(int focused) {
  ImGui::GetIO().AddFocusEvent(focused != 0);
  this_page().outside = true;
}

// Lets ImGui act on queued input at once. The page calls this for events that the browser answers only while they last, and for keys that
// change the target of the next keys.
void gf_settle() { settle(); }

// Returns the text that ImGui puts on the clipboard when the browser copies or cuts; null if that is none.
const char* gf_copy(int cut) {
  this_page().clipboard.clear();
  this_page().answering_copy = true;
  type_chord(cut != 0 ? ImGuiKey_X : ImGuiKey_C);
  this_page().answering_copy = false;
  return this_page().clipboard.empty() ? nullptr : this_page().clipboard.c_str();
}

void gf_paste(const char* text) {
  this_page().clipboard = text;
  if (this_page().clipboard.size() > kMostPasted) this_page().clipboard.resize(kMostPasted + 1);
  type_chord(ImGuiKey_V);
}

}  // extern "C"
