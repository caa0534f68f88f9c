// Runs the command line of the program, which opens its window or runs a command without one (commands.h lists them). Results go to `out`,
// mostly as JSON. A failure is a line on `err`.
#pragma once

#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/document.h"
#include "protocol/texts.h"

namespace gf {

/// Returns a file of assets/ that a lesson needs; nullopt if there is no such file.
using AssetReader = std::function<std::optional<std::string>(std::string_view path)>;

/// The window that was asked for.
struct WindowRequest {
  std::string address;              // the text behind # in a page's address; empty: the place where the reader was
  std::optional<std::string> page;  // the address to which links lead from now on; "" forgets it; nullopt keeps it
};

/// Functions of the program that need a screen. An empty function is not available.
struct OnScreen {
  /// Opens the window and returns the exit code.
  std::function<int(const WindowRequest&)> open_window = {};
  /// Returns the scene of a document, or the card of one of its nodes, as SVG, as a window of this width shows it.
  std::function<std::string(const Document& document, const std::string& node, float width)> picture = {};
};

/// Runs the command line. Returns an exit code of exit_codes.h. With kWrongUsage, nothing was written to `out`.
/// Example: `glassformer explain self-attention --node query --cell 0,2`.
int run_command_line(int argc, const char* const* argv, const Texts& texts, const AssetReader& assets, std::ostream& out, std::ostream& err,
                     const OnScreen& on_screen = {});

/// Runs the command line with the standard streams.
int run_command_line(int argc, const char* const* argv, const Texts& texts, const AssetReader& assets, const OnScreen& on_screen);

}  // namespace gf
