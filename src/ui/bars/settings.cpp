#include "ui/bars/settings.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>
#include <vector>

#include "core/nth.h"
#include "protocol/version.h"
#include "ui/bars/embed.h"
#include "ui/inputs/inputs.h"
#include "ui/places.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

// Draws the choice of the size of all text, in percent.
void draw_text_size(const Frame& frame, Screen& screen, float height) {
  const Theme& theme = frame.theme;
  std::vector<std::string> labels;
  int chosen = 0;
  for (std::size_t i = 0; i < std::size(kTextSizes); ++i) {
    labels.push_back(std::to_string(static_cast<int>(std::lround(kTextSizes[i] * 100))) + " %");
    if (std::fabs(kTextSizes[i] - frame.host.text_size) < 0.01f) chosen = static_cast<int>(i);
  }
  const std::string name = ui_text(frame, "text_size");
  line(theme.tiny, theme.color.muted, name);
  const float room = ImGui::GetContentRegionAvail().x;
  const int picked = segmented_width(theme, labels) <= room
                         ? segmented(theme, screen.places, "text size", name, labels, chosen, height)
                         : drop_down(theme, screen.places, "text size", name, labels, chosen, std::min(room, 160 * theme.unit), height);
  if (picked >= 0) screen.output.requests.push_back({.kind = HostRequest::Kind::set_text_size, .text_size = nth(kTextSizes, picked)});
}

// Draws the choice among the languages that the texts name (assets/text/en/languages.json), each by its own name.
void draw_languages(const Frame& frame, Screen& screen, float height) {
  constexpr std::string_view kLanguages = "languages.";
  const Theme& theme = frame.theme;
  std::vector<std::string> ids, labels;
  int chosen = -1;
  const auto& all = frame.texts.all();
  for (auto at = all.lower_bound(kLanguages); at != all.end() && at->first.starts_with(kLanguages); ++at) {
    ids.push_back(at->first.substr(kLanguages.size()));
    labels.push_back(at->second);
    if (ids.back() == frame.host.language) chosen = static_cast<int>(ids.size()) - 1;
  }
  if (ids.empty()) return;
  if (chosen < 0) {  // the address asks for a language that the texts do not name
    chosen = static_cast<int>(ids.size());
    ids.push_back(frame.host.language);
    labels.push_back(frame.host.language);
  }
  const std::string name = ui_text(frame, "language");
  line(theme.tiny, theme.color.muted, name);
  const float width = std::min(ImGui::GetContentRegionAvail().x, 160 * theme.unit);
  if (const int picked = drop_down(theme, screen.places, "language", name, labels, chosen, width, height); picked >= 0)
    screen.output.requests.push_back({.kind = HostRequest::Kind::set_language, .language = nth(ids, picked)});
}

// Draws the switch that has announcements for assistive technology read aloud.
void draw_reading(const Frame& frame, Screen& screen, float height) {
  if (!frame.host.can_read) return;
  const Theme& theme = frame.theme;
  gap(4 * theme.unit);
  const std::string name = ui_text(frame, "read_aloud");
  bool on = frame.host.reads;
  if (toggle(theme, screen.places, "read aloud", name, on, height))
    screen.output.requests.push_back({.kind = HostRequest::Kind::set_reading, .reading = on});
  ImGui::SameLine(0, 8 * theme.unit);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  put(ImGui::GetWindowDrawList(), theme.small, {at.x, at.y + (height - theme.small.size) / 2}, theme.color.ink, name);
  ImGui::NewLine();
}

// The version, for those who report a mistake.
void draw_version(const Frame& frame, Screen& screen) {
  const std::string version = frame.texts.format("ui.version", {{"number", std::string(program_version())}});
  const ImVec2 at = ImGui::GetCursorScreenPos();
  line(frame.theme.tiny, frame.theme.color.muted, version);
  note_words(screen.places, "words:version", version, {at, {at.x + measure(frame.theme.tiny, version).x, ImGui::GetCursorScreenPos().y}});
}

void close_settings(Screen& screen) {
  screen.state.settings_open = false;
  screen.state.keyboard.closed_frame = ImGui::GetFrameCount();
}

// Draws the title of the settings, and the button that closes them.
void draw_head_of_settings(const Frame& frame, Screen& screen) {
  const Theme& theme = frame.theme;
  const float side = control_height(theme, frame.host.touch), width = ImGui::GetContentRegionAvail().x;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::SetCursorScreenPos({at.x, at.y + (side - theme.heading.size) / 2});
  line(theme.heading, theme.color.ink, ui_text(frame, "settings"), width - side);
  ImGui::SetCursorScreenPos({at.x + width - side, at.y});
  if (icon_button(theme, screen.places, Icon::close, ui_text(frame, "close_settings"), side)) close_settings(screen);
  ImGui::SetCursorScreenPos({at.x, at.y + side + 6 * theme.unit});
}

void draw_of_all_lessons(const Frame& frame, Screen& screen) {
  const Theme& theme = frame.theme;
  const float height = control_height(theme, frame.host.touch);
  gap(4 * theme.unit);
  draw_text_size(frame, screen, height);
  gap(4 * theme.unit);
  draw_languages(frame, screen, height);
  draw_reading(frame, screen, height);
  if (text_button(theme, screen.places, ui_text(frame, "keys.title"), height)) screen.state.keys_asked = true;
}

// Not inlined: its code travels after the first frame.
[[gnu::noinline]] void draw_open_settings(const Frame& frame, Screen& screen, const Regions& r) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  const Box& box = r.settings;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImDrawFlags corners = r.settings_is_sheet ? ImDrawFlags_RoundCornersTop : ImDrawFlags_RoundCornersNone;
  list->AddRectFilled(box.min, box.max, theme.color.panel, 14 * u, corners);
  if (r.settings_is_sheet)
    list->AddRect({box.min.x - u, box.min.y}, {box.max.x + u, box.max.y + 20 * u}, theme.color.border, 14 * u, corners, u);
  else
    for (const float x : {box.min.x, box.max.x}) list->AddLine({x, box.min.y}, {x, box.max.y}, theme.color.border, u);
  if (begin_part("settings", box, ImVec2(16 * u, 10 * u), 0)) {
    draw_head_of_settings(frame, screen);
    draw_inputs(frame, screen);
    draw_of_all_lessons(frame, screen);
    draw_embed(frame, screen);
    gap(4 * u);
    draw_version(frame, screen);
    gap(10 * u);
    if (ImGui::IsKeyPressed(ImGuiKey_Escape, false) && !frame.state.keyboard.was_over) close_settings(screen);
  }
  ImGui::EndChild();
  note_box(screen.places, "part:settings", box);
}

}  // namespace

void draw_settings(const Frame& frame, Screen& screen, const Regions& r) {
  if (frame.state.settings_open)
    draw_open_settings(frame, screen, r);
  else
    screen.state.tried.reset();
}

}  // namespace gf::ui
