// Options that an embedding page puts into the address: which part of the picture is shown, which parts of the screen are hidden, and which
// inputs and nodes are locked. Read them with read_embed_options; query_of writes them for a link, embed_tag for a page.
#pragma once

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/enum_names.h"
#include "core/problem.h"
#include "protocol/command.h"
#include "protocol/schema.h"
#include "protocol/trace.h"

namespace gf {

enum class ThemeChoice { light, dark, system };
inline constexpr std::string_view kThemeNames[] = {"light", "dark", "system"};
inline std::string_view name_of(ThemeChoice theme) { return name_in(kThemeNames, theme); }

/// A part of the screen around the picture: the list of lessons (rail), the guided steps, the inputs with the buttons of a training run,
/// the explanation of a cell (inspector), or the bar with the title (toolbar).
enum class ScreenPart { rail, steps, inputs, inspector, toolbar };
inline constexpr std::string_view kScreenPartNames[] = {"rail", "steps", "inputs", "inspector", "toolbar"};
inline constexpr ScreenPart kScreenParts[] = {ScreenPart::rail, ScreenPart::steps, ScreenPart::inputs, ScreenPart::inspector,
                                              ScreenPart::toolbar};
inline std::string_view name_of(ScreenPart part) { return name_in(kScreenPartNames, part); }

inline constexpr std::string_view kAll = "all";                  // as `show`: the whole picture; in `locked`: all inputs and nodes
inline constexpr int kLeastTextSize = 100, kMostTextSize = 200;  // percent

struct EmbedOptions {
  std::string show = {};                  // the node or section that is shown; kAll or empty: the whole picture
  std::set<ScreenPart> hidden = {};       // if the page gives no "hide": all parts if it gives "show", otherwise none
  std::set<std::string> locked = {};      // inputs and nodes that cannot be changed, or kAll
  std::optional<ThemeChoice> theme = {};  // in place of the reader's theme
  std::optional<int> text_size = {};      // in percent

  bool hides(ScreenPart part) const { return hidden.contains(part); }
  /// Whether only a part of the lesson's picture is shown.
  bool shows_part() const { return !show.empty() && show != kAll; }
  bool locks(std::string_view name) const {
    return std::any_of(locked.begin(), locked.end(),
                       [&](const std::string& locked_name) { return locked_name == name || locked_name == kAll; });
  }
  bool operator==(const EmbedOptions&) const = default;
};

/// Reads options, one on each line: "show=weights\nhide=rail,steps\nlock=text\ntheme=dark\nsize=150". Adds a problem for each value that an
/// option cannot have, and leaves the value out. Ignores options of other names.
EmbedOptions read_embed_options(std::string_view lines, std::vector<Problem>& problems);

/// Returns the options as the query of an address, without the question mark.
/// Example: "show=weights&lock=all".
std::string query_of(const EmbedOptions& options);

/// Returns a problem that tells the first name in `show` or `locked` that the lesson lacks. Returns none if it has all names.
std::optional<Problem> unknown_name(const EmbedOptions& options, const LessonInfo& lesson, const Trace& trace);

/// Whether a command would change a locked input or node. A command that may change any input is locked only by kAll.
bool is_locked(const EmbedOptions& options, const Trace* trace, const Command& command);

/// Returns the <iframe> tag for an embedding page. The frame is smaller if the options show only a part of the picture.
std::string embed_tag(const EmbedOptions& options, std::string_view address, std::string_view title);

}  // namespace gf
