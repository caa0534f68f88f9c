// The command line of the program: it opens its window, or runs a headless command (commands.h lists them). Results as JSON on `out`, one
// line on `err` for what could not be done.
#pragma once

#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/document.h"
#include "protocol/texts.h"

namespace gf {

/// Reads a file of assets/ that a lesson needs; nothing where there is none.
using AssetReader = std::function<std::optional<std::string>(std::string_view path)>;

/// The window that was asked for.
struct WindowRequest {
  std::string address;              // what would stand behind # in a page's address; empty: where the reader was
  std::optional<std::string> page;  // where links lead to from now on; empty: to where they lead if nobody says it
};

/// Functions of the program that have a screen. If one of these is empty, it can't be asked for.
struct OnScreen {
  /// Opens the window and returns the exit code.
  std::function<int(const WindowRequest&)> open_window = {};
  /// Draws the scene of a document, or the card of one of its nodes, as SVG, as a window of this width shows it.
  std::function<std::string(const Document& document, const std::string& node, float width)> picture = {};
};

/// Runs the command line. Returns an exit code of exit_codes.h; with kWrongUsage nothing was written to `out`.
/// Example: `glassformer explain self-attention --node query --cell 0,2`.
int run_command_line(int argc, const char* const* argv, const Texts& texts, const AssetReader& assets, std::ostream& out, std::ostream& err,
                     const OnScreen& on_screen = {});

/// The same with the standard streams.
int run_command_line(int argc, const char* const* argv, const Texts& texts, const AssetReader& assets, const OnScreen& on_screen);

}  // namespace gf
