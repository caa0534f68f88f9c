// The words that our fonts lack: measured and drawn by the machine, kept in the atlas of the fonts while they are in use.
#pragma once

#include <imgui.h>

#include <set>
#include <string>

#include "core/recently_used.h"
#include "render/words.h"

namespace gf::ui {

/// A word in the atlas: its place there, and where it stands (in pixels, see WordPicture).
struct WordInAtlas {
  ImFontAtlasRectId place = -1;  // -1: nothing to see
  int width = 0, height = 0, left = 0, top = 0;
  bool coloured = false;
  int frame = 0;  // in which it was drawn last
};

/// Belongs to the fonts of the current ImGui context as long as it lives; text is drawn with it (text.h) where there is one.
class Words {
 public:
  static constexpr std::size_t kMostPixels = 2u << 20;  // of pictures: 8 MB of the atlas
  static constexpr std::size_t kMostShapes = 4u << 20;  // bytes, of shapes
  static constexpr std::size_t kMostMissing = 8;        // words that are named where no font has them

  explicit Words(WordDrawing drawing);
  ~Words();
  Words(const Words&) = delete;
  Words& operator=(const Words&) = delete;

  /// Returns the Words of the fonts that this one is among; null if there are none.
  static Words* of(const ImFont& font);

  /// Until the next call.
  const WordShape& shape(const Word& word);

  /// The picture of a word in a font of so many pixels; null where there is no room for it, because what is drawn in this frame fills it.
  const WordInAtlas* picture(const Word& word, int size_px);

  /// Words that no font of the machine has; the first few.
  const std::set<std::string>& missing() const { return missing_; }

  std::size_t pixels_used() const { return pictures_.used(); }
  std::size_t shape_bytes_used() const { return shapes_.used(); }

 private:
  bool make_room(std::size_t pixels);
  WordInAtlas draw(const Word& word, int size_px);

  WordDrawing drawing_;
  ImFontAtlas* atlas_;
  RecentlyUsed<WordShape> shapes_;
  RecentlyUsed<WordInAtlas> pictures_;
  std::set<std::string> missing_;
};

}  // namespace gf::ui
