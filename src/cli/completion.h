// Completes command lines in a shell. The script of each shell asks this program for the words that may stand at the end of a line.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "cli/cli.h"

namespace gf {

inline constexpr std::string_view kShells[] = {"bash", "zsh", "fish"};

/// Returns the script for a shell. Throws InputError for an unknown shell.
std::string completion_script(const std::string& shell);

/// The first word with which such a script asks: `glassformer complete -- trace soft`. The other words are a line that is being typed,
/// which is not parsed as options.
inline constexpr std::string_view kComplete = "complete";

/// Returns the candidates for the last word, each on a line: the word, a tab and its meaning. The line ":files" or ":folders" alone means
/// that a path is expected. Returns an empty text if there is no candidate.
/// Example: {"trace", "softmax", "--pre"} is "--preset\tstart from a named example\n".
std::string completions(const CLI::App& app, const std::vector<std::string>& words, const Texts& texts, const AssetReader& assets);

}  // namespace gf
