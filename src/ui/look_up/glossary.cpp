#include "ui/look_up/glossary.h"

#include <imgui.h>

#include <algorithm>

#include "ui/frame.h"
#include "ui/look_up/glossary_terms.h"
#include "ui/look_up/link_text.h"
#include "ui/places.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

constexpr const char* kPopup = "glossary";
constexpr float kTermWidth = 360;  // design pixels

std::string title_of_term(const Texts& texts, std::string_view id) { return texts.get("glossary." + std::string(id) + ".term"); }

const std::vector<GlossaryForm>& forms_of(const Frame& frame, Screen& screen) {
  if (frame.state.glossary_forms_of != frame.texts.additions()) {
    screen.state.glossary_forms = glossary_forms(frame.texts);
    screen.state.glossary_forms_of = frame.texts.additions();
  }
  return frame.state.glossary_forms;
}

void open(Screen& screen, std::string_view term, ImVec2 at) {
  screen.state.glossary = term;
  screen.state.glossary_at = at;
  screen.state.glossary_opening = true;
  want_all_texts(screen);
}

void underline(const Theme& theme, ImVec2 from, float width, bool lit) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float u = theme.unit, dot = 1.25f * u;
  const ImU32 color = lit ? theme.color.accent : faded(theme.color.accent, 0.75f);
  for (float x = 0; x + dot <= width; x += 3 * u)
    list->AddRectFilled(ImVec2(from.x + x, from.y), ImVec2(from.x + x + dot, from.y + dot), color);
}

// Draws the part of a term that stands on one line as a button. A press opens the term.
void draw_use(const Frame& frame, Screen& screen, const GlossaryUse& use, ImVec2 at, float width, float height) {
  const Theme& theme = frame.theme;
  ImGui::SetCursorScreenPos(at);
  const bool pressed = ImGui::InvisibleButton(use.term.c_str(), ImVec2(std::max(width, 1.0f), height), ImGuiButtonFlags_EnableNav);
  note_control(screen.places, "term:" + use.term,
               {.name = title_of_term(frame.texts, use.term), .value = ui_text(frame, "accessible.term")});
  const bool lit = ImGui::IsItemHovered();
  underline(theme, ImVec2(at.x, at.y + height - theme.unit), width, lit);
  focus_frame(theme, 3 * theme.unit);
  if (lit) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  if (!frame.host.touch) tip(theme, meaning_of_term(frame.texts, use.term));
  if (pressed) open(screen, use.term, ImVec2(at.x, at.y + height + 4 * theme.unit));
}

// Draws the terms of a text. `lines` is the text with line breaks in place of some spaces, so that every byte keeps its place.
void draw_uses(const Frame& frame, Screen& screen, const Type& type, const std::string& lines, const std::vector<GlossaryUse>& uses,
               ImVec2 origin) {
  const float height = line_height(type);
  for (const GlossaryUse& use : uses) {
    for (std::size_t begin = use.begin; begin < use.end;) {
      const std::size_t end = std::min(lines.find('\n', begin), use.end);
      const std::size_t before = begin == 0 ? std::string::npos : lines.rfind('\n', begin - 1);
      const std::size_t line = before == std::string::npos ? 0 : before + 1;
      const auto row = static_cast<float>(std::count(lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(begin), '\n'));
      const std::string_view text(lines);
      const float x = measure(type, text.substr(line, begin - line)).x, width = measure(type, text.substr(begin, end - begin)).x;
      ImGui::PushID(static_cast<int>(begin));
      draw_use(frame, screen, use, ImVec2(origin.x + x, origin.y + row * height), width, height);
      ImGui::PopID();
      begin = end + 1;
    }
  }
}

