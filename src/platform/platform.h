// The seam to the machine: a window to draw in, files that came along, and a way to be woken. One .cpp per platform.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace gf {

enum class SystemTheme { light, dark };

/// The outcome of work between frames.
struct Pumped {
  bool more = false;  // come again without waiting for input
  bool news = false;  // there is something else to be seen than what was drawn last
  bool bare = false;  // there is nothing to be seen yet: no frame is drawn, and a picture of the first one may stand where it will be
};

/// Functions that main.cpp gives the platform to call.
struct Program {
  std::function<void()> start;                            // once, with the GL context and ImGui context current
  std::function<bool()> frame;                            // draws one frame; true asks for another one without waiting for input
  std::function<Pumped()> pump;                           // work between frames
  std::function<void()> context_lost;                     // GL objects are gone and will have to be made again
  std::function<std::string(std::string_view)> message;   // from the page around it; answers in JSON
  std::function<void(std::string_view)> open;             // what stands behind # in the address bar now: somebody went there
  std::function<std::string()> accessible_view;           // see Ui::accessible_view
  std::function<bool(bool backwards, bool outside)> tab;  // see Ui::tab
  /// After each frame, pump and message, and with `now` before the program may go away: writes what is to outlive it. Returns whether
  /// something waits to be written; then it is asked again within kKeepAgain_ms.
  std::function<bool(bool now)> keep;
};

inline constexpr int kKeepAgain_ms = 250;

/// The most that one paste may bring, in bytes. A longer clipboard is cut one byte beyond, so that whoever reads it sees that it is too
/// long.
inline constexpr std::size_t kMostPasted = 1'000'000;

/// Opens the window and runs until it is closed (native), or hands the loop to the browser (web). Returns the exit code.
int run_program(Program program);

/// Asks for a pump, and for a frame where that has news; callable from any thread.
void request_frame();

/// A file of assets/ or shaders/ ("assets/text/en.json"); nothing where there is none.
std::optional<std::string> read_asset(std::string_view path);

/// The same for files that are large or seldom needed: the browser fetches them. `done` is called once, on the drawing thread, at once or
/// later. A model or a dictionary of another length than the build measured counts as none.
void load_asset(const std::string& path, std::function<void(std::optional<std::string>)> done);

SystemTheme system_theme();

/// Whether the person has asked the system for less motion: what would glide or glow then changes at once.
bool prefers_stillness();
/// Whether the person asked for more contrast, or for colours of their own.
bool prefers_contrast();
/// Whether the pages of the site are beside the program: `open_page("tutorial/index.html")` opens one.
bool has_pages();
/// Whether the platform has a voice.
bool can_read_aloud();
/// Whether what assistive technology is told is read aloud as well, in the language of the texts.
void read_aloud(bool on);
bool last_pointer_was_touch();
float on_screen_keyboard_height();
/// Returns the text behind # in the address that the program was opened with; empty if there is none.
std::string launch_address();
/// Returns the options that a page around the program asks of it, as read_frame_options (protocol/frame_options.h) reads them.
std::string launch_options();
/// Whether the program stands in a page of somebody else's: in a frame, or in an element.
bool in_frame();
/// The setting that says where a platform without an address of its own has links lead to: the address of a page that others reach.
inline constexpr std::string_view kPageSetting = "page address";
/// The full address of a link with this text behind #d=, and this query in place of those options.
std::string share_link(std::string_view text, std::string_view query = {});
/// Shows the address bar, where there is one, what is to stand behind #. Another `place` than the last one is a step of the browser's
/// history, which brings it back by Program::open; another text of the same place takes the place of the last one.
void show_address(const std::string& text, const std::string& place);
void copy_to_clipboard(const std::string& text);
/// Gives the person a file: the browser saves it where it saves what is downloaded, the desktop in the folder for downloads, or else in the
/// present one, under another name if there is one of that name. Returns its path, or the name alone in a browser; nothing if it can't be
/// written.
std::optional<std::string> save_file(const std::string& name, const std::string& bytes);
/// Whether save_png can.
bool saves_png();
/// Saves a part of the present frame (in points) as a PNG with at least two pixels a point.
void save_png(const std::string& name, float x, float y, float width, float height);
/// Opens a page elsewhere beside this one. Returns whether this platform can.
bool open_page(const std::string& address);
/// The language of the texts, one of assets/text/: "en". The program begins with the one that the page asks for, or that the reader chose,
/// or that the browser or the environment has.
std::string language();
/// From now on `language` is this one, and the page says so.
void set_language(const std::string& language);
/// Small settings that outlive the program ("theme").
std::string load_setting(std::string_view name);
void save_setting(std::string_view name, std::string_view value);

/// Returns a record of what the user did, by name, as it outlives the program. In the browser it is that of this page's address; a tab that
/// is loaded again finds its own.
std::optional<std::string> load_kept(const std::string& name);
enum class Kept { yes, blocked, full };  // no: it is as it was before
/// Written when it returns.
Kept keep(const std::string& name, const std::string& text);
/// Gives it, or what is kept by that name as a large one, a name under which nobody looks for it. Returns whether it is out of the way.
bool set_kept_aside(const std::string& name);
/// Likewise for large ones, which have names of their own; `done` as of load_asset.
void load_kept_large(const std::string& name, std::function<void(std::optional<std::string>)> done);
void keep_large(const std::string& name, std::string bytes, std::function<void(Kept)> done);

}  // namespace gf
