// Keeps the words that our fonts lack. The machine measures and draws them (render/words.h), and their pictures stay in the atlas of the
// fonts while they are in use.
#pragma once

#include <imgui.h>

#include <cstddef>
#include <functional>
#include <list>
#include <set>
#include <string>
#include <string_view>

#include "core/recently_used.h"
#include "render/words.h"

namespace gf::ui {

/// A word in the atlas. Sizes and offsets are those of WordPicture, in pixels.
struct WordInAtlas {
  ImFontAtlasRectId place = -1;  // its id in the atlas; -1: the word has no visible pixel
  int width = 0, height = 0, left = 0, top = 0;
  bool coloured = false;
  std::string text;
  int size_px = 0;    // to the em
  float advance = 0;  // in ems
  int frame = 0;      // the frame in which the word was drawn last
};

/// The words of the fonts of the current ImGui context. As long as the object lives, text.h draws text with it.
class Words {
 public:
  static constexpr std::size_t kMostPixels = 2u << 20;  // pixels of all pictures, which are 8 MB of the atlas
  static constexpr std::size_t kMostShapes = 4u << 20;  // bytes of all shapes
  static constexpr std::size_t kMostMissing = 8;        // words in `missing`

  /// `lacks` is called with each word that the fonts lack when it is measured first. May be null.
  explicit Words(WordDrawing drawing, std::function<void(std::string_view word)> lacks = {});
  ~Words();
  Words(const Words&) = delete;
  Words& operator=(const Words&) = delete;

  /// Returns the Words that belong to a font's atlas; null if the atlas has none.
  static Words* of(const ImFont& font);

  /// Returns the shape of a word. The reference lasts until the next call.
  const WordShape& shape(const Word& word);

  /// Returns the picture of a word in a font of so many pixels. Returns null if the words of this frame alone fill the atlas.
  const WordInAtlas* picture(const Word& word, int size_px);

  /// Returns the first words that no font of the machine has, at most kMostMissing.
  const std::set<std::string>& missing() const { return missing_; }

  /// Returns all words in the atlas; their names say no more than their values.
  const std::list<RecentlyUsed<WordInAtlas>::Entry>& in_atlas() const { return pictures_.entries(); }

  std::size_t pixels_used() const { return pictures_.used(); }
  std::size_t shape_bytes_used() const { return shapes_.used(); }

 private:
  bool make_room(std::size_t pixels);
  WordInAtlas draw(const Word& word, int size_px);

  WordDrawing drawing_;
  std::function<void(std::string_view)> lacks_;
  ImFontAtlas* atlas_;
  RecentlyUsed<WordShape> shapes_;
  RecentlyUsed<WordInAtlas> pictures_;
  std::set<std::string> missing_;
};

}  // namespace gf::ui
