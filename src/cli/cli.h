// The headless commands: glassformer lessons | trace | explain | code | train | export and others. Results as JSON on `out`, one line on
// `err` for bad input.
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

/// Draws the scene of a document, or the card of one of its nodes, as SVG. The program has one; where there is none, no picture can be
/// asked for.
using PictureMaker = std::function<std::string(const Document& document, const std::string& node)>;

/// Runs the command line. Returns 0, or 2 for bad input, with nothing written to `out` then; a training has more to return (train.h).
/// Example: `glassformer explain self-attention --node query --cell 0,2`.
int run_command_line(int argc, const char* const* argv, const Texts& texts, const AssetReader& assets, std::ostream& out, std::ostream& err,
                     const PictureMaker& pictures = {});

/// The same with the standard streams.
int run_command_line(int argc, const char* const* argv, const Texts& texts, const AssetReader& assets, const PictureMaker& pictures);

}  // namespace gf
