// Recognises letters, and words that the fonts lack, in ImGui's draw lists by their places in the texture of the fonts.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "ui/box.h"
#include "ui/widgets/words.h"

namespace gf::ui {

/// A letter, or a word that the fonts lack, as it was drawn. Lengths are in pixels; `along` and `end` are measured along its line, `base`
/// across it.
struct DrawnLetter {
  const ImFontGlyph* glyph = nullptr;  // of a letter
  const ImFont* font = nullptr;
  Box box;
  float size = 0;            // pixels to the em
  bool upright = false;      // its line reads from the bottom to the top
  float along = 0, end = 0;  // the begin and the end of its room on the line
  float base = 0;            // the upper edge of its line; the baseline of a word
  float below = 0;           // the distance from that edge to the baseline
  float blank = 0;           // the width of a blank in its font and size
  std::string_view word;     // the text of a word
};

/// All letters and words that the texture of the fonts holds when the object is made.
/// Example: `KnownLetters().at(&list.VtxBuffer[first])` returns the letter that four corners show.
class KnownLetters {
 public:
  KnownLetters();
  /// Returns the letter that four corners show; nullopt if they show something else. `corner` is the upper left one, and three follow it.
  std::optional<DrawnLetter> at(const ImDrawVert* corner) const;
  /// Returns the word that four corners show, in the same way. The text belongs to the Words of the context (ui/widgets/words.h).
  std::optional<DrawnLetter> word_at(const ImDrawVert* corner) const;

 private:
  struct Known {
    const ImFontGlyph* glyph;
    const ImFont* font;
    float size;    // the height of a line of its font, in the pixels that measure the glyph
    float ascent;  // from the top of that line to the baseline
    float blank;
  };
  struct KnownWord {
    const WordInAtlas* word;
    ImVec2 end;  // its lower right corner in the texture
  };
  // The keys are upper left corners in the texture.
  std::unordered_map<std::uint64_t, Known> known_;
  std::unordered_map<std::uint64_t, KnownWord> words_;
};

/// Whether the letter `next` continues the text of `before` on the same line.
bool goes_on(const DrawnLetter& before, const DrawnLetter& next);

}  // namespace gf::ui
