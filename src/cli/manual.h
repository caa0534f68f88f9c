// The page for man.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace gf {

/// The commands with their options as a page of section 1, in the macros of man(7). Example: `glassformer manual | man -l -`.
std::string manual(const CLI::App& app);

}  // namespace gf
