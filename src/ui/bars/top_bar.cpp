#include "ui/bars/top_bar.h"

#include <imgui.h>

#include <algorithm>

#include "ui/bars/examples.h"
#include "ui/bars/export_popup.h"
#include "ui/inputs/inputs.h"
#include "ui/places.h"
#include "ui/regions.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

// Lengths are in design pixels. A wider bar has all actions and the word *Settings*: in general, and in a low window with the main input.
constexpr float kWideBar = 620, kAllActions = 1000;
constexpr float kLeastTitleInput = 200;  // the least width of the main input beside the title

ThemeChoice next_theme(ThemeChoice theme) {
  if (theme == ThemeChoice::light) return ThemeChoice::dark;
  return theme == ThemeChoice::dark ? ThemeChoice::system : ThemeChoice::light;
}

const char* theme_key(ThemeChoice theme) {
  if (theme == ThemeChoice::light) return "theme.light";
  return theme == ThemeChoice::dark ? "theme.dark" : "theme.system";
}

Icon theme_icon(ThemeChoice theme) {
  if (theme == ThemeChoice::light) return Icon::sun;
  return theme == ThemeChoice::dark ? Icon::moon : Icon::half;
}

void set_theme(Screen& screen, ThemeChoice theme) { screen.output.requests.push_back({HostRequest::Kind::set_theme, theme}); }
void copy_link(const Frame& frame, Screen& screen) { screen.output.requests.push_back({HostRequest::Kind::copy_link, frame.host.theme}); }

std::vector<std::string> all_examples(const Frame& frame) {
  std::vector<std::string> names;
  for (const Preset& preset : frame.snapshot.lesson().presets) names.push_back(preset.name);
  return names;
}

void presets_button(const Frame& frame, Screen& screen, float height) {
  if (frame.snapshot.lesson().presets.empty()) return;
  if (text_button(frame.theme, screen.places, ui_text(frame, "presets"), height)) ImGui::OpenPopup("presets");
  const ImVec2 min = ImGui::GetItemRectMin(), max = ImGui::GetItemRectMax();
  ImGui::SetNextWindowPos(ImVec2(min.x, max.y + 4 * frame.theme.unit));
  if (!ImGui::BeginPopup("presets")) return;
  example_entries(frame, screen, all_examples(frame), 240 * frame.theme.unit, entry_height(frame));
  ImGui::EndPopup();
}

void history_buttons(const Frame& frame, Screen& screen, float side) {
  if (icon_button(frame.theme, screen.places, Icon::undo, ui_text(frame, "undo"), side, frame.snapshot.can_undo)) send(screen, Undo{});
  ImGui::SameLine();
  if (icon_button(frame.theme, screen.places, Icon::redo, ui_text(frame, "redo"), side, frame.snapshot.can_redo)) send(screen, Redo{});
}

// Draws all actions as buttons, on a wide bar.
void wide_actions(const Frame& frame, Screen& screen, float side) {
  const Theme& theme = frame.theme;
  presets_button(frame, screen, side);
  ImGui::SameLine();
  history_buttons(frame, screen, side);
  ImGui::SameLine();
  if (icon_button(theme, screen.places, Icon::reset, ui_text(frame, "reset"), side)) send(screen, ResetLesson{});
  ImGui::SameLine();
  if (icon_button(theme, screen.places, Icon::link, ui_text(frame, "copy_link"), side)) copy_link(frame, screen);
  ImGui::SameLine();
  export_button(frame, screen, side);
  ImGui::SameLine();
  const ThemeChoice theme_now = frame.host.theme;
  if (icon_button(theme, screen.places, theme_icon(theme_now), ui_text(frame, theme_key(theme_now)) + "###theme", side))
    set_theme(screen, next_theme(theme_now));
}

// Draws a button that opens a menu of the actions, on a narrow bar.
void more_menu(const Frame& frame, Screen& screen, float side) {
  const float u = frame.theme.unit, width = 230 * u, height = entry_height(frame);
  if (icon_button(frame.theme, screen.places, Icon::more, ui_text(frame, "more"), side)) ImGui::OpenPopup("more");
  const ImVec2 max = ImGui::GetItemRectMax();
  ImGui::SetNextWindowPos(ImVec2(max.x, max.y + 4 * u), 0, ImVec2(1, 0));
  if (!ImGui::BeginPopup("more")) return;
  const auto entry = [&](const char* key, bool chosen = false) {
    const std::string label = ui_text(frame, key);
    const bool pressed = ImGui::Selectable(label.c_str(), chosen, 0, ImVec2(width, height));
    note_control(screen.places, "entry:" + label, {.name = label, .on = chosen});
    return pressed;
  };
  if (entry("reset")) send(screen, ResetLesson{});
  if (entry("copy_link")) copy_link(frame, screen);
  if (entry("export.open")) open_export(screen);
  ImGui::Separator();
  for (const ThemeChoice theme : {ThemeChoice::light, ThemeChoice::dark, ThemeChoice::system}) {
    if (entry(theme_key(theme), theme == frame.host.theme)) set_theme(screen, theme);
  }
  if (!frame.snapshot.lesson().presets.empty()) {
    ImGui::Separator();
    line(frame.theme.tiny, frame.theme.color.muted, ui_text(frame, "presets"), width);
    example_entries(frame, screen, all_examples(frame), width, height);
  }
  ImGui::EndPopup();
}

