// Knows the lengths of the files that lessons ask for, as the build measured them.
#pragma once

#include <optional>
#include <string_view>

namespace gf {

/// Returns the length in bytes of a model or a dictionary; nullopt for any other file.
/// Example: asset_length("assets/models/tales.safetensors") is the length of that model.
std::optional<long> asset_length(std::string_view path);

}  // namespace gf
