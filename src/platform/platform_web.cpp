// Connects the program to the browser. web/*.lib.js listens to the page, and calls the gf_ functions here and in input_web.cpp. This file
// calls the gf_js_ functions of web/*.lib.js.
#include <imgui.h>
#include <imgui_internal.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <new>
#include <stdexcept>
#include <utility>

#include "platform/asset_lengths.h"
#include "platform/page_web.h"

extern "C" {
void gf_js_forget_glfw_listeners();
void gf_js_start();
void gf_js_fail(const char* reason, const char* detail);
void gf_js_schedule();
void gf_js_cursor(int shape);
void gf_js_text_input(int wanted, double x, double y, double height);
void gf_js_drawn();
void gf_js_write_clipboard(const char* text);
void gf_js_save_file(const char* name, const char* bytes, int size);
void gf_js_save_png(const char* name, double x, double y, double width, double height);
int gf_js_open_page(const char* address);
char* gf_js_asset(const char* path, int* size);
void gf_js_load_asset(const char* path, int length, int request);
char* gf_js_language();
void gf_js_set_language(const char* language);
char* gf_js_launch_address();
void gf_js_show_address(const char* text, const char* place);
char* gf_js_launch_options();
int gf_js_in_frame();
char* gf_js_share_link(const char* text, const char* query);
char* gf_js_load_setting(const char* name);
void gf_js_save_setting(const char* name, const char* value);
int gf_js_system_dark();
int gf_js_prefers_stillness();
int gf_js_prefers_contrast();
int gf_js_has_pages();
int gf_js_can_read_aloud();
void gf_js_read_aloud(int on);
char* gf_js_load_kept(const char* name);
int gf_js_keep(const char* name, const char* text);
int gf_js_set_kept_aside(const char* name);
void gf_js_load_kept_large(const char* name, int request);
void gf_js_keep_large(const char* name, const char* bytes, int size, int request);
void gf_js_keep_again(int ms);
int gf_js_modules_came();
int gf_modules_came(int now);
void gf_keep_module(int module, const char* address);
const char* gf_module_address(int module);
}

namespace gf {
namespace {

// The page is global, since the browser calls plain C functions without an argument for it. run_program makes the page, and it lasts as
// long as the tab.
Page* page = nullptr;

std::atomic<int> modules_came = 0;

// The addresses at which threads find later modules without a network. They are never freed: a thread may ask at any time.
constexpr int kMostModules = 16;
std::array<std::atomic<const char*>, kMostModules> module_addresses = {};

// Returns a text that JavaScript has put into memory, and frees that memory.
std::string take(char* text) {
  std::string result = text ? text : "";
  std::free(text);
  return result;
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
  gf_js_drawn();
}

// Runs work, and tells the page the reason if the work throws. The page itself sees only that something was thrown. The program ends then.
template <typename Work>
auto telling_why(const Work& work) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    gf_js_fail("memory", "");
    throw;
  } catch (const std::exception& error) {
    gf_js_fail("error", error.what());
    throw;
  }
}

Program with_reasons(Program program) {
  const auto wrap = [](auto& function) {
    if (!function) return;
    function = [inner = std::move(function)](auto... given) { return telling_why([&] { return inner(given...); }); };
  };
  wrap(program.start);
  wrap(program.frame);
  wrap(program.pump);
  wrap(program.context_lost);
  wrap(program.message);
  wrap(program.open);
  wrap(program.accessible_view);
  wrap(program.tab);
  wrap(program.keep);
  return program;
}

void keep_work(bool now) {
  if (page->program.keep && page->program.keep(now)) gf_js_keep_again(kKeepAgain_ms);
}

// Keeps a callback, and returns the number with which gf_asset_came calls it.
int await(std::function<void(std::optional<std::string>)> done) {
  page->awaited.emplace(++page->last_awaited, std::move(done));
  return page->last_awaited;
}

int tick(double now_ms, bool input) {
  if (input) page->window.mark_dirty();
  const Pumped work = page->program.pump ? page->program.pump() : Pumped{};
  if (work.bare) return work.more ? 1 : 0;
  const bool moving = page->touch.tick(now_ms / 1000);
  if (!page->touch.held() && ImGui::GetCurrentContext()->InputEventsQueue.Size == 0 && page->touched_last != page->touching) {
    page->touched_last = page->touching;
    page->window.mark_dirty();
  }
  if (!work.news && !moving && !page->again && !page->window.dirty()) return work.more ? 1 : 0;
  const auto elapsed_s = static_cast<float>((now_ms - std::exchange(page->last_ms, now_ms)) / 1000);
  page->again = page->window.draw(page->surface, elapsed_s, page->program.frame);
  tell_page();
  return page->again || work.more || moving ? 1 : 0;
}