// Draws the notice for a moment. It stays until the first later frame that is drawn for another reason: no frame is drawn only to remove
// it.
void copied_notice(const Frame& frame, Screen& screen, float right, float middle, float room) {
  constexpr double kMoment_s = 2;
  if (!frame.host.copied_notice.empty()) {
    screen.state.notice = frame.host.copied_notice;
    screen.state.notice_since_s = ImGui::GetTime();
  }
  if (ImGui::GetTime() > frame.state.notice_since_s + kMoment_s) screen.state.notice.clear();
  if (frame.state.notice.empty()) return;
  const Theme& theme = frame.theme;
  const std::string text = elide(theme.small, frame.texts.get(frame.state.notice), room);
  const ImVec2 size = measure(theme.small, text);
  const float u = theme.unit;
  ImDrawList* list = ImGui::GetForegroundDrawList();
  const ImVec2 min(right - size.x - 20 * u, middle + 24 * u), max(right, middle + 24 * u + size.y + 14 * u);
  list->AddRectFilled(min, max, theme.color.ink, 7 * u);
  put(list, theme.small, ImVec2(min.x + 10 * u, min.y + 7 * u), theme.color.page, text);
  note_words(screen.places, "notice:copied", text, {min, max});
}

float settings_width(const Frame& frame, bool wide, float side) {
  return wide ? text_button_width(frame.theme, ui_text(frame, "settings")) : side;
}

void settings_button(const Frame& frame, Screen& screen, bool wide, float side) {
  const std::string label = ui_text(frame, "settings");
  const bool pressed = wide ? text_button(frame.theme, screen.places, label, side, ButtonKind::outlined)
                            : icon_button(frame.theme, screen.places, Icon::sliders, label, side);
  if (pressed) screen.state.settings_open = !frame.state.settings_open;
}

}  // namespace

void draw_top_bar(const Frame& frame, Screen& screen, bool with_menu) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, width = ImGui::GetContentRegionAvail().x, side = (frame.host.touch ? 40.0f : 32.0f) * u;
  const bool with_input = has_main_input(frame) && main_input_fits(frame, width);
  const bool wide = width > (with_input && is_landscape(frame) ? kAllActions : kWideBar) * u;
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const float top = origin.y + (top_bar_height(frame) - side) / 2, spacing = ImGui::GetStyle().ItemSpacing.x;
  float left = origin.x;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(4 * u, ImGui::GetStyle().ItemSpacing.y));
  if (with_menu) {
    ImGui::SetCursorScreenPos(ImVec2(left, top));
    if (icon_button(theme, screen.places, Icon::menu, ui_text(frame, "lessons"), side)) screen.state.rail_open = !frame.state.rail_open;
    left += side + spacing;
  }
  const bool presets = !frame.snapshot.lesson().presets.empty();
  const float examples = presets ? text_button_width(theme, ui_text(frame, "presets")) : 0;
  const float actions = wide ? 6 * side + 24 * u + examples : 3 * side + 8 * u;
  const float right = origin.x + width;
  const Type& type = wide ? theme.title : theme.heading;
  const bool with_settings = !frame.host.options.hides(ScreenPart::inputs);
  const float settings = with_settings ? settings_width(frame, wide, side) + 8 * u : 0;
  const std::string title = frame.texts.get(lesson_key(frame, "title"));
  ImGui::SetCursorScreenPos(ImVec2(left, origin.y + (top_bar_height(frame) - type.size) / 2 - u));
  const float title_most = std::max(right - actions - settings - left - 8 * u - (with_input ? kLeastTitleInput * u : 0), 20 * u);
  line(type, theme.color.ink, title, title_most);
  left += std::min(measure(type, title).x, title_most) + 18 * u;
  if (with_input) {
    ImGui::SetCursorScreenPos(ImVec2(left, top));
    const float room = std::min(right - actions - settings - left - 12 * u, main_input_width(frame));
    draw_main_input(frame, screen, room);
    left += room + 8 * u;
  }
  ImGui::SetCursorScreenPos(ImVec2(with_input ? left : right - actions - settings, top));
  if (with_settings) settings_button(frame, screen, wide, side);
  ImGui::SetCursorScreenPos(ImVec2(right - actions, top));
  if (wide) {
    wide_actions(frame, screen, side);
  } else {
    history_buttons(frame, screen, side);
    ImGui::SameLine();
    more_menu(frame, screen, side);
  }
  ImGui::PopStyleVar();
  copied_notice(frame, screen, right, top + side / 2, width - 30 * u);
}

}  // namespace gf::ui
