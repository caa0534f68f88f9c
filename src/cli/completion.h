// Completion in a shell: the script of each asks this program what can stand at the end of a line.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "cli/cli.h"

namespace gf {

inline constexpr std::string_view kShells[] = {"bash", "zsh", "fish"};

/// The script for a shell. Throws InputError for another one.
std::string completion_script(const std::string& shell);

/// The first of the words with which such a script asks: `glassformer complete -- trace soft`. The rest is a line that is being typed, so
/// that nothing parses it.
inline constexpr std::string_view kComplete = "complete";

/// Returns the candidates for the last word, a line each: the word, a tab and its meaning. ":files" and ":folders" alone say that a path is
/// expected. Empty if nothing is known.
/// Example: {"trace", "softmax", "--pre"} is "--preset\tstart from a named example\n".
std::string completions(const CLI::App& app, const std::vector<std::string>& words, const Texts& texts, const AssetReader& assets);

}  // namespace gf
