// How long the files are that lessons ask for, as the build measured them.
#pragma once

#include <optional>
#include <string_view>

namespace gf {

/// Returns the length in bytes of a model or a dictionary, or nothing for any other file.
/// Example: asset_length("assets/models/tales.safetensors")
std::optional<long> asset_length(std::string_view path);

}  // namespace gf
