// Declares all that the program needs from the machine: a window to draw in, its files, storage, and a way to be woken. Each platform has
// its own .cpp. main.cpp calls run_program, and the platform calls the functions of Program.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace gf {

enum class SystemTheme { light, dark };

/// The outcome of work between frames.
struct Pumped {
  bool more = false;  // more work waits: pump again without waiting for input
  bool news = false;  // the next frame would differ from the last drawn one
  bool bare = false;  // there is no picture yet: no frame is drawn, and the page may show a picture of the first frame instead
};

/// Functions that main.cpp gives the platform to call.
struct Program {
  std::function<void()> start;                            // called once, with the GL context and the ImGui context current
  std::function<bool()> frame;                            // draws a frame; true asks for another frame without waiting for input
  std::function<Pumped()> pump;                           // does work between frames
  std::function<void()> context_lost;                     // forgets GL objects, which are gone and have to be made again
  std::function<std::string(std::string_view)> message;   // answers a message of the page around, in JSON
  std::function<void(const std::string&)> speak;          // fetches the texts of another language, and shows them when they are there
  std::function<void(std::string_view)> open;             // opens the text behind # in the address bar, to which the reader went
  std::function<std::string()> accessible_view;           // Ui::accessible_view
  std::function<bool(bool backwards, bool outside)> tab;  // Ui::tab
  /// Writes the work that is to outlive the program. Called after each frame, pump and message, and with `now` before the program may end.
  /// Returns whether work waits to be written; keep is then called again within kKeepAgain_ms.
  std::function<bool(bool now)> keep;
};

inline constexpr int kKeepAgain_ms = 250;

/// The most bytes of a paste. A longer clipboard is cut one byte beyond, so that the reading code notices that the text is too long.
inline constexpr std::size_t kMostPasted = 1'000'000;

/// Opens the window and runs until it is closed (native), or hands the loop to the browser (web). Returns the exit code.
int run_program(Program program);

/// Asks for a pump, and for a frame if the pump has news. Any thread may call it.
void request_frame();

/// Returns a file of assets/ or shaders/ ("assets/text/en.json"); nullopt if there is no such file.
std::optional<std::string> read_asset(std::string_view path);

/// Loads a file that is large or seldom needed, which the browser has to fetch. Calls `done` once, on the drawing thread, at once or later,
/// with the file or nullopt. A model or a dictionary with another length than the build measured counts as missing.
void load_asset(const std::string& path, std::function<void(std::optional<std::string>)> done);

/// Returns the theme that the reader chose in the system.
SystemTheme system_theme();

/// Whether the reader has asked the system for less motion. Changes that would glide or glow then happen at once.
bool prefers_stillness();
/// Whether the reader has asked the system for more contrast or for other colours.
bool prefers_contrast();
/// Whether the pages of the site are beside the program, so that `open_page("tutorial/index.html")` opens a page.
bool has_pages();
/// Whether the platform has a voice.
bool can_read_aloud();
/// Sets whether announcements for assistive technology are read aloud as well, in the language of the texts.
void read_aloud(bool on);
/// Whether the last pointer was a finger.
bool last_pointer_was_touch();
/// Returns the height that an on-screen keyboard covers, in points.
float on_screen_keyboard_height();
/// Returns the text behind # in the address that opened the program; empty if the address has none.
std::string launch_address();
/// Returns the options that the page around asks for, in the form that read_embed_options (protocol/embed_options.h) reads.
std::string launch_options();
/// Whether the program is part of another page, in a frame or in an element.
bool in_frame();
/// The name of the setting with the address to which links lead, for a platform without its own address.
inline constexpr std::string_view kPageSetting = "page address";
/// Returns the full address of a link, with `text` behind #d= and `query` in place of the launch options.
std::string share_link(std::string_view text, std::string_view query = {});
/// Puts a text behind # in the address bar, if the platform has one. Another `place` than the last one becomes a step of the browser's
/// history, which comes back by Program::open. Another text of the same place replaces the last text.
void show_address(const std::string& text, const std::string& place);
/// Copies a text to the clipboard.
void copy_to_clipboard(const std::string& text);
/// Saves a file for the reader: the browser as a download, the desktop in the folder Downloads, or else in the current folder. If that
/// folder has a file of the same name, the desktop chooses another name. Returns the path, in a browser the name alone; nullopt if the file
/// can't be written.
std::optional<std::string> save_file(const std::string& name, const std::string& bytes);
/// Whether save_png works on this platform.
bool saves_png();
/// Saves a part of the present frame (in points) as a PNG with at least two pixels a point.
void save_png(const std::string& name, float x, float y, float width, float height);
/// Opens another page beside this one. Returns whether this platform can.
bool open_page(const std::string& address);
/// Returns the language of the texts, such as "en": one of assets/text/. At first it is the language that the page asks for, else the
/// reader's choice, else that of the browser or the environment.
std::string language();
/// Makes `language` return another language, and tells the page.
void set_language(const std::string& language);
/// Returns a small setting that outlives the program ("theme"); an empty text if it was never saved.
std::string load_setting(std::string_view name);
/// Saves a small setting. A failure has no effect.
void save_setting(std::string_view name, std::string_view value);

/// Returns a record of the reader's work by its name; nullopt if there is none. In the browser, records belong to the address of the page,
/// and a tab that is loaded again finds its own records.
std::optional<std::string> load_kept(const std::string& name);
/// The outcome of keeping a record. If it is not `yes`, the record stays as it was before.
enum class Kept { yes, blocked, full };
/// Writes a record before it returns.
Kept keep(const std::string& name, const std::string& text);
/// Gives a record, and a large record of that name, a name that no code reads. Returns whether the old name is free.
bool set_kept_aside(const std::string& name);
/// Loads a large record and calls `done` as load_asset does. Large records have their own names.
void load_kept_large(const std::string& name, std::function<void(std::optional<std::string>)> done);
/// Writes a large record, and calls `done` with the outcome.
void keep_large(const std::string& name, std::string bytes, std::function<void(Kept)> done);

}  // namespace gf
