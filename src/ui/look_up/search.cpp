#include "ui/look_up/search.h"

#include <algorithm>
#include <set>
#include <utility>

#include "study/course.h"
#include "ui/course/page.h"
#include "ui/course/progress_mark.h"
#include "ui/look_up/glossary.h"
#include "ui/look_up/link_text.h"
#include "ui/look_up/search_index.h"
#include "ui/places.h"
#include "ui/regions.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/imgui_private.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

constexpr const char* kSearchPopup = "search";
constexpr float kFullBelow = 760, kSheetWidth = 660, kSheetHeight = 600, kFoundRow = 54, kFoundHead = 30;  // design pixels

// Returns the index of the cards of the open lesson.
SearchIndex nodes_index(const SearchNodesKey& key, const Frame& frame) {
  SearchIndex index;
  std::set<std::string> seen;
  if (!key.trace) return index;
  for (const Panel& panel : key.trace->panels)
    for (const std::string& name : panel.nodes)
      if (const int node = key.trace->find(name); node >= 0 && seen.insert(name).second)
        index.push_back(with_plain({SearchKind::node, name, -1, node_title(frame, key.trace->node(node)), name, ""}));
  return index;
}

SearchHits found_hits(const SearchHitsKey& key, const SearchIndex& course, const SearchIndex& nodes) {
  return search_in(course, nodes, key.typed);
}

// Returns the trace whose cards are searched; null for a page of text, which has no cards.
std::shared_ptr<const Trace> searched_trace(const Frame& frame) {
  return page_of_step(frame) == StepPage::none ? shared_trace(frame) : nullptr;
}

const SearchHits& search_hits(const Frame& frame, Screen& screen) {
  SearchScreen& search = screen.state.search;
  const SearchHitsKey key{
      {frame.snapshot.catalogue, &frame.texts, frame.texts.additions()}, {searched_trace(frame), &frame.texts}, search.typed};
  const SearchIndex& course = search.course.get(key.course, course_index);
  const SearchIndex& nodes = search.nodes.get_with(key.nodes, nodes_index, frame);
  return search.found.get_with(key, found_hits, course, nodes);
}

std::size_t found_count(const SearchHits& hits) {
  std::size_t count = 0;
  for (const SearchGroup& group : hits) count += group.entries.size();
  return count;
}

const SearchEntry* found_at(const SearchHits& hits, std::size_t place) {
  for (const SearchGroup& group : hits) {
    if (place < group.entries.size()) return &group.entries[place];
    place -= group.entries.size();
  }
  return nullptr;
}

void go_to_found(const Frame& frame, Screen& screen, const SearchEntry& entry) {
  switch (entry.kind) {
    case SearchKind::lesson:
    case SearchKind::step:
      go_to_lesson(frame, screen, entry.id, entry.step);
      break;
    case SearchKind::term:
      open_term(frame, screen, entry.id);
      break;
    case SearchKind::node:
      go_to_lesson(frame, screen, frame.snapshot.document.lesson, -1);
      screen.state.lesson.overview = false;
      send(screen, ShowScene{entry.id});
      break;
  }
  ImGui::CloseCurrentPopup();
}

// Returns the caption if its found words fit into `width`; otherwise the part of the caption around the first found word.
std::string snippet_of(const Type& type, const std::string& text, const std::string& words, float width) {
  constexpr std::size_t kBefore = 24;  // bytes before the word
  const auto parts = fitting_parts(text, words);
  if (parts.empty() || measure(type, text.substr(0, parts.back().second) + "…").x <= width) return text;
  const std::size_t from = parts.front().first > kBefore ? text.rfind(' ', parts.front().first - kBefore) : std::string::npos;
  return from == std::string::npos ? text : "…" + text.substr(from);
}

// Draws a line in which the typed words are marked.
void put_marked(const Theme& theme, const Type& type, ImVec2 at, ImU32 color, const std::string& text, const std::string& words,
                float width) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const std::string shown = elide(type, text, width);
  for (const auto& [begin, end] : fitting_parts(shown, words)) {
    const float from = measure(type, shown.substr(0, begin)).x, to = measure(type, shown.substr(0, end)).x;
    list->AddRectFilled({at.x + from - theme.unit, at.y}, {at.x + to + theme.unit, at.y + type.size}, theme.color.halo, 3 * theme.unit);
  }
  put(list, type, at, color, shown);
}

// The two lines of a result.
struct FoundWords {
  std::string first, second;
};

