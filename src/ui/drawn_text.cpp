#include "ui/drawn_text.h"

#include <imgui_internal.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <optional>
#include <unordered_map>

#include "core/join.h"
#include "ui/theme.h"

namespace gf::ui {

namespace {

struct KnownLetter {
  const ImFontGlyph* glyph;
  float size;  // the height of a line of its font, in the pixels that the glyph is measured in
};

// By the upper left corner in the texture.
using KnownLetters = std::unordered_map<std::uint64_t, KnownLetter>;

std::uint64_t key_of(float u, float v) { return std::uint64_t{std::bit_cast<std::uint32_t>(u)} << 32 | std::bit_cast<std::uint32_t>(v); }

KnownLetters known_letters() {
  KnownLetters known;
  ImFontAtlasBuilder& builder = *ImGui::GetIO().Fonts->Builder;
  for (int i = 0; i < builder.BakedPool.Size; ++i) {
    const ImFontBaked& baked = builder.BakedPool[i];
    if (baked.WantDestroy) continue;
    for (const ImFontGlyph& glyph : baked.Glyphs)
      if (glyph.Visible) known.emplace(key_of(glyph.U0, glyph.V0), KnownLetter{&glyph, baked.Size});
  }
  return known;
}

// A letter where it was drawn: along its line, and across.
struct Letter {
  const ImFontGlyph* glyph;
  Box box;
  float size;
  bool upright;
  float along, end;  // where its room on the line begins and ends
  float base;        // of its line
};

std::optional<Letter> letter_at(const KnownLetters& known, const ImDrawVert* corner) {
  const auto found = known.find(key_of(corner[0].uv.x, corner[0].uv.y));
  if (found == known.end()) return std::nullopt;
  const auto& [glyph, em] = found->second;
  if (corner[2].uv.x != glyph->U1 || corner[2].uv.y != glyph->V1) return std::nullopt;
  const ImVec2 a = corner[0].pos, b = corner[1].pos, c = corner[2].pos;
  const bool upright = std::fabs(b.x - a.x) < std::fabs(b.y - a.y);
  const float width = std::hypot(b.x - a.x, b.y - a.y), natural = glyph->X1 - glyph->X0;
  if (natural <= 0 || width <= 0) return std::nullopt;
  const float zoom = width / natural;
  Letter letter{glyph, {ImMin(a, c), ImMax(a, c)}, em * zoom / line_of(1), upright, 0, 0, 0};
  const float from = upright ? -a.y : a.x;
  letter.along = from - glyph->X0 * zoom, letter.end = letter.along + glyph->AdvanceX * zoom;
  letter.base = (upright ? a.x : a.y) - glyph->Y0 * zoom;
  return letter;
}

bool goes_on(const Letter& before, const Letter& next) {
  constexpr float kMostBlank = 0.45f;  // of the em
  return before.upright == next.upright && std::fabs(before.size - next.size) < 0.5f && std::fabs(before.base - next.base) < 1.5f &&
         next.along > before.along && next.along - before.end < kMostBlank * before.size && next.along - before.end > -0.2f * before.size;
}

void add_sign(std::string& text, ImWchar sign) {
  char bytes[5];
  ImTextCharToUtf8(bytes, sign);
  text += bytes;
}

}  // namespace

std::vector<DrawnText> drawn_texts() {
  const ImDrawData* drawn = ImGui::GetDrawData();
  if (!drawn) return {};
  return texts_drawn_in({drawn->CmdLists.begin(), drawn->CmdLists.end()});
}

std::vector<DrawnText> texts_drawn_in(const std::vector<const ImDrawList*>& lists) {
  std::vector<DrawnText> texts;
  const KnownLetters known = known_letters();
  for (const ImDrawList* list : lists) {
    std::optional<Letter> before;
    for (const ImDrawCmd& command : list->CmdBuffer) {
      const Box clip{{command.ClipRect.x, command.ClipRect.y}, {command.ClipRect.z, command.ClipRect.w}};
      for (unsigned i = 0; i + 5 < command.ElemCount; i += 3) {
        const auto at = command.VtxOffset + list->IdxBuffer[static_cast<int>(command.IdxOffset + i)];
        if (static_cast<int>(at) + 3 >= list->VtxBuffer.Size) continue;
        const std::optional<Letter> letter = letter_at(known, &list->VtxBuffer[static_cast<int>(at)]);
        if (!letter) continue;
        i += 3;  // the other half
        const Box seen = common(letter->box, clip);
        const bool all = seen.width() >= letter->box.width() - 1 && seen.height() >= letter->box.height() - 1;
        if (!before || !goes_on(*before, *letter)) {
          texts.emplace_back();
          texts.back().size = letter->size, texts.back().upright = letter->upright, texts.back().box = letter->box;
        } else if (letter->along - before->end > 0.12f * letter->size) {
          texts.back().text += ' ';
        }
        DrawnText& text = texts.back();
        text.cut = text.cut || !all;
        if (seen.width() > 0 && seen.height() > 0) text.letters.push_back(seen);
        text.box = {ImMin(text.box.min, letter->box.min), ImMax(text.box.max, letter->box.max)};
        add_sign(text.text, letter->glyph->Codepoint);
        before = letter;
      }
    }
  }
  std::erase_if(texts, [](const DrawnText& text) { return text.letters.empty(); });
  return texts;
}

ReadableText readable_text(const std::vector<DrawnText>& texts, const Box& box, const std::vector<std::string>& wanted) {
  ReadableText read;
  std::string all = " ";
  for (const DrawnText& text : texts) {
    if (!box.contains(text.box.centre())) continue;
    read.smallest = read.smallest > 0 ? std::min(read.smallest, text.size) : text.size;
    read.cut = read.cut || text.cut;
    all += text.text + ' ';
  }
  const auto is_drawn = [&](const std::string& name) {
    const std::vector<std::string> words = split_at_space(name);
    return std::all_of(words.begin(), words.end(), [&](const std::string& word) { return all.find(word) != std::string::npos; });
  };
  read.words = static_cast<std::size_t>(std::count_if(wanted.begin(), wanted.end(), is_drawn));
  return read;
}

}  // namespace gf::ui
