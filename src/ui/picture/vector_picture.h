// Writes the last frame as SVG, with texts as texts.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "ui/box.h"

namespace gf::ui {

/// The options of a picture.
struct VectorPicture {
  std::optional<Box> part = {};  // the part of the frame that the picture shows; nullopt: the whole frame
  /// Whether the picture is meant for other programs, which may lack the fonts. It then names other families beside Inter and the width of
  /// each text, and has no bars of buttons over the stage.
  bool for_others = false;
  std::optional<ImU32> left_out = {};  // the colour of a background that is left out, so that the picture may stand on any paper
};

/// Returns the last rendered frame as SVG of the same size. Triangles of ImGui become outlines again. Letters become texts in the family
/// "Inter" (weights 400 and 600), which the program that shows the picture has to provide. Words that the fonts lack are left out. The
/// frame has to be drawn without anti-aliasing (`ImGui::GetStyle().AntiAliasedFill` and `AntiAliasedLines` are false), since its fringes
/// would become outlines, too.
/// Example: after a frame with `put(list, theme.body, at, ink, "two words")`, the picture has `<text ...>two words</text>`.
std::string vector_picture(const VectorPicture& picture = {});

/// Draws a frame that nobody sees, without anti-aliasing, and returns its picture. `draw` is called between ImGui::NewFrame and
/// ImGui::Render, and `picture` after both. Call between frames.
std::string unseen_picture(const std::function<void()>& draw, const std::function<VectorPicture()>& picture);

}  // namespace gf::ui