FoundWords words_of_found(const Frame& frame, const SearchEntry& entry) {
  if (entry.kind != SearchKind::step) return {entry.title, entry.text};
  return {entry.text, frame.texts.format("ui.search.place", {{"lesson", entry.context}, {"step", std::to_string(entry.step + 1)}})};
}

void draw_found_sign(const Frame& frame, const SearchEntry& entry, ImVec2 centre) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const LessonInfo* lesson =
      entry.step < 0 && entry.kind != SearchKind::lesson ? nullptr : find_lesson(*frame.snapshot.catalogue, entry.id);
  if (lesson && entry.kind == SearchKind::lesson) {
    const int number = number_of(*frame.snapshot.catalogue, *lesson);
    return draw_progress_mark(frame, *lesson, centre, 11 * u, lesson->chapter == Chapter::none ? "" : std::to_string(number));
  }
  if (lesson)
    return put_centred(list, theme.small, {centre.x - 14 * u, centre.y - 10 * u}, {centre.x + 14 * u, centre.y + 10 * u}, theme.color.muted,
                       std::to_string(number_of(*frame.snapshot.catalogue, *lesson)) + "." + std::to_string(entry.step + 1));
  if (entry.kind == SearchKind::term) {  // a short line for the term, and two lines for its meaning
    list->AddLine({centre.x - 9 * u, centre.y - 6 * u}, {centre.x, centre.y - 6 * u}, theme.color.muted, 3 * u);
    for (const float y : {0.0f, 6.0f})
      list->AddLine({centre.x - 9 * u, centre.y + y * u}, {centre.x + 9 * u, centre.y + y * u}, theme.color.muted, 1.25f * u);
    return;
  }
  list->AddRect({centre.x - 8 * u, centre.y - 7 * u}, {centre.x + 8 * u, centre.y + 7 * u}, theme.color.muted, 2 * u, 0, 1.25f * u);
  list->AddLine({centre.x, centre.y - 7 * u}, {centre.x, centre.y + 7 * u}, theme.color.muted, 1.25f * u);
  list->AddLine({centre.x - 8 * u, centre.y}, {centre.x + 8 * u, centre.y}, theme.color.muted, 1.25f * u);
}

void draw_found(const Frame& frame, Screen& screen, const SearchEntry& entry, const std::string& group, std::size_t place) {
  const Theme& theme = frame.theme;
  SearchScreen& search = screen.state.search;
  const float u = theme.unit, width = ImGui::GetContentRegionAvail().x, height = kFoundRow * u;
  ImGui::PushID(static_cast<int>(place));
  const bool pressed = ImGui::InvisibleButton("found", {width, height}, ImGuiButtonFlags_EnableNav);
  ImGui::PopID();
  if (ImGui::IsItemHovered() && search.by_hand) search.chosen = place;
  const bool chosen = search.chosen == place;
  const FoundWords words = words_of_found(frame, entry);
  note_control(screen.places,
               "found:" + std::string(name_of(entry.kind)) + ":" + entry.id + (entry.step >= 0 ? ":" + std::to_string(entry.step + 1) : ""),
               {.role = Role::option, .name = words.first + ". " + words.second, .group = group, .on = chosen});
  const ImVec2 min = ImGui::GetItemRectMin(), max = ImGui::GetItemRectMax();
  if (chosen) ImGui::GetWindowDrawList()->AddRectFilled(min, max, theme.color.accent_soft, 8 * u);
  if (chosen && std::exchange(search.moved, false)) {
    ImGui::SetScrollHereY(0.5f);
    screen.output.animating = true;
  }
  draw_found_sign(frame, entry, {min.x + 26 * u, (min.y + max.y) / 2});
  const float left = min.x + 52 * u, room = max.x - left - 12 * u;
  const std::string typed = plain_words(search.typed);
  const Type& type = entry.kind == SearchKind::step ? theme.body : theme.heading;
  const std::string first = entry.kind == SearchKind::step ? snippet_of(type, words.first, typed, room) : words.first;
  put_marked(theme, type, {left, min.y + 8 * u}, theme.color.ink, first, typed, room);
  put_marked(theme, theme.small, {left, min.y + 30 * u}, theme.color.muted, snippet_of(theme.small, words.second, typed, room), typed,
             room);
  focus_frame(theme, 8 * u);
  if (pressed) go_to_found(frame, screen, entry);
}