bool can_draw() { return !page->context_lost && page->surface.width_px > 0 && page->surface.height_px > 0; }

}  // namespace

Page::Page(Program given) : window(1, 1, gf_js_forget_glfw_listeners), program(with_reasons(std::move(given))) {}

Page& this_page() { return *page; }

void wake() { gf_js_schedule(); }

void drain() {
  if (can_draw()) page->window.drain(page->surface, page->program.frame);
  wake();
}

void think() {
  if (can_draw()) page->window.think(page->surface, page->program.frame);
  wake();
}

int run_program(Program program) {
  try {
    gf_modules_came(gf_js_modules_came());
    telling_why([&] {
      page = new Page(std::move(program));
      set_up_imgui();
      gf_js_start();
      page->program.start();
    });
    wake();
    return 0;
  } catch (const std::exception&) {
    return 1;
  }
}

void request_frame() { gf_js_schedule(); }

std::optional<std::string> read_asset(std::string_view path) {
  int size = 0;
  char* bytes = gf_js_asset(std::string(path).c_str(), &size);
  if (!bytes) return std::nullopt;
  std::string content(bytes, static_cast<std::size_t>(size));
  std::free(bytes);
  return content;
}

void load_asset(const std::string& path, std::function<void(std::optional<std::string>)> done) {
  gf_js_load_asset(path.c_str(), static_cast<int>(asset_length(path).value_or(-1)), await(std::move(done)));
}

bool prefers_stillness() { return gf_js_prefers_stillness() != 0; }
bool has_pages() { return gf_js_has_pages() != 0; }
bool can_read_aloud() { return gf_js_can_read_aloud() != 0; }
void read_aloud(bool on) { gf_js_read_aloud(on ? 1 : 0); }
bool prefers_contrast() { return gf_js_prefers_contrast() != 0; }

SystemTheme system_theme() { return gf_js_system_dark() != 0 ? SystemTheme::dark : SystemTheme::light; }
bool last_pointer_was_touch() { return page && page->touched_last; }
float on_screen_keyboard_height() { return page ? static_cast<float>(page->keyboard_height) : 0; }
std::string language() { return take(gf_js_language()); }
void set_language(const std::string& language) { gf_js_set_language(language.c_str()); }
std::string launch_address() { return take(gf_js_launch_address()); }
void show_address(const std::string& text, const std::string& place) { gf_js_show_address(text.c_str(), place.c_str()); }
std::string launch_options() { return take(gf_js_launch_options()); }
bool in_frame() { return gf_js_in_frame() != 0; }
std::string share_link(std::string_view text, std::string_view query) {
  return take(gf_js_share_link(std::string(text).c_str(), std::string(query).c_str()));
}
void copy_to_clipboard(const std::string& text) { gf_js_write_clipboard(text.c_str()); }
std::optional<std::string> save_file(const std::string& name, const std::string& bytes) {
  gf_js_save_file(name.c_str(), bytes.data(), static_cast<int>(bytes.size()));
  return name;
}
bool saves_png() { return true; }
void save_png(const std::string& name, float x, float y, float width, float height) {
  gf_js_save_png(name.c_str(), static_cast<double>(x), static_cast<double>(y), static_cast<double>(width), static_cast<double>(height));
}
bool open_page(const std::string& address) { return gf_js_open_page(address.c_str()) != 0; }
std::string load_setting(std::string_view name) { return take(gf_js_load_setting(std::string(name).c_str())); }
void save_setting(std::string_view name, std::string_view value) {
  gf_js_save_setting(std::string(name).c_str(), std::string(value).c_str());
}

std::optional<std::string> load_kept(const std::string& name) {
  char* text = gf_js_load_kept(name.c_str());
  return text ? std::optional<std::string>(take(text)) : std::nullopt;
}

