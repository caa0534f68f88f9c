// Paints the last frame of ImGui into a picture, without a window: a way to look at many screens.
#pragma once

#include <string>

namespace gf::test {

/// Writes the last frame of the current ImGui context as a PNG file, with `scale` pixels a point.
/// Throws std::runtime_error if the file can't be written. Textures must still have their pixels.
void paint_frame(const std::string& path, float scale);

}  // namespace gf::test
