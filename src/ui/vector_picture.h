// The last frame as a drawing that scales: SVG with its texts as texts.
#pragma once

#include <string>

namespace gf::ui {

/// The last frame that was rendered, as SVG of the same size. Shapes that ImGui made of triangles become outlines again, and letters become
/// texts in the family "Inter" (weights 400 and 600), which whoever shows the picture has to bring. Words of scripts that the fonts lack
/// are left out. Draw the frame without anti-aliasing (`ImGui::GetStyle().AntiAliasedFill` and `AntiAliasedLines` are false): its fringes
/// would become outlines, too. Example: after a frame with `put(list, theme.body, at, ink, "two words")` it has `<text ...>two
/// words</text>`.
std::string vector_picture();

}  // namespace gf::ui
