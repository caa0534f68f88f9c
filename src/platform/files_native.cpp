// Reads and writes the files and settings of the desktop program.
#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>
#include <vector>

#include "platform/asset_lengths.h"
#include "platform/platform.h"

namespace gf {
namespace {

namespace fs = std::filesystem;

fs::path environment_path(const char* name) {
  const char* value = std::getenv(name);
  return value ? fs::path(value) : fs::path();
}

// Returns the folders that may hold the assets: the program's own folder (of a build), then the folder of an installation.
std::vector<fs::path> asset_folders() {
  std::error_code error;
  fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (error) program = fs::current_path(error) / "glassformer";
  const fs::path folder = program.parent_path();
  return {folder, folder / "../share/glassformer"};
}

std::optional<std::string> read_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  std::string content{std::istreambuf_iterator<char>(file), {}};
  if (file.bad()) return std::nullopt;
  return content;
}

fs::path config_folder() {
  const fs::path xdg = environment_path("XDG_CONFIG_HOME");
  if (xdg.is_absolute()) return xdg;
  const fs::path home = environment_path("HOME");
  return home.empty() ? fs::path() : home / ".config";
}

// Returns the file of a setting. Each setting has its own file, so that there is no format to parse, and two windows don't overwrite each
// other's settings.
fs::path setting_path(std::string_view name) {
  const fs::path folder = config_folder();
  return folder.empty() ? fs::path() : folder / "glassformer" / name;
}

fs::path kept_path(const std::string& name) { return setting_path("kept") / name; }

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

// Returns the language of a locale: "fr" for "fr_CA.UTF-8".
std::string language_of_locale(std::string_view locale) { return std::string(locale.substr(0, locale.find_first_of("_.@"))); }

// Returns the languages that the reader wants, the preferred one first: the choice in the settings, then the languages of the environment,
// as gettext reads them.
std::vector<std::string> wanted_languages() {
  std::vector<std::string> wanted{load_setting("language")};
  std::string locale;
  for (const char* name : {"LC_ALL", "LC_MESSAGES", "LANG"})
    if (locale.empty()) locale = environment(name);
  const std::string language = language_of_locale(locale);
  if (language.empty() || language == "C" || language == "POSIX") return wanted;
  std::string listed = environment("LANGUAGE") + ":" + locale;
  for (std::size_t end; !listed.empty(); listed.erase(0, end + 1)) {
    end = std::min(listed.find(':'), listed.size());
    wanted.push_back(language_of_locale(std::string_view(listed).substr(0, end)));
    if (end == listed.size()) break;
  }
  return wanted;
}

std::string first_language() {
  for (const std::string& each : wanted_languages())
    if (!each.empty() && each.find('/') == std::string::npos && read_asset("assets/text/" + each + ".json")) return each;
  return "en";
}

std::string& spoken_language() {
  static std::string language = first_language();
  return language;
}

// Writes a whole file, or leaves the file as it was. Returns the error.
std::error_code write_file(const fs::path& path, std::string_view content) {
  std::error_code error;
  fs::create_directories(path.parent_path(), error);
  if (error) return error;
  const fs::path fresh = path.string() + ".new";
  errno = 0;
  if (!(std::ofstream(fresh, std::ios::binary | std::ios::trunc) << content << std::flush))
    return {errno ? errno : EIO, std::generic_category()};
  fs::rename(fresh, path, error);
  return error;
}

std::string lowercase(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

}  // namespace

std::optional<std::string> read_asset(std::string_view path) {
  for (const fs::path& folder : asset_folders()) {
    if (auto content = read_file(folder / path)) return content;
  }
  return std::nullopt;
}

void load_asset(const std::string& path, std::function<void(std::optional<std::string>)> done) {
  std::optional<std::string> content = read_asset(path);
  const std::optional<long> length = asset_length(path);
  if (content && length && content->size() != static_cast<std::size_t>(*length)) content.reset();
  done(std::move(content));
}

bool prefers_stillness() { return false; }
bool prefers_contrast() { return false; }
bool has_pages() { return false; }
bool can_read_aloud() { return false; }
void read_aloud(bool) {}

// Reads the wish for dark windows from GTK's settings, since desktops have no common way to ask for it.
SystemTheme system_theme() {
  if (const char* theme = std::getenv("GTK_THEME"); theme != nullptr) {
    return lowercase(theme).find("dark") != std::string::npos ? SystemTheme::dark : SystemTheme::light;
  }
  for (const char* version : {"gtk-4.0", "gtk-3.0"}) {
    const auto settings = read_file(config_folder() / version / "settings.ini");
    if (!settings) continue;
    std::string text = lowercase(*settings);
    std::erase_if(text, [](char c) { return c == ' ' || c == '\t'; });
    for (const char* wish : {"gtk-application-prefer-dark-theme=1", "gtk-application-prefer-dark-theme=true"}) {
      if (text.find(wish) != std::string::npos) return SystemTheme::dark;
    }
  }
  return SystemTheme::light;
}

std::optional<std::string> save_file(const std::string& name, const std::string& bytes) {
  std::error_code error;
  const char* const home = std::getenv("HOME");
  const fs::path downloads = home ? fs::path(home) / "Downloads" : fs::path();
  const fs::path folder = fs::is_directory(downloads, error) ? downloads : fs::current_path(error);
  const fs::path wanted = fs::path(name).filename();
  for (int count = 0;; ++count) {
    const fs::path path =
        folder / (count == 0 ? wanted.string() : wanted.stem().string() + "-" + std::to_string(count) + wanted.extension().string());
    if (fs::exists(path, error)) continue;
    return write_file(path, bytes) ? std::nullopt : std::optional(path.string());
  }
}

std::string load_setting(std::string_view name) { return read_file(setting_path(name)).value_or(""); }

void save_setting(std::string_view name, std::string_view value) {
  const fs::path path = setting_path(name);
  if (!path.empty()) write_file(path, value);  // without the setting, the program goes on
}

std::string language() { return spoken_language(); }
void set_language(const std::string& language) { spoken_language() = language; }

std::optional<std::string> load_kept(const std::string& name) {
  return config_folder().empty() ? std::nullopt : read_file(kept_path(name));
}

Kept keep(const std::string& name, const std::string& text) {
  if (config_folder().empty()) return Kept::blocked;
  const std::error_code error = write_file(kept_path(name), text);
  if (!error) return Kept::yes;
  return error == std::errc::no_space_on_device || error.value() == EDQUOT ? Kept::full : Kept::blocked;
}

bool set_kept_aside(const std::string& name) {
  const fs::path path = kept_path(name);
  for (int count = 1;; ++count) {
    std::error_code error;
    const fs::path aside = path.string() + ".aside-" + std::to_string(count);
    if (fs::exists(aside, error)) continue;
    fs::rename(path, aside, error);
    return !error || !fs::exists(path, error);
  }
}

void load_kept_large(const std::string& name, std::function<void(std::optional<std::string>)> done) { done(load_kept(name)); }
void keep_large(const std::string& name, std::string bytes, std::function<void(Kept)> done) { done(keep(name, bytes)); }

}  // namespace gf