void draw_term(const Frame& frame, Screen& screen, const std::string& term, float width) {
  const Theme& theme = frame.theme;
  paragraph(theme.heading, theme.color.ink, title_of_term(frame.texts, term), width);
  gap(6 * theme.unit);
  paragraph(theme.body, theme.color.ink, meaning_of_term(frame.texts, term), width);
  gap(8 * theme.unit);
  const float height = control_height(theme, frame.host.touch);
  const auto& entries = glossary_list(frame, screen);
  const auto entry = std::find_if(entries.begin(), entries.end(), [&](const GlossaryEntry& listed) { return listed.id == term; });
  if (entry != entries.end() && find_lesson(*frame.snapshot.catalogue, entry->lesson)) {
    const std::string where = frame.texts.format("ui.glossary.introduced", {{"place", introduced_in(frame, *entry)}});
    if (text_button(theme, screen.places, where + "###introduced", height, ButtonKind::outlined)) {
      go_to_lesson(frame, screen, entry->lesson, entry->step);
      ImGui::CloseCurrentPopup();
    }
  }
  if (text_button(theme, screen.places, ui_text(frame, "glossary.all"), height, ButtonKind::plain)) {
    open_glossary(screen);
    ImGui::CloseCurrentPopup();
  }
}

// Not inlined: its code travels after the first frame.
[[gnu::noinline]] void draw_open_term(const Frame& frame, Screen& screen) {
  ScreenState& state = screen.state;
  const float u = frame.theme.unit, width = std::min(kTermWidth * u, ImGui::GetMainViewport()->WorkSize.x - 48 * u);
  if (state.glossary_opening) ImGui::OpenPopup(kPopup);
  state.glossary_opening = false;
  ImGui::SetNextWindowPos(state.glossary_at, ImGuiCond_Appearing);
  if (!ImGui::BeginPopup(kPopup)) return state.glossary.clear();
  const std::string shown = state.glossary;
  draw_term(frame, screen, shown, width);
  const Box box{ImGui::GetWindowPos(),
                ImVec2(ImGui::GetWindowPos().x + ImGui::GetWindowSize().x, ImGui::GetWindowPos().y + ImGui::GetWindowSize().y)};
  note_box(screen.places, "glossary:" + shown, box);
  note_words(screen.places, "words:glossary", title_of_term(frame.texts, shown) + ": " + meaning_of_term(frame.texts, shown), box);
  ImGui::EndPopup();
}

}  // namespace

void glossed_paragraph(const Frame& frame, Screen& screen, const Type& type, ImU32 color, std::string_view text, float width) {
  if (text.empty()) return;
  const float wrap = width > 0 ? width : std::max(ImGui::GetContentRegionAvail().x, 1.0f);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::PushID(text.data(), text.data() + text.size());
  draw_uses(frame, screen, type, broken_at_spaces(type, text, wrap), glossary_uses(forms_of(frame, screen), text), at);
  ImGui::PopID();
  // The paragraph comes last, so that the flow of the window continues below it.
  ImGui::SetCursorScreenPos(at);
  paragraph(type, color, text, wrap);
}

void open_term(const Frame& frame, Screen& screen, const std::string& term) {
  const ImGuiViewport& viewport = *ImGui::GetMainViewport();
  const float u = frame.theme.unit, width = std::min(kTermWidth * u, viewport.WorkSize.x - 48 * u);
  open(screen, term, {viewport.WorkPos.x + (viewport.WorkSize.x - width) / 2, viewport.WorkPos.y + viewport.WorkSize.y / 4});
}

void open_glossary(Screen& screen) {
  screen.state.course.glossary_open = true;
  want_all_texts(screen);
  screen.state.rail_open = screen.state.course.map_open = false;
}

const std::vector<GlossaryEntry>& glossary_list(const Frame& frame, Screen& screen) {
  return screen.state.glossary_entries.get({frame.snapshot.catalogue, &frame.texts, frame.texts.additions()},
                                           [](const SearchIndexKey& key) { return glossary_entries(*key.texts, *key.catalogue); });
}

std::string introduced_in(const Frame& frame, const GlossaryEntry& entry) {
  const std::string title = frame.texts.get("lessons." + entry.lesson + ".title");
  if (entry.step < 0) return title;
  return frame.texts.format("ui.search.place", {{"lesson", title}, {"step", std::to_string(entry.step + 1)}});
}

void draw_glossary(const Frame& frame, Screen& screen) {
  if (!screen.state.glossary.empty()) draw_open_term(frame, screen);
}

}  // namespace gf::ui
