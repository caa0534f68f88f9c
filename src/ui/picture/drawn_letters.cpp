#include "ui/picture/drawn_letters.h"

#include <bit>
#include <cmath>

#include "ui/theme.h"
#include "ui/widgets/imgui_private.h"

namespace gf::ui {

namespace {

std::uint64_t key_of(float u, float v) { return std::uint64_t{std::bit_cast<std::uint32_t>(u)} << 32 | std::bit_cast<std::uint32_t>(v); }

}  // namespace

KnownLetters::KnownLetters() {
  ImFontAtlasBuilder& builder = *ImGui::GetIO().Fonts->Builder;
  for (int i = 0; i < builder.BakedPool.Size; ++i) {
    const ImFontBaked& baked = builder.BakedPool[i];
    if (baked.WantDestroy) continue;
    const float blank = baked.IndexAdvanceX.Size > ' ' ? baked.IndexAdvanceX[' '] : 0;
    for (const ImFontGlyph& glyph : baked.Glyphs)
      if (glyph.Visible) known_.emplace(key_of(glyph.U0, glyph.V0), Known{&glyph, baked.ContainerFont, baked.Size, baked.Ascent, blank});
  }
  const ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  const auto* const words = static_cast<const Words*>(atlas.UserData);
  if (!words) return;
  for (const auto& [name, word, cost] : words->in_atlas()) {
    ImFontAtlasRect rect;
    if (word.place >= 0 && atlas.GetCustomRect(word.place, &rect))
      words_.emplace(key_of(rect.uv0.x, rect.uv0.y), KnownWord{&word, rect.uv1});
  }
}

std::optional<DrawnLetter> KnownLetters::at(const ImDrawVert* corner) const {
  const auto found = known_.find(key_of(corner[0].uv.x, corner[0].uv.y));
  if (found == known_.end()) return std::nullopt;
  const auto& [glyph, font, em, ascent, blank] = found->second;
  if (corner[2].uv.x != glyph->U1 || corner[2].uv.y != glyph->V1) return std::nullopt;
  const ImVec2 a = corner[0].pos, b = corner[1].pos, c = corner[2].pos;
  const bool upright = std::fabs(b.x - a.x) < std::fabs(b.y - a.y);
  const float width = std::hypot(b.x - a.x, b.y - a.y), natural = glyph->X1 - glyph->X0;
  if (natural <= 0 || width <= 0) return std::nullopt;
  const float zoom = width / natural;
  DrawnLetter letter{glyph, font, {ImMin(a, c), ImMax(a, c)}, em * zoom / line_of(1), upright};
  const float from = upright ? -a.y : a.x;
  letter.along = from - glyph->X0 * zoom;
  letter.end = letter.along + glyph->AdvanceX * zoom;
  letter.base = (upright ? a.x : a.y) - glyph->Y0 * zoom;
  letter.below = ascent * zoom;
  letter.blank = blank * zoom;
  return letter;
}

std::optional<DrawnLetter> KnownLetters::word_at(const ImDrawVert* corner) const {
  const auto found = words_.find(key_of(corner[0].uv.x, corner[0].uv.y));
  if (found == words_.end()) return std::nullopt;
  const auto& [word, end] = found->second;
  const ImVec2 a = corner[0].pos, b = corner[1].pos, c = corner[2].pos;
  const bool upright = std::fabs(b.x - a.x) < std::fabs(b.y - a.y);
  const float zoom = std::hypot(b.x - a.x, b.y - a.y) / static_cast<float>(word->width);
  if (corner[2].uv.x != end.x || corner[2].uv.y != end.y || zoom <= 0) return std::nullopt;
  DrawnLetter drawn{.font = ImGui::GetIO().Fonts->Fonts[0],
                    .box = {ImMin(a, c), ImMax(a, c)},
                    .size = static_cast<float>(word->size_px) * zoom,
                    .upright = upright,
                    .word = word->text};
  drawn.along = (upright ? -a.y : a.x) - static_cast<float>(word->left) * zoom;
  drawn.end = drawn.along + word->advance * drawn.size;
  drawn.base = (upright ? a.x : a.y) - static_cast<float>(word->top) * zoom;
  return drawn;
}

bool goes_on(const DrawnLetter& before, const DrawnLetter& next) {
  constexpr float kMostBlank = 0.45f;  // as a part of the em
  return before.upright == next.upright && std::fabs(before.size - next.size) < 0.5f && std::fabs(before.base - next.base) < 1.5f &&
         next.along > before.along && next.along - before.end < kMostBlank * before.size && next.along - before.end > -0.2f * before.size;
}

}  // namespace gf::ui
