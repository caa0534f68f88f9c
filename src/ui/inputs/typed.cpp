#include "ui/inputs/typed.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include "core/join.h"
#include "ui/ask/ask_parts.h"
#include "ui/inputs/suggestions.h"
#include "ui/places.h"
#include "ui/widgets/imgui_private.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

// Problems that further letters cannot mend.
constexpr std::string_view kBeyondMending[] = {"text_too_long", "text_far_too_long", "too_many_tokens", "not_utf8"};
// Problems about a single word, `got`.
constexpr std::string_view kAboutOneWord[] = {"unknown_word", "unknown_token", "word_not_in_phrases", "word_not_in_corpus"};
constexpr std::size_t kMostOfKept = 48;                // the bytes of the accepted text that are shown
constexpr float kStaleWash = 0.72f, kStaleBelow = 10;  // the wash reaches below the picture, as the letters of its last line do

template <typename List>
bool lists_id(const List& list, std::string_view id) {
  return std::find(std::begin(list), std::end(list), id) != std::end(list);
}

std::string problem_word(const Problem& problem, std::string_view key) {
  const auto found = std::find_if(problem.words.begin(), problem.words.end(), [&](const auto& word) { return word.first == key; });
  return found == problem.words.end() ? std::string() : found->second;
}

bool is_inside_word(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x80 || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '\'' || c == '-';
}

// Returns the places at which a word stands in a text as a whole word.
std::vector<TextSpan> places_of_word(const std::string& text, const std::string& word) {
  std::vector<TextSpan> places;
  if (word.empty()) return places;
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + word.size())) {
    const std::size_t end = at + word.size();
    const bool begins = at == 0 || !is_inside_word(text[at - 1]) || !is_inside_word(word.front());
    const bool ends = end == text.size() || !is_inside_word(text[end]) || !is_inside_word(word.back());
    if (begins && ends) places.push_back({at, end});
  }
  return places;
}

const TypedText* typed_into(const Frame& frame, const std::string& input) {
  const auto found = frame.state.lesson.typed.find(input);
  return found == frame.state.lesson.typed.end() ? nullptr : &found->second;
}

std::vector<TextSpan> refused_places(const TypedText& typed) {
  if (!typed.refused || !lists_id(kAboutOneWord, typed.refused->id)) return {};
  std::vector<TextSpan> places = places_of_word(typed.text, problem_word(*typed.refused, "got"));
  // The reader has typed a further letter, and the lesson has not replied yet, so the longer word counts as refused.
  if (places.empty() && typed.asked && typed.active)
    if (const TextSpan word = word_at(typed.text, typed.cursor); word.end > word.begin) places.push_back(word);
  return places;
}

// Whether the refused word is at the cursor and may be the beginning of a known word.
bool may_become_known(const Frame& frame, const std::string& input, const TypedText& typed) {
  const TextSpan at = word_at(typed.text, typed.cursor);
  const std::string word = typed.text.substr(at.begin, at.end - at.begin);
  if (problem_word(*typed.refused, "got") != word) return false;
  const auto known = frame.trace ? frame.trace->words.find(input) : std::map<std::string, std::vector<std::string>>::const_iterator();
  return !frame.trace || known == frame.trace->words.end() || !words_like(known->second, word, 1).empty();
}

bool shows_refusal(const Frame& frame, const std::string& input, const TypedText& typed) {
  if (!typed.refused) return false;
  if (!typed.active || typed.entered || lists_id(kBeyondMending, typed.refused->id)) return true;
  if (typed.asked) return typed.shown;
  return lists_id(kAboutOneWord, typed.refused->id) && !may_become_known(frame, input, typed);
}

// Returns the first input, in the lesson's order, whose field shows a refused text; null if no field does.
const InputSpec* refused_input(const Frame& frame) {
  for (const InputSpec& spec : frame.snapshot.lesson().inputs)
    if (is_refused(frame, spec.name)) return &spec;
  return nullptr;
}

std::string input_label(const Frame& frame, const std::string& input) {
  return text_or(frame, lesson_key(frame, "inputs." + input + ".label"), input);
}

// Returns what is wrong with the text, with the label of the input in place of its name.
std::string refusal_words(const Frame& frame, const std::string& input, const TypedText& typed) {
  if (!refused_places(typed).empty())
    return frame.texts.format(problem_word(*typed.refused, "near").empty() ? "ui.refused.unknown_alone" : "ui.refused.unknown",
                              {{"got", problem_word(*typed.refused, "got")}});
  Problem problem = *typed.refused;
  for (auto& [word, value] : problem.words)
    if (word == "where" && value == input) value = input_label(frame, input);
  return frame.texts.format(problem);
}

