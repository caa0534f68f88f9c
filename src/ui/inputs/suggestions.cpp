#include "ui/inputs/suggestions.h"

#include <algorithm>
#include <utility>

#include "ui/places.h"
#include "ui/widgets/imgui_private.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

constexpr std::size_t kMostOffered = 6;
constexpr ImGuiKey kKeys[] = {ImGuiKey_Tab, ImGuiKey_UpArrow, ImGuiKey_DownArrow, ImGuiKey_Escape};

bool begins_like(std::string_view word, std::string_view typed) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return word.size() >= typed.size() &&
         std::equal(typed.begin(), typed.end(), word.begin(), [&](char a, char b) { return lower(a) == lower(b); });
}

bool is_space(char c) { return c == ' ' || c == '\n' || c == '\t'; }

// Claims the keys of an open list for the next frame. Otherwise ImGui would use them to go to the next field or to restore the text. If the
// pointer is over the list, its button is claimed as well, so that nothing below is pressed.
void claim_keys(bool pointed_at) {
  const ImGuiID owner = ImHashStr("suggestions");
  for (const ImGuiKey key : kKeys) ImGui::SetKeyOwner(key, owner);
  if (pointed_at) ImGui::SetKeyOwner(ImGuiKey_MouseLeft, owner);
}

bool pressed(ImGuiKey key) { return ImGui::IsKeyPressed(key, ImGuiInputFlags_Repeat, ImHashStr("suggestions")); }

// Draws the words in rows below the field. take_suggestion handles a press on a word before the field notices a press beside itself.
void draw_list(const Frame& frame, Screen& screen, Suggestions& list, const Box& field) {
  const Theme& theme = screen_theme(frame.theme);
  const float u = theme.unit, row = (frame.host.touch ? 38.0f : 26.0f) * u;
  float width = 140 * u;
  for (const std::string& word : list.words) width = std::max(width, measure(theme.body, word).x + 24 * u);
  const Box box{{field.min.x, field.max.y + 3 * u},
                {field.min.x + width, field.max.y + 3 * u + row * static_cast<float>(list.words.size())}};
  ImDrawList* drawing = ImGui::GetForegroundDrawList();
  drawing->AddRectFilled(box.min, box.max, theme.color.raised, 7 * u);
  drawing->AddRect(box.min, box.max, theme.color.border, 7 * u, 0, u);
  for (std::size_t i = 0; i < list.words.size(); ++i) {
    const Box word_box{{box.min.x, box.min.y + row * static_cast<float>(i)}, {box.max.x, box.min.y + row * static_cast<float>(i + 1)}};
    if (i == list.chosen) drawing->AddRectFilled(word_box.min, word_box.max, theme.color.accent_soft, 7 * u);
    put(drawing, theme.body, {word_box.min.x + 10 * u, word_box.centre().y - theme.body.size / 2}, theme.color.ink, list.words[i]);
    note_box(screen.places, "suggestion:" + list.words[i], word_box);
  }
  list.box = box;
}

}  // namespace

std::vector<std::string> words_like(const std::vector<std::string>& known, std::string_view typed, std::size_t most) {
  std::vector<std::string> found;
  if (typed.empty()) return found;
  for (const std::string& word : known) {
    if (found.size() == most) break;
    if (word != typed && begins_like(word, typed) && std::find(found.begin(), found.end(), word) == found.end()) found.push_back(word);
  }
  return found;
}

TextSpan word_at(std::string_view text, std::size_t cursor) {
  TextSpan word{std::min(cursor, text.size()), std::min(cursor, text.size())};
  while (word.begin > 0 && !is_space(text[word.begin - 1])) --word.begin;
  while (word.end < text.size() && !is_space(text[word.end])) ++word.end;
  return word;
}

std::optional<std::string> take_suggestion(Screen& screen, const std::string& input, ImGuiID field) {
  Suggestions& list = screen.state.suggestions;
  if (list.input != input || list.words.empty()) return std::nullopt;
  const std::size_t count = list.words.size();
  if (pressed(ImGuiKey_DownArrow)) list.chosen = (list.chosen + 1) % count;
  if (pressed(ImGuiKey_UpArrow)) list.chosen = (list.chosen + count - 1) % count;
  if (pressed(ImGuiKey_Escape)) {
    list.closed_for = list.typed;
    list.words.clear();
    screen.state.keyboard.closed_frame = ImGui::GetFrameCount();
  }
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const bool by_hand = ImGui::IsMouseClicked(0) && list.box.contains(mouse);
  if (by_hand)
    list.chosen = std::min(static_cast<std::size_t>((mouse.y - list.box.min.y) / list.box.height() * static_cast<float>(count)), count - 1);
  if (!by_hand && !pressed(ImGuiKey_Tab)) return std::nullopt;
  if (list.words.empty()) return std::nullopt;
  std::string text = list.text;
  text.replace(list.word_begin, list.word_end - list.word_begin, list.words[list.chosen]);
  const std::size_t end = list.word_begin + list.words[list.chosen].size();
  select_in_field(field, {end, end});
  list.words.clear();
  return text;
}

void suggest_words(const Frame& frame, Screen& screen, const std::string& input, const std::string& text, ImGuiID field) {
  Suggestions& list = screen.state.suggestions;
  const Box box{ImGui::GetItemRectMin(), ImGui::GetItemRectMax()};
  const bool editing = ImGui::IsItemActive();
  const auto known = frame.trace ? frame.trace->words.find(input) : std::map<std::string, std::vector<std::string>>::const_iterator();
  if (!editing || !frame.trace || known == frame.trace->words.end()) {
    if (list.input == input) list = {};
    return;
  }
  const TextSpan word = word_at(text, cursor_in_field(field));
  const std::string typed = text.substr(word.begin, word.end - word.begin);
  const bool same = list.input == input && list.typed == typed && list.text == text;
  const std::string closed_for = list.input == input ? list.closed_for : std::string();
  if (!same)
    list = {.input = input, .text = text, .typed = typed, .closed_for = closed_for, .word_begin = word.begin, .word_end = word.end};
  // A field offers words only after the reader has typed, so that a field that was only entered covers nothing below.
  const bool touched = ImGui::GetCurrentContext()->ActiveIdHasBeenEditedBefore;
  list.words = touched && typed != list.closed_for ? words_like(known->second, typed, kMostOffered) : std::vector<std::string>();
  if (list.words.empty()) return;
  list.chosen = std::min(list.chosen, list.words.size() - 1);
  draw_list(frame, screen, list, box);
  claim_keys(list.box.contains(ImGui::GetIO().MousePos));
}

}  // namespace gf::ui
