// The browser: web/*.lib.js listens to the page and calls the gf_ functions below; this file calls its gf_js_ functions.
#include <imgui.h>
#include <imgui_internal.h>

#include <cfloat>
#include <cstdlib>
#include <stdexcept>
#include <utility>

#include "platform/glfw_window.h"
#include "platform/keys_web.h"
#include "platform/platform.h"
#include "platform/tab_web.h"
#include "platform/touch_web.h"

extern "C" {
void gf_js_forget_glfw_listeners();
void gf_js_start();
void gf_js_fail(const char* message);
void gf_js_request_frame();
void gf_js_cursor(int shape);
void gf_js_text_input(int wanted, double x, double y, double height);
void gf_js_mirror(const char* json);
void gf_js_write_clipboard(const char* text);
char* gf_js_asset(const char* path, int* size);
char* gf_js_launch_link();
char* gf_js_share_link(const char* text);
char* gf_js_load_setting(const char* name);
void gf_js_save_setting(const char* name, const char* value);
int gf_js_system_dark();
}

namespace gf {
namespace {

struct Page {
  explicit Page(Program given) : window(1, 1, gf_js_forget_glfw_listeners), program(std::move(given)) {}
  GlfwWindow window;
  Program program;
  Surface surface;
  double last_ms = 0;
  bool requested = true;
  bool context_lost = false;
  TouchGesture touch;
  bool touching = false;      // the pointer at work is a finger
  bool touched_last = false;  // the same as the screen is told, once a gesture is over: it may be laid out anew
  double keyboard_height = 0;
  bool on_apple = false;
  int cursor = ImGuiMouseCursor_Arrow;
  std::string clipboard;
  bool answering_copy = false;  // inside the browser's copy event: the text goes there
  std::string mirrored;         // the table that assistive technology was told
  TabOrder tab_order;
  bool leave_with_tab = false;
  std::string answer;           // of the last message, until the page has read it
};

// The browser calls plain C functions, which have no argument for it. Made by run_program, never destroyed: the page ends with the tab.
Page* page = nullptr;

// Text that JavaScript put into memory for us.
std::string take(char* text) {
  std::string result = text != nullptr ? text : "";
  std::free(text);
  return result;
}

ImVec2 point(double x, double y) { return {static_cast<float>(x), static_cast<float>(y)}; }

void wake() { gf_js_request_frame(); }

bool can_draw() { return !page->context_lost && page->surface.width_px > 0 && page->surface.height_px > 0; }

void think() {
  if (can_draw()) page->window.think(page->surface, page->program.frame);
  wake();
}

void drain() {
  if (can_draw()) page->window.drain(page->surface, page->program.frame);
  wake();
}

void set_modifiers(int modifiers) {
  ImGuiIO& io = ImGui::GetIO();
  io.AddKeyEvent(ImGuiMod_Ctrl, (modifiers & 1) != 0);
  io.AddKeyEvent(ImGuiMod_Shift, (modifiers & 2) != 0);
  io.AddKeyEvent(ImGuiMod_Alt, (modifiers & 4) != 0);
  io.AddKeyEvent(ImGuiMod_Super, (modifiers & 8) != 0);
}

// The same, until what that brought about is there: a text field has the keyboard two frames after it was asked for.
void settle() {
  drain();
  think();
  think();
}

// Ctrl (on Apple's keyboards Cmd) and a key, as if typed; then lets ImGui act on it.
void type_chord(ImGuiKey key) {
  ImGuiIO& io = ImGui::GetIO();
  drain();
  io.AddKeyEvent(page->on_apple ? ImGuiMod_Super : ImGuiMod_Ctrl, true);
  io.AddKeyEvent(key, true);
  io.AddKeyEvent(key, false);
  io.AddKeyEvent(page->on_apple ? ImGuiMod_Super : ImGuiMod_Ctrl, false);
  drain();
}

void set_up_imgui() {
  ImGuiIO& io = ImGui::GetIO();
  io.BackendPlatformName = "glassformer_web";
  io.BackendFlags |= ImGuiBackendFlags_HasMouseCursors;
  ImGuiPlatformIO& platform = ImGui::GetPlatformIO();
  platform.Platform_SetClipboardTextFn = [](ImGuiContext*, const char* text) {
    page->clipboard = text;
    if (!page->answering_copy) gf_js_write_clipboard(text);
  };
  platform.Platform_GetClipboardTextFn = [](ImGuiContext*) -> const char* { return page->clipboard.c_str(); };
  platform.Platform_SetImeDataFn = [](ImGuiContext*, ImGuiViewport*, ImGuiPlatformImeData* data) {
    const bool wanted = data->WantVisible || data->WantTextInput;
    gf_js_text_input(wanted ? 1 : 0, static_cast<double>(data->InputPos.x), static_cast<double>(data->InputPos.y),
                     static_cast<double>(data->InputLineHeight));
  };
}

void tell_page() {
  const int cursor = ImGui::GetIO().MouseDrawCursor ? ImGuiMouseCursor_None : ImGui::GetMouseCursor();
  if (cursor != page->cursor) gf_js_cursor(cursor);
  page->cursor = cursor;
  if (!page->program.accessible_view) return;
  std::string view = page->program.accessible_view();
  if (view == page->mirrored) return;
  page->mirrored = std::move(view);
  gf_js_mirror(page->mirrored.c_str());
}

}  // namespace

int run_program(Program program) {
  try {
    page = new Page(std::move(program));
    set_up_imgui();
    gf_js_start();
    page->program.start();
    wake();
    return 0;
  } catch (const std::exception& error) {
    gf_js_fail(error.what());
    return 1;
  }
}

void request_frame() { gf_js_request_frame(); }

std::optional<std::string> read_asset(std::string_view path) {
  int size = 0;
  char* bytes = gf_js_asset(std::string(path).c_str(), &size);
  if (bytes == nullptr) return std::nullopt;
  std::string content(bytes, static_cast<std::size_t>(size));
  std::free(bytes);
  return content;
}

SystemTheme system_theme() { return gf_js_system_dark() != 0 ? SystemTheme::dark : SystemTheme::light; }
bool last_pointer_was_touch() { return page != nullptr && page->touched_last; }
float on_screen_keyboard_height() { return page != nullptr ? static_cast<float>(page->keyboard_height) : 0; }
std::string launch_link() { return take(gf_js_launch_link()); }
std::string share_link(std::string_view text) { return take(gf_js_share_link(std::string(text).c_str())); }
void copy_to_clipboard(const std::string& text) { gf_js_write_clipboard(text.c_str()); }
std::string load_setting(std::string_view name) { return take(gf_js_load_setting(std::string(name).c_str())); }
void save_setting(std::string_view name, std::string_view value) {
  gf_js_save_setting(std::string(name).c_str(), std::string(value).c_str());
}

}  // namespace gf

