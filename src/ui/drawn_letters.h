// Letters of the fonts, recognised in what ImGui drew by their places in the texture.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <optional>
#include <unordered_map>

#include "ui/box.h"

namespace gf::ui {

/// A letter where it was drawn: along its line, and across.
struct DrawnLetter {
  const ImFontGlyph* glyph = nullptr;
  const ImFont* font = nullptr;
  Box box;
  float size = 0;            // pixels to the em
  bool upright = false;      // its line reads from below up
  float along = 0, end = 0;  // where its room on the line begins and ends
  float base = 0;            // the upper edge of its line
  float below = 0;           // from that edge to the line that letters stand on
  float blank = 0;           // the width of a blank beside it
};

/// All letters that stand in the texture at present. Example: `KnownLetters().at(&list.VtxBuffer[first])` says which letter four corners
/// show.
class KnownLetters {
 public:
  KnownLetters();
  /// The letter that four corners show, from the upper left one on; nothing if they show something else.
  std::optional<DrawnLetter> at(const ImDrawVert* corner) const;

 private:
  struct Known {
    const ImFontGlyph* glyph;
    const ImFont* font;
    float size;    // the height of a line of its font, in the pixels that the glyph is measured in
    float ascent;  // of that line
    float blank;
  };
  std::unordered_map<std::uint64_t, Known> known_;  // by the upper left corner in the texture
};

/// Whether a letter stands on the line of the one before, as the same text.
bool goes_on(const DrawnLetter& before, const DrawnLetter& next);

}  // namespace gf::ui