void draw_hits(const Frame& frame, Screen& screen, const SearchHits& hits) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  std::size_t place = 0;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, 0));
  for (const SearchGroup& group : hits) {
    const std::string name = ui_text(frame, "search." + std::string(name_of(group.kind)));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const Type head{theme.heading.font, theme.small.size};
    put(ImGui::GetWindowDrawList(), head, {at.x + 14 * u, at.y + 8 * u}, theme.color.muted, name);
    if (group.all > group.entries.size())
      put_right(ImGui::GetWindowDrawList(), theme.tiny, {at.x + ImGui::GetContentRegionAvail().x - 12 * u, at.y + 9 * u}, theme.color.muted,
                frame.texts.format("ui.search.some", {{"shown", std::to_string(group.entries.size())}, {"all", std::to_string(group.all)}}),
                160 * u);
    ImGui::Dummy({1, kFoundHead * u});
    for (const SearchEntry& entry : group.entries) draw_found(frame, screen, entry, name, place++);
  }
  if (hits.empty()) {
    gap(24 * u);
    ImGui::Indent(14 * u);
    const std::string none = frame.texts.format("ui.search.none", {{"typed", frame.state.search.typed}});
    paragraph(theme.body, theme.color.muted, none, ImGui::GetContentRegionAvail().x - 14 * u);
    note_words(screen.places, "words:nothing found", none, {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()});
    ImGui::Unindent(14 * u);
  }
  gap(8 * u);
  ImGui::PopStyleVar();
}

Box search_sheet(const Frame& frame) {
  const ImGuiViewport& viewport = *ImGui::GetMainViewport();
  const float u = frame.theme.unit, width = viewport.WorkSize.x,
              height = std::max(viewport.WorkSize.y - frame.host.keyboard_height, 120 * u);
  const ImVec2 from = viewport.WorkPos;
  if (width < kFullBelow * u || height < 420 * u) return {from, {from.x + width, from.y + height}};
  const float left = from.x + std::round((width - kSheetWidth * u) / 2), top = from.y + 56 * u;
  return {{left, top}, {left + kSheetWidth * u, top + std::min(kSheetHeight * u, height - 80 * u)}};
}

// Draws the ground of the sheet, and dims the whole screen behind it.
void draw_sheet_ground(const Theme& theme, const Box& sheet) {
  const ImGuiViewport& viewport = *ImGui::GetMainViewport();
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->PushClipRectFullScreen();
  list->AddRectFilled(viewport.Pos, {viewport.Pos.x + viewport.Size.x, viewport.Pos.y + viewport.Size.y}, IM_COL32(0, 0, 0, 90));
  const bool full = sheet.width() >= viewport.WorkSize.x;
  list->AddRectFilled(sheet.min, sheet.max, theme.color.raised, full ? 0 : 12 * theme.unit);
  if (!full) list->AddRect(sheet.min, sheet.max, theme.color.border, 12 * theme.unit, 0, theme.unit);
  list->PopClipRect();
}

// Handles the keys of the sheet. Arrow keys go through the results while the field keeps the keyboard.
void search_keys(const Frame& frame, Screen& screen, const SearchHits& hits) {
  SearchScreen& search = screen.state.search;
  const ImGuiID owner = ImGui::GetID("search keys");
  const std::size_t count = found_count(hits);
  constexpr std::size_t kPage = 5;
  const auto pressed = [&](ImGuiKey key) { return ImGui::IsKeyPressed(key, ImGuiInputFlags_Repeat, owner); };
  const auto go = [&](std::size_t place) {
    search.chosen = place;
    search.moved = true;
    search.by_hand = false;
  };
  if (count > 0) {
    if (pressed(ImGuiKey_DownArrow)) go((search.chosen + 1) % count);
    if (pressed(ImGuiKey_UpArrow)) go((search.chosen + count - 1) % count);
    if (pressed(ImGuiKey_PageDown)) go(std::min(search.chosen + kPage, count - 1));
    if (pressed(ImGuiKey_PageUp)) go(search.chosen - std::min(search.chosen, kPage));
  }
  for (const ImGuiKey key : {ImGuiKey_DownArrow, ImGuiKey_UpArrow, ImGuiKey_PageDown, ImGuiKey_PageUp}) ImGui::SetKeyOwner(key, owner);
  const ImGuiIO& io = ImGui::GetIO();
  if (io.MouseDelta.x != 0 || io.MouseDelta.y != 0) search.by_hand = true;
  if (ImGui::IsKeyPressed(ImGuiKey_Escape, false)) {
    screen.state.keyboard.closed_frame = ImGui::GetFrameCount();
    return ImGui::CloseCurrentPopup();
  }
  const bool entered = ImGui::IsKeyPressed(ImGuiKey_Enter, false) || ImGui::IsKeyPressed(ImGuiKey_KeypadEnter, false);
  if (const SearchEntry* entry = entered && !ImGui::IsWindowAppearing() ? found_at(hits, search.chosen) : nullptr)
    go_to_found(frame, screen, *entry);
}