// Returns the first line of the text that was accepted last, shortened.
std::string kept_words(const TypedText& typed) {
  std::string kept(without_space_around(typed.kept.substr(0, typed.kept.find('\n'))));
  if (kept.size() <= kMostOfKept) return kept;
  const std::size_t end = kept.rfind(' ', kMostOfKept);
  return kept.substr(0, end == std::string::npos ? kMostOfKept : end) + " …";
}

// Replaces the text in the field, sends it, and puts the keyboard into the field with the cursor at the byte `cursor`.
void put_into_field(const Frame& frame, Screen& screen, const std::string& input, std::string text, std::size_t cursor) {
  TypedText& typed = screen.state.lesson.typed[input];
  typed.text = text;
  typed.asked = true;
  typed.entered = typed.heard = false;
  typed.sent = frame.snapshot.revision;
  typed.wants_keyboard = !frame.host.touch;
  typed.select = {cursor, cursor};
  send(screen, SetInput{input, std::move(text), new_gesture(screen)});
}

void draw_offers(const Frame& frame, Screen& screen, const std::string& input, const TypedText& typed, Flow& flow, float height) {
  const Theme& theme = frame.theme;
  const std::vector<TextSpan> places = refused_places(typed);
  const std::vector<std::string> offers =
      places.empty() ? std::vector<std::string>() : split_at_space(problem_word(*typed.refused, "near"));
  const std::string got = problem_word(*typed.refused, "got");
  for (const std::string& word : offers) {
    flow.next(text_button_width(theme, word));
    const bool pressed = text_button(theme, screen.places, word + "###in place " + word, height);
    name_noted(screen.places, frame.texts.format("ui.refused.offered", {{"word", word}, {"got", got}}));
    if (!pressed) continue;
    std::string text = typed.text;
    text.replace(places.front().begin, places.front().end - places.front().begin, word);
    return put_into_field(frame, screen, input, std::move(text), places.front().begin + word.size());
  }
  const std::string back = frame.texts.format("ui.refused.back", {{"text", kept_words(typed)}}) + "###back to what was taken";
  flow.next(text_button_width(theme, back));
  if (!text_button(theme, screen.places, back, height, ButtonKind::plain)) return;
  send(screen, DismissProblem{});
  screen.state.lesson.typed.erase(input);
}

}  // namespace

std::string text_in_field(const Frame& frame, const std::string& input, const std::string& value) {
  const TypedText* typed = typed_into(frame, input);
  return typed ? typed->text : value;
}

void follow_typed(const Frame& frame, Screen& screen, const std::string& input, const std::string& value, ImGuiID field) {
  const auto found = screen.state.lesson.typed.find(input);
  if (found == screen.state.lesson.typed.end()) return;
  TypedText& typed = found->second;
  if (typed.asked && frame.snapshot.revision > typed.sent && !frame.snapshot.computing) {
    typed.asked = false;
    typed.refused = value == typed.text ? std::nullopt : frame.snapshot.problem;
    typed.kept = value;
  } else if (!typed.asked && typed.refused && (value != typed.kept || value == typed.text)) {
    typed.refused.reset();  // an example, a step or Undo brought another text, or the reader typed the accepted text again
  }
  const bool active = ImGui::GetActiveID() == field;
  if (typed.entered && !typed.asked && !typed.heard) {
    typed.heard = true;
    if (typed.refused) {
      const std::vector<TextSpan> places = refused_places(typed);
      typed.select = places.empty() ? TextSpan{0, typed.text.size()} : places.front();
      typed.wants_keyboard = true;
    } else if (active) {
      ImGui::ClearActiveID();
    }
  }
  if (!typed.wants_keyboard) return;
  screen.output.animating = true;
  if (!active) return ImGui::ActivateItemByID(field);
  select_in_field(field, typed.select);
  typed.wants_keyboard = false;
}

void keep_typed(const Frame& frame, Screen& screen, const std::string& input, const std::string& text, bool changed, bool lines) {
  auto& all = screen.state.lesson.typed;
  const bool active = ImGui::IsItemActive();
  const auto found = all.find(input);
  if (found == all.end() && !active && !changed) return;
  TypedText& typed = all[input];
  if (changed) {
    typed.asked = true;
    typed.sent = frame.snapshot.revision;
    typed.entered = typed.heard = false;
  }
  typed.text = text;
  typed.active = active;
  typed.cursor = active ? cursor_in_field(ImGui::GetItemID()) : 0;
  if (active && !lines && entered_here()) {
    typed.entered = true;
    typed.heard = false;
    select_in_field(ImGui::GetItemID(), {text.size(), text.size()});
    screen.output.animating = true;
  }
  typed.shown = shows_refusal(frame, input, typed);
  if (!active && !typed.asked && !typed.refused && !typed.wants_keyboard) all.erase(input);
}

