// Options that a page around the program sets in the address: which part of the picture it shows, what is hidden, what can't be changed.
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

/// A part of the screen around the picture: the lessons, the guided steps, the inputs with their settings and the buttons of a run, the
/// explanation of a cell, or the bar with the title.
enum class ScreenPart { rail, steps, inputs, inspector, toolbar };
inline constexpr std::string_view kScreenPartNames[] = {"rail", "steps", "inputs", "inspector", "toolbar"};
inline constexpr ScreenPart kScreenParts[] = {ScreenPart::rail, ScreenPart::steps, ScreenPart::inputs, ScreenPart::inspector,
                                              ScreenPart::toolbar};
inline std::string_view name_of(ScreenPart part) { return name_in(kScreenPartNames, part); }

inline constexpr std::string_view kAll = "all";  // of the picture; of what can be changed
inline constexpr int kLeastTextSize = 100, kMostTextSize = 200;

struct FrameOptions {
  std::string show = {};                  // a node or a section that the picture consists of; kAll or empty: the whole picture
  std::set<ScreenPart> hidden = {};       // where it is not said: with `show` all parts, else none
  std::set<std::string> locked = {};      // inputs and nodes that can't be changed; kAll: none of them can
  std::optional<ThemeChoice> theme = {};  // in place of the reader's own
  std::optional<int> text_size = {};      // in percent

  bool hides(ScreenPart part) const { return hidden.contains(part); }
  /// Whether the picture is a part of the lesson's.
  bool shows_part() const { return !show.empty() && show != kAll; }
  bool locks(std::string_view name) const {
    return std::any_of(locked.begin(), locked.end(), [&](const std::string& one) { return one == name || one == kAll; });
  }
  bool operator==(const FrameOptions&) const = default;
};

/// Reads options as a page gives them, a line each: "show=weights\nhide=rail,steps\nlock=text\ntheme=dark\nsize=150". An option that is not
/// understood is left out, and said in `problems`.
FrameOptions read_frame_options(std::string_view lines, std::vector<Problem>& problems);

/// The same as the query of an address, without its question mark. Example: "show=weights&lock=all".
std::string query_of(const FrameOptions& options);

/// Names in the options that the lesson has not; nothing where it has them all.
std::optional<Problem> unknown_name(const FrameOptions& options, const LessonInfo& lesson, const Trace& trace);

/// Whether a command would change what is locked.
bool is_locked(const FrameOptions& options, const Trace* trace, const Command& command);

/// The tag with which a page of one's own shows the address in a frame: of a part of the picture a small one.
std::string embed_tag(const FrameOptions& options, std::string_view address, std::string_view title);

}  // namespace gf