void draw_search_field(const Frame& frame, Screen& screen, const Box& sheet) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, side = (frame.host.touch ? 44.0f : 40.0f) * u, top = sheet.min.y + 10 * u;
  SearchScreen& search = screen.state.search;
  draw_icon(ImGui::GetWindowDrawList(), Icon::search, {sheet.min.x + 26 * u, top + side / 2}, 16 * u, theme.color.muted);
  const float left = sheet.min.x + 46 * u, width = sheet.max.x - 10 * u - side - 6 * u - left;
  ImGui::SetCursorScreenPos({left, top});
  // Enter leaves the text as it is, and the field keeps the keyboard.
  const bool lost = ImGui::IsKeyPressed(ImGuiKey_Enter, false) || ImGui::IsKeyPressed(ImGuiKey_KeypadEnter, false);
  if (ImGui::IsWindowAppearing() || lost) ImGui::SetKeyboardFocusHere();
  const Type type{theme.body.font, line_of(16) * u};
  if (text_field(theme, screen.places, "##search", ui_text(frame, "search.title"), search.typed, type,
                 {.width = width, .height = side, .hint = ui_text(frame, "search.hint")})) {
    search.chosen = 0;
    search.by_hand = false;
    search.moved = true;
  }
  prefer_noted(screen.places);
  ImGui::SetCursorScreenPos({sheet.max.x - 10 * u - side, top});
  if (icon_button(theme, screen.places, Icon::close, ui_text(frame, "dismiss") + "###close search", side)) ImGui::CloseCurrentPopup();
  const float line = top + side + 10 * u;
  ImGui::GetWindowDrawList()->AddLine({sheet.min.x, line}, {sheet.max.x, line}, theme.color.border, u);
}

void draw_search_sheet(const Frame& frame, Screen& screen, const Box& sheet) {
  const float u = frame.theme.unit;
  draw_sheet_ground(frame.theme, sheet);
  draw_search_field(frame, screen, sheet);
  const SearchHits& hits = search_hits(frame, screen);
  search_keys(frame, screen, hits);
  const float top = sheet.min.y + (frame.host.touch ? 65.0f : 61.0f) * u;
  if (begin_part("found", {{sheet.min.x, top}, {sheet.max.x, sheet.max.y - 6 * u}}, {8 * u, 0}, 0)) draw_hits(frame, screen, hits);
  ImGui::EndChild();
  note_box(screen.places, "search", sheet);
}

// Not inlined: its code travels after the first frame.
[[gnu::noinline]] void draw_open_search(const Frame& frame, Screen& screen) {
  const Box sheet = search_sheet(frame);
  ImGui::SetNextWindowPos(sheet.min);
  ImGui::SetNextWindowSize({sheet.width(), sheet.height()});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
  ImGui::PushStyleVar(ImGuiStyleVar_PopupBorderSize, 0);
  ImGui::PushStyleColor(ImGuiCol_PopupBg, IM_COL32(0, 0, 0, 0));
  const bool open = ImGui::BeginPopup(kSearchPopup, kFixed);
  ImGui::PopStyleColor();
  ImGui::PopStyleVar(2);
  if (!open) return;
  draw_search_sheet(frame, screen, sheet);
  ImGui::EndPopup();
}

}  // namespace

void open_search(Screen& screen) {
  screen.state.search.asked = true;
  want_all_texts(screen);
}

void search_button(const Frame& frame, Screen& screen, ImVec2 size) {
  if (icon_text_button(frame.theme, screen.places, Icon::search, ui_text(frame, "search.title"), size)) open_search(screen);
  if (!frame.host.touch) tip(frame.theme, ui_text(frame, "search.tip"));
}

void draw_search(const Frame& frame, Screen& screen) {
  SearchScreen& search = screen.state.search;
  if (std::exchange(search.asked, false) && frame.snapshot.catalogue) {
    search.typed.clear();
    search.chosen = 0;
    search.moved = search.by_hand = false;
    ImGui::OpenPopup(kSearchPopup);
  }
  search.open = ImGui::IsPopupOpen(kSearchPopup);
  if (!search.open) return;
  draw_open_search(frame, screen);
}

}  // namespace gf::ui
