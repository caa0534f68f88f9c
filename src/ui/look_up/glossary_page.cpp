#include "ui/look_up/glossary_page.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/utf8.h"
#include "ui/look_up/glossary.h"
#include "ui/look_up/link_text.h"
#include "ui/look_up/search.h"
#include "ui/places.h"
#include "ui/regions.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

constexpr float kTermColumn = 330, kTermsApart = 32, kLetterRoom = 44, kWidestTerms = 1240;  // design pixels

Type term_body(const Theme& theme) { return {theme.body.font, line_of(16) * theme.unit}; }

// The columns of terms, beside the letter or below it.
struct TermColumns {
  std::size_t count = 1;
  float left = 0, width = 0;
};

TermColumns term_columns(const Theme& theme, float width) {
  const float u = theme.unit;
  TermColumns columns;
  columns.left = width >= 640 * u ? kLetterRoom * u : 0;
  const float room = width - columns.left;
  columns.count = std::clamp<std::size_t>(static_cast<std::size_t>((room + kTermsApart * u) / ((kTermColumn + kTermsApart) * u)), 1, 3);
  columns.width = (room - kTermsApart * u * static_cast<float>(columns.count - 1)) / static_cast<float>(columns.count);
  return columns;
}

float term_height(const Frame& frame, const GlossaryEntry& entry, float width) {
  const Theme& theme = frame.theme;
  return theme.heading.size + 4 * theme.unit + measure(term_body(theme), entry.text, width).y + 5 * theme.unit + theme.small.size;
}

void draw_term_entry(const Frame& frame, Screen& screen, const GlossaryEntry& entry, ImVec2 at, float width) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, end = at.y + term_height(frame, entry, width);
  ImDrawList* list = ImGui::GetWindowDrawList();
  put(list, theme.heading, at, theme.color.ink, entry.term);
  const ImVec2 below(at.x, at.y + theme.heading.size + 4 * u);
  put(list, term_body(theme), below, theme.color.ink, entry.text, width);
  note_words(screen.places, "words:term " + entry.id, entry.term + ": " + entry.text, {at, {at.x + width, end - theme.small.size - 5 * u}});
  ImGui::SetCursorScreenPos({at.x, end - theme.small.size});
  step_link(frame, screen, theme.small, "introduced:" + entry.id, introduced_in(frame, entry), entry.lesson, entry.step, width);
}

// Returns the letter under which a term stands: "E" for "Époque".
std::string initial_of(const GlossaryEntry& entry) {
  std::string initial(utf8_at(entry.plain, 0));
  if (initial.size() == 1 && initial.front() >= 'a' && initial.front() <= 'z')
    initial.front() = static_cast<char>(initial.front() - 'a' + 'A');
  return initial;
}

// Draws the terms of a letter in rows.
void draw_letter(const Frame& frame, Screen& screen, const std::vector<GlossaryEntry>& all, std::size_t first, std::size_t end,
                 float width) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  const TermColumns columns = term_columns(theme, width);
  ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddLine(at, {at.x + width, at.y}, theme.color.rule, u);
  at.y += 14 * u;
  put(list, theme.value, {at.x, at.y - 4 * u}, theme.color.muted, initial_of(all[first]));
  if (columns.left == 0) at.y += theme.value.size + 6 * u;
  const Box seen = visible_box();
  for (std::size_t row = first; row < end; row += columns.count) {
    float height = 0;
    const std::size_t last = std::min(row + columns.count, end);
    for (std::size_t i = row; i < last; ++i) height = std::max(height, term_height(frame, all[i], columns.width));
    const bool in_sight = at.y < seen.max.y + 400 * u && at.y + height > seen.min.y - 400 * u;
    for (std::size_t i = row; i < last && in_sight; ++i) {
      const float x = at.x + columns.left + static_cast<float>(i - row) * (columns.width + kTermsApart * u);
      draw_term_entry(frame, screen, all[i], {x, at.y}, columns.width);
    }
    at.y += height + 20 * u;
  }
  ImGui::SetCursorScreenPos({list->GetClipRectMin().x, at.y});
  ImGui::SetCursorPosX(ImGui::GetCursorStartPos().x);
}

}  // namespace

void draw_glossary_page(const Frame& frame, Screen& screen, const Box& box) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, side = (box.width() < 760 * u ? 16.0f : 32.0f) * u, button = (frame.host.touch ? 42.0f : 34.0f) * u;
  if (begin_part("glossary page", box, ImVec2(side, 16 * u), 0)) {
    const float width = std::min(ImGui::GetContentRegionAvail().x - 4 * u, kWidestTerms * u);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    line(theme.title, theme.color.ink, ui_text(frame, "glossary.title"), width - button);
    const float search = text_button_width(theme, ui_text(frame, "search.title")) + 20 * u;
    ImGui::SetCursorScreenPos({at.x + width - button - search - 8 * u, at.y});
    search_button(frame, screen, {search, button});
    ImGui::SetCursorScreenPos({at.x + width - button, at.y});
    if (icon_button(theme, screen.places, Icon::close, ui_text(frame, "dismiss") + "###close glossary", button))
      screen.state.course.glossary_open = false;
    prefer_noted(screen.places);
    gap(8 * u);
    const std::vector<GlossaryEntry>& all = glossary_list(frame, screen);
    for (std::size_t first = 0, end; first < all.size(); first = end) {
      const std::string letter = initial_of(all[first]);
      for (end = first; end < all.size() && initial_of(all[end]) == letter;) ++end;
      draw_letter(frame, screen, all, first, end, width);
    }
    ImGui::Dummy({1, 16 * u});
  }
  ImGui::EndChild();
}

}  // namespace gf::ui
