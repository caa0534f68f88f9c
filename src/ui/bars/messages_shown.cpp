#include "ui/bars/messages_shown.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>

#include "core/utf8.h"
#include "ui/inputs/typed.h"
#include "ui/places.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/text.h"
#include "ui/widgets/words.h"

namespace gf::ui {

namespace {

void draw_card(const Theme& theme, ImVec2 min, ImVec2 max) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float u = theme.unit;
  list->AddRectFilled(ImVec2(min.x, min.y + 2 * u), ImVec2(max.x, max.y + 3 * u), theme.color.shadow, 8 * u);
  list->AddRectFilled(min, max, theme.color.warn_soft, 8 * u);
  list->AddRect(min, max, theme.color.warn, 8 * u, 0, u);
}

enum class Pressed { nothing, action, close };

// Draws a card of words with a button that closes it. If `action` is not empty, a button with that text stands before the closing one. `at`
// is the upper left corner of the card, or with `above` the lower left one. Returns the button that was pressed.
Pressed draw_words_card(const Frame& frame, Screen& screen, const char* id, const std::string& text, const std::string& action, ImVec2 at,
                        float most, bool above) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, side = 28 * u;
  const float action_width = action.empty() ? 0 : measure(theme.small, action).x + 32 * u;
  const float wrap = most - side - action_width - 30 * u;
  const ImVec2 words = measure(theme.small, text, wrap);
  const float width = words.x + action_width + side + 30 * u, height = std::max(words.y + 18 * u, side + 8 * u);
  if (above) at.y -= height;
  Pressed pressed = Pressed::nothing;
  ImGui::SetCursorScreenPos(at);
  if (ImGui::BeginChild(id, ImVec2(width, height + 4 * u), 0, ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse)) {
    draw_card(theme, at, ImVec2(at.x + width, at.y + height));
    put(ImGui::GetWindowDrawList(), theme.small, ImVec2(at.x + 14 * u, at.y + (height - words.y) / 2), theme.color.ink, text, wrap);
    const float left = at.x + width - side - 6 * u, top = at.y + (height - side) / 2;
    if (!action.empty()) {
      ImGui::SetCursorScreenPos(ImVec2(left - action_width, top));
      if (text_button(theme, screen.places, action, side)) pressed = Pressed::action;
    }
    ImGui::SetCursorScreenPos(ImVec2(left, top));
    if (icon_button(theme, screen.places, Icon::close, ui_text(frame, "dismiss"), side)) pressed = Pressed::close;
  }
  ImGui::EndChild();
  return pressed;
}

// Returns the code points of the first characters, "U+A997, U+A9A4", since no font can show the characters themselves.
std::string codes_of(const std::set<std::string>& words) {
  std::string codes;
  for (const std::string& word : words) {
    char code[16];
    std::snprintf(code, sizeof code, "U+%04X", static_cast<unsigned>(code_point(utf8_characters(word).front())));
    codes += (codes.empty() ? "" : ", ") + std::string(code);
  }
  return codes;
}

}  // namespace

void draw_problem(const Frame& frame, Screen& screen, ImVec2 top_left, float width) {
  const float u = frame.theme.unit;
  // A cell that is being typed in, or a field, shows the problem itself.
  const bool wrong = frame.snapshot.problem && !frame.state.lesson.edit && !is_said_at_field(frame, *frame.snapshot.problem);
  const std::optional<Problem>& problem = wrong ? frame.snapshot.problem : frame.snapshot.notice;
  if (!problem) return;
  const std::string text = frame.texts.format(*problem);
  const std::string action = problem->id == "missing_file" ? ui_text(frame, "try_again") : "";
  const ImVec2 at(top_left.x + 10 * u, top_left.y + 8 * u);
  const Pressed pressed = draw_words_card(frame, screen, "problem", text, action, at, std::min(width - 20 * u, 640 * u), false);
  if (pressed == Pressed::action) send(screen, TryAgain{});
  if (pressed == Pressed::close) send(screen, DismissProblem{});
}

void draw_missing_letters(const Frame& frame, Screen& screen, ImVec2 bottom_left, float width) {
  const Words* words = Words::of(*frame.theme.small.font);
  if (!words || words->missing().empty() || frame.state.missing_letters_said) return;
  const float u = frame.theme.unit;
  const std::string text = frame.texts.format("ui.missing_letters", {{"codes", codes_of(words->missing())}});
  const ImVec2 at(bottom_left.x + 10 * u, bottom_left.y - 56 * u);
  if (draw_words_card(frame, screen, "missing letters", text, "", at, std::min(width - 20 * u, 640 * u), true) == Pressed::close)
    screen.state.missing_letters_said = true;
  note_item(screen.places, "notice:missing letters");
}

void draw_not_finite(const Frame& frame, Screen& screen, ImVec2 bottom_left, float width) {
  if (!frame.trace || !frame.trace->first_not_finite) return;
  const Theme& theme = frame.theme;
  const float u = theme.unit, height = (frame.host.touch ? 40.0f : 32.0f) * u;
  const CellReference at = *frame.trace->first_not_finite;
  const TraceNode& node = frame.trace->node(at.node);
  const bool nan = std::isnan(node.value->at(at.cell));
  const std::string text = frame.texts.format(nan ? "ui.first_nan" : "ui.first_infinity", {{"cell", cell_name(node, at.cell)}});
  // The message stands beside the button that plays the computation, if there is room.
  const float play = measure(theme.small, ui_text(frame, "film.play")).x + 78 * u, words = measure(theme.small, text).x + 28 * u;
  const float left = words + play + 280 * u < width ? play : 10 * u, room = std::min(words, width - left - 10 * u);
  const ImVec2 min(bottom_left.x + left, bottom_left.y - height - 8 * u);
  ImGui::SetCursorScreenPos(min);
  if (ImGui::BeginChild("not finite", ImVec2(room + 2 * u, height + 4 * u), 0,
                        ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse)) {
    draw_card(theme, min, ImVec2(min.x + room, min.y + height));
    if (ImGui::InvisibleButton("show", ImVec2(room, height), ImGuiButtonFlags_EnableNav)) {
      select_cell(frame, screen, at.node, at.cell);
      screen.state.lesson.reveal = node.name;
      screen.state.pointer_leads = false;
    }
    note_control(screen.places, "notice:not finite", {.name = text});
    if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    focus_frame(theme, 8 * u);
    put_elided(ImGui::GetWindowDrawList(), theme.small, ImVec2(min.x + 14 * u, min.y + (height - theme.small.size) / 2), theme.color.warn,
               text, room - 28 * u);
  }
  ImGui::EndChild();
}

}  // namespace gf::ui
