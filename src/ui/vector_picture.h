// The last frame as a drawing that scales: SVG with its texts as texts.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "ui/box.h"

namespace gf::ui {

/// How a picture is written.
struct VectorPicture {
  std::optional<Box> part = {};  // nothing: the whole frame; else the picture has this size, and what lies outside is left out
  /// It is taken to other programs. They may lack the fonts: other families stand for Inter, and each text says how wide it is. Bars of
  /// buttons over the stage are left out.
  bool for_others = false;
  std::optional<ImU32> left_out = {};  // a background of this colour, so that the picture may stand on any paper
};

/// The last frame that was rendered, as SVG of the same size. Shapes that ImGui made of triangles become outlines again, and letters become
/// texts in the family "Inter" (weights 400 and 600), which whoever shows the picture has to bring. Words of scripts that the fonts lack
/// are left out. Draw the frame without anti-aliasing (`ImGui::GetStyle().AntiAliasedFill` and `AntiAliasedLines` are false): its fringes
/// would become outlines, too. Example: after a frame with `put(list, theme.body, at, ink, "two words")` it has `<text ...>two
/// words</text>`.
std::string vector_picture(const VectorPicture& picture = {});

/// Draws a frame that nobody sees, without anti-aliasing, and returns its picture. `draw` fills it between ImGui::NewFrame and
/// ImGui::Render; `picture` is asked afterwards. Call between frames.
std::string unseen_picture(const std::function<void()>& draw, const std::function<VectorPicture()>& picture);

}  // namespace gf::ui
