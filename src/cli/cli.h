// The headless commands: glassformer lessons | trace | explain | train. Results as JSON on `out`, one line on `err` for bad input.
#pragma once

#include <iosfwd>

#include "protocol/messages.h"

namespace gf {

/// Runs the command line. Returns 0, or 2 for bad input, with nothing written to `out` then; a training has more to return (train.h).
/// Example: `glassformer explain self-attention --node query --cell 0,2`.
int run_command_line(int argc, const char* const* argv, const Messages& messages, std::ostream& out, std::ostream& err);

/// The same with the standard streams.
int run_command_line(int argc, const char* const* argv, const Messages& messages);

}  // namespace gf
