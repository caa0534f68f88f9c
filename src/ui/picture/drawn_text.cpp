#include "ui/picture/drawn_text.h"

#include <algorithm>
#include <optional>

#include "core/join.h"
#include "ui/picture/drawn_letters.h"
#include "ui/widgets/imgui_private.h"

namespace gf::ui {

namespace {

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
  const KnownLetters known;
  for (const ImDrawList* list : lists) {
    std::optional<DrawnLetter> before;
    for (const ImDrawCmd& command : list->CmdBuffer) {
      const Box clip{{command.ClipRect.x, command.ClipRect.y}, {command.ClipRect.z, command.ClipRect.w}};
      for (unsigned i = 0; i + 5 < command.ElemCount; i += 3) {
        const auto at = command.VtxOffset + list->IdxBuffer[static_cast<int>(command.IdxOffset + i)];
        if (static_cast<int>(at) + 3 >= list->VtxBuffer.Size) continue;
        const std::optional<DrawnLetter> letter = known.at(&list->VtxBuffer[static_cast<int>(at)]);
        if (!letter) continue;
        i += 3;  // the second triangle of the letter
        const Box seen = common(letter->box, clip);
        const bool all = seen.width() >= letter->box.width() - 1 && seen.height() >= letter->box.height() - 1;
        if (!before || !goes_on(*before, *letter)) {
          texts.emplace_back();
          texts.back().size = letter->size;
          texts.back().upright = letter->upright;
          texts.back().box = letter->box;
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