using gf::page;

extern "C" {

/// One turn of the browser's animation frame. Returns whether another one is due.
int gf_tick(double now_ms, int requested) {
  if (!gf::can_draw()) return 0;
  if (requested != 0) page->window.mark_dirty();
  const bool more = page->program.pump && page->program.pump();
  const bool moving = page->touch.tick(now_ms / 1000);
  if (!page->touch.held() && ImGui::GetCurrentContext()->InputEventsQueue.Size == 0 && page->touched_last != page->touching) {
    page->touched_last = page->touching;
    page->window.mark_dirty();
  }
  if (!more && !moving && !page->window.dirty()) return 0;
  const auto elapsed_s = static_cast<float>((now_ms - std::exchange(page->last_ms, now_ms)) / 1000);
  const bool again = page->window.draw(page->surface, elapsed_s, page->program.frame);
  gf::tell_page();
  return again || more || moving ? 1 : 0;
}

unsigned gf_frame_count() { return page != nullptr ? page->window.frame_count() : 0; }

/// The canvas has this many device pixels, `scale` of them to a CSS pixel.
void gf_resize(int width_px, int height_px, double scale) {
  page->surface = {width_px, height_px, static_cast<float>(scale)};
  page->window.mark_dirty();
}

/// Of the machine, before the first event: Apple's keyboard, a finger as the main pointer.
void gf_machine(int on_apple, int by_finger) {
  page->on_apple = on_apple != 0;
  page->touching = page->touched_last = by_finger != 0;
  ImGui::GetIO().ConfigMacOSXBehaviors = page->on_apple;
}

void gf_keyboard_height(double height) { page->keyboard_height = height; }

/// Source: 0 mouse, 2 pen. Buttons as in ImGui; -1 with no button is a movement. `down` -1 leaves the canvas.
void gf_pointer(int source, double x, double y, int button, int down, int modifiers) {
  ImGuiIO& io = ImGui::GetIO();
  page->touching = false;
  io.AddMouseSourceEvent(source == 2 ? ImGuiMouseSource_Pen : ImGuiMouseSource_Mouse);
  if (down < 0) {
    io.AddMousePosEvent(-FLT_MAX, -FLT_MAX);
    return;
  }
  const ImVec2 at = gf::point(x, y);
  io.AddMousePosEvent(at.x, at.y);
  if (button < 0) return;
  // What is under the pointer has to know before it is pressed.
  if (down != 0) gf::drain();
  page->tab_order.begin_here();
  gf::set_modifiers(modifiers);
  io.AddMouseButtonEvent(button, down != 0);
}

/// Phase: 0 down, 1 move, 2 up, 3 cancel.
void gf_touch(int phase, double x, double y, double now_ms) {
  page->touching = true;
  ImGui::GetIO().AddMouseSourceEvent(ImGuiMouseSource_TouchScreen);
  const ImVec2 at = gf::point(x, y);
  if (phase == 0) page->tab_order.begin_here();
  if (phase == 0) page->touch.down(at, now_ms / 1000);
  if (phase == 1) page->touch.move(at, now_ms / 1000);
  if (phase == 2) page->touch.up(at, now_ms / 1000);
  if (phase == 3) page->touch.cancel();
  if (phase == 0) gf::drain();
  page->window.mark_dirty();
}

int gf_touch_claims(double x, double y) { return page->touch.claims(gf::point(x, y)) ? 1 : 0; }

/// In steps of ImGui's wheel, positive to the left and up. Returns whether the canvas used it.
int gf_wheel(double x, double y, double wheel_x, double wheel_y) {
  const ImVec2 at = gf::point(x, y);
  if (!gf::can_scroll(at, gf::point(-wheel_x, -wheel_y))) return 0;
  ImGuiIO& io = ImGui::GetIO();
  io.AddMousePosEvent(at.x, at.y);
  io.AddMouseWheelEvent(static_cast<float>(wheel_x), static_cast<float>(wheel_y));
  return 1;
}

void gf_key(const char* code, const char* key, int down, int modifiers) {
  gf::set_modifiers(modifiers);
  const ImGuiKey known = gf::key_of_event(code, key);
  if (known == ImGuiKey_None) return;
  ImGui::GetIO().AddKeyEvent(known, down != 0);
  if (down != 0) page->leave_with_tab = known == ImGuiKey_Escape && !ImGui::GetIO().WantTextInput;
}

void gf_text(const char* text) { ImGui::GetIO().AddInputCharactersUTF8(text); }

void gf_backspace(int times) {
  for (; times > 0; --times) {
    ImGui::GetIO().AddKeyEvent(ImGuiKey_Backspace, true);
    ImGui::GetIO().AddKeyEvent(ImGuiKey_Backspace, false);
  }
}

/// Moves on with Tab. Returns 0 where there is nothing left to go to (or Escape came before), so that the browser moves the focus on.
int gf_tab(int backwards) {
  // ImGui moves the focus at the end of one frame and shows it in the next.
  const auto think = [] { gf::drain(); gf::think(); };
  if (std::exchange(page->leave_with_tab, false)) return 0;
  return page->tab_order.move(backwards != 0, think) ? 1 : 0;
}

void gf_focus(int focused) {
  ImGui::GetIO().AddFocusEvent(focused != 0);
  page->tab_order.begin_outside();
  page->leave_with_tab = false;
}

/// Lets ImGui act at once on what was queued: for events that the browser answers only while they last, and keys that change where the
/// next ones go.
void gf_settle() { gf::settle(); }

/// The browser copies (or cuts): what ImGui puts on the clipboard for it, null where that is nothing.
const char* gf_copy(int cut) {
  page->clipboard.clear();
  page->answering_copy = true;
  gf::type_chord(cut != 0 ? ImGuiKey_X : ImGuiKey_C);
  page->answering_copy = false;
  return page->clipboard.empty() ? nullptr : page->clipboard.c_str();
}

void gf_paste(const char* text) {
  page->clipboard = text;
  if (page->clipboard.size() > gf::kMostPasted) page->clipboard.resize(gf::kMostPasted + 1);
  gf::type_chord(ImGuiKey_V);
}

/// The GL context was lost (1), or is there again (0).
void gf_context(int lost) {
  page->context_lost = lost != 0;
  if (lost != 0) {
    if (page->program.context_lost) page->program.context_lost();
    return;
  }
  page->window.rebuild();
  gf::wake();
}

/// See answer_message in session/session.h. The answer stays valid until the next message.
const char* gf_message(const char* text) {
  // A page that is hidden gets no frames; whoever asks it keeps the work going.
  if (page->program.pump) page->program.pump();
  page->answer = page->program.message ? page->program.message(text) : std::string("{}");
  gf::wake();
  return page->answer.c_str();
}

}  // extern "C"