Kept keep(const std::string& name, const std::string& text) { return static_cast<Kept>(gf_js_keep(name.c_str(), text.c_str())); }
bool set_kept_aside(const std::string& name) { return gf_js_set_kept_aside(name.c_str()) != 0; }

void load_kept_large(const std::string& name, std::function<void(std::optional<std::string>)> done) {
  gf_js_load_kept_large(name.c_str(), await(std::move(done)));
}

// The page answers with an empty text, or with the problem: "full" or "blocked".
void keep_large(const std::string& name, std::string bytes, std::function<void(Kept)> done) {
  const auto answered = [done = std::move(done)](const std::optional<std::string>& answer) {
    if (!answer || answer->empty()) return done(Kept::yes);
    done(answer->front() == 'f' ? Kept::full : Kept::blocked);
  };
  gf_js_keep_large(name.c_str(), bytes.data(), static_cast<int>(bytes.size()), await(answered));
}

}  // namespace gf

using gf::page;

extern "C" {

// Runs a turn of the browser's animation frame. `input`: the page had a reason for the turn. Returns whether another turn is due.
int gf_tick(double now_ms, int input) {
  if (!gf::can_draw()) return 0;
  const int again = gf::tick(now_ms, input != 0);
  gf::keep_work(false);
  return again;
}

unsigned gf_frame_count() { return page ? page->window.frame_count() : 0; }

// Receives the size of the canvas in device pixels. `scale` device pixels make a CSS pixel.
void gf_resize(int width_px, int height_px, double scale) {
  page->surface = {width_px, height_px, static_cast<float>(scale)};
  page->window.mark_dirty();
}

// Receives properties of the machine before the first event: it has an Apple keyboard, and its main pointer is a finger.
void gf_machine(int on_apple, int by_finger) {
  page->on_apple = on_apple != 0;
  page->touching = page->touched_last = by_finger != 0;
  ImGui::GetIO().ConfigMacOSXBehaviors = page->on_apple;
}

void gf_keyboard_height(double height) { page->keyboard_height = height; }

// Receives the news that the GL context was lost (1) or was restored (0).
void gf_context(int lost) {
  page->context_lost = lost != 0;
  if (lost != 0) {
    if (page->program.context_lost) page->program.context_lost();
    return;
  }
  page->window.rebuild();
  gf::wake();
}

// Adds the bits `now` to those of the later modules that the page has loaded (modules.pre.js). Returns the old bits with the new ones.
int gf_modules_came(int now) { return gf::modules_came |= now; }

// Keeps the address of a later module, by its place among them.
void gf_keep_module(int module, const char* address) {
  if (module < 0 || module >= gf::kMostModules) return;
  gf::module_addresses[static_cast<std::size_t>(module)] = strdup(address);
}

// Returns the address that was kept; null if there is none.
const char* gf_module_address(int module) {
  return module < 0 || module >= gf::kMostModules ? nullptr : gf::module_addresses[static_cast<std::size_t>(module)].load();
}

// Receives a file that was asked for; null if it could not be loaded. Takes ownership of the bytes.
void gf_asset_came(int request, char* bytes, int size) {
  auto done = page->awaited.extract(request);
  std::optional<std::string> content;
  if (bytes) content.emplace(bytes, static_cast<std::size_t>(size));
  std::free(bytes);
  if (done) gf::telling_why([&] { done.mapped()(std::move(content)); });
  gf::wake();
}

// Receives an address to which the browser's history or the reader went.
void gf_open(const char* address) {
  if (page->program.open) page->program.open(address);
  gf::wake();
}

// Keeps the work: some time after gf_js_keep_again, and before the page may go away (`now`).
void gf_keep(int now) { gf::keep_work(now != 0); }

// Returns the view of the last frame for assistive technology; null if it is the same as before.
const char* gf_accessible_view() {
  std::string view = page->program.accessible_view ? page->program.accessible_view() : std::string();
  if (view == page->view) return nullptr;
  page->view = std::move(view);
  return page->view.c_str();
}

// Answers a message of the page (session/answer_message.h). The answer stays valid until the next message.
const char* gf_message(const char* text) {
  // A hidden page gets no frames, so that messages have to keep the work going.
  if (page->program.pump) page->program.pump();
  page->answer = page->program.message ? page->program.message(text) : std::string("{}");
  gf::keep_work(false);
  gf::wake();
  return page->answer.c_str();
}

}  // extern "C"
