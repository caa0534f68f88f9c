// Makes the program's page for man.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace gf {

/// Returns the commands with their options as a page of section 1, in the macros of man(7).
/// Example: `glassformer manual | man -l -` shows the page.
std::string manual(const CLI::App& app);

}  // namespace gf