bool entered_here() {
  // The Enter that leads into the field does not count.
  return ImGui::IsItemActive() && !ImGui::IsItemActivated() &&
         (ImGui::IsKeyPressed(ImGuiKey_Enter, false) || ImGui::IsKeyPressed(ImGuiKey_KeypadEnter, false));
}

std::vector<TextSpan> marked_in_field(const Frame& frame, const std::string& input) {
  const TypedText* typed = typed_into(frame, input);
  return typed && shows_refusal(frame, input, *typed) ? refused_places(*typed) : std::vector<TextSpan>();
}

bool is_refused(const Frame& frame, const std::string& input) {
  const TypedText* typed = typed_into(frame, input);
  return typed && shows_refusal(frame, input, *typed);
}

bool is_said_at_field(const Frame& frame, const Problem& problem) {
  const auto& all = frame.state.lesson.typed;
  return std::any_of(all.begin(), all.end(), [&](const auto& entry) { return entry.second.asked || entry.second.refused == problem; });
}

bool has_refusal(const Frame& frame) { return refused_input(frame) != nullptr; }

void draw_refusal(const Frame& frame, Screen& screen, float width) {
  const InputSpec* spec = refused_input(frame);
  if (!spec) return;
  const Theme& theme = frame.theme;
  const float u = theme.unit, height = control_height(theme, frame.host.touch);
  const TypedText typed = *typed_into(frame, spec->name);
  const std::string words = refusal_words(frame, spec->name, typed);
  const ImVec2 size = measure(theme.body, words, width);
  ImVec2 at = ImGui::GetCursorScreenPos();
  Flow flow(width, 8 * u);
  flow.next(size.x);
  at = ImGui::GetCursorScreenPos();
  const bool one_line = size.y <= line_height(theme.body) * 1.5f;
  put(ImGui::GetWindowDrawList(), theme.body, {at.x, at.y + (one_line ? (height - size.y) / 2 : 0)}, theme.color.warn, words, width);
  ImGui::Dummy({size.x, one_line ? height : size.y});
  note_words(screen.places, "words:refused", words, {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()});
  draw_offers(frame, screen, spec->name, typed, flow, height);
}

void draw_stale(const Frame& frame, Screen& screen, const Box& picture) {
  const InputSpec* spec = refused_input(frame);
  if (!spec || spec->type != InputType::text) return;
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(picture.min, {picture.max.x, picture.max.y + kStaleBelow * u}, faded(theme.color.page, kStaleWash));
  const std::string text = frame.texts.format("ui.refused.stale", {{"text", kept_words(*typed_into(frame, spec->name))}});
  const float most = std::max(picture.width() - 40 * u, 80 * u);
  const ImVec2 size = measure(theme.body, text, most), middle = picture.centre();
  const Box label{{middle.x - size.x / 2 - 12 * u, middle.y - size.y / 2 - 8 * u},
                  {middle.x + size.x / 2 + 12 * u, middle.y + size.y / 2 + 8 * u}};
  list->AddRectFilled(label.min, label.max, theme.color.raised, 8 * u);
  list->AddRect(label.min, label.max, theme.color.border, 8 * u, 0, u);
  put(list, theme.body, {label.min.x + 12 * u, label.min.y + 8 * u}, theme.color.ink, text, most);
  note_words(screen.places, "words:stale", text, label);
}

bool has_next_words(const Frame& frame, const std::string& input) {
  if (!frame.trace || frame.snapshot.computing || is_refused(frame, input) || frame.host.options.locks(input)) return false;
  const auto next = frame.trace->next_words.find(input);
  return next != frame.trace->next_words.end() && !next->second.empty();
}

void draw_next_words(const Frame& frame, Screen& screen, const std::string& input, const Box& row) {
  if (!has_next_words(frame, input)) return;
  const Theme& theme = frame.theme;
  const float u = theme.unit, height = row.height();
  const InputValue& value = input_or_default(frame.snapshot.lesson(), frame.snapshot.document.inputs, input);
  float x = row.min.x;
  for (const std::string& word : frame.trace->next_words.at(input)) {
    const float wide = text_button_width(theme, word);
    if (x + wide > row.max.x) return;
    ImGui::SetCursorScreenPos({x, row.min.y});
    const bool pressed = text_button(theme, screen.places, word + "###next word " + word, height);
    name_noted(screen.places, frame.texts.format("ui.first.add_word", {{"word", word}}));
    x += wide + 6 * u;
    if (!pressed) continue;
    std::string text(without_space_around(text_in_field(frame, input, std::get<std::string>(value))));
    text += (text.empty() ? "" : " ") + word;
    const std::size_t end = text.size();
    put_into_field(frame, screen, input, std::move(text), end);
  }
}

}  // namespace gf::ui
