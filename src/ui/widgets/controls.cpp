#include "ui/widgets/controls.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>

#include "core/nth.h"
#include "ui/places.h"
#include "ui/widgets/imgui_private.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

struct Pressable {
  bool pressed = false, hovered = false, held = false;
  ImVec2 min, max;
};

Pressable pressable(const char* id, ImVec2 size, bool enabled) {
  Pressable p;
  ImGui::BeginDisabled(!enabled);
  p.pressed = ImGui::InvisibleButton(id, size, ImGuiButtonFlags_EnableNav);
  p.hovered = enabled && ImGui::IsItemHovered();
  p.held = enabled && ImGui::IsItemActive();
  ImGui::EndDisabled();
  p.min = ImGui::GetItemRectMin();
  p.max = ImGui::GetItemRectMax();
  return p;
}

void note_button(Places& places, std::string_view label, bool enabled) {
  const std::string name(shown_part(label));
  note_control(places, "button:" + name, {.name = name, .enabled = enabled});
}

ImU32 hover_wash(const Theme& theme, const Pressable& p) {
  const float hovered = p.hovered ? 0.07f : 0.0f;
  return faded(theme.color.ink, p.held ? 0.13f : hovered);
}

}  // namespace

std::string_view shown_part(std::string_view label) { return label.substr(0, label.find("##")); }

float control_height(const Theme& theme, bool touch) { return (touch ? 40.0f : 30.0f) * theme.unit; }

void focus_frame(const Theme& theme, float rounding) {
  if (!ImGui::IsItemFocused() || !ImGui::GetIO().NavVisible) return;
  const ImVec2 min = ImGui::GetItemRectMin(), max = ImGui::GetItemRectMax();
  const float u = theme.unit;
  ImGui::GetWindowDrawList()->AddRect(ImVec2(min.x - u, min.y - u), ImVec2(max.x + u, max.y + u), theme.color.accent, rounding + u, 0,
                                      2 * u);
}

bool icon_button(const Theme& theme, Places& places, Icon icon, std::string_view label, float side, bool enabled) {
  const std::string id(label);
  const Pressable p = pressable(id.c_str(), ImVec2(side, side), enabled);
  note_button(places, label, enabled);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float round = 6 * theme.unit;
  list->AddRectFilled(p.min, p.max, hover_wash(theme, p), round);
  const ImVec2 centre((p.min.x + p.max.x) / 2, (p.min.y + p.max.y) / 2);
  draw_icon(list, icon, centre, 15 * theme.unit, enabled ? theme.color.ink : faded(theme.color.ink, 0.30f));
  focus_frame(theme, round);
  tip(theme, shown_part(label));
  return p.pressed;
}

float text_button_width(const Theme& theme, std::string_view label) { return measure(theme.small, shown_part(label)).x + 24 * theme.unit; }

namespace {

// Draws the face of a button. Returns the ink for its words.
ImU32 draw_face(const Theme& theme, const Pressable& p, ButtonKind kind, bool enabled) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float round = 6 * theme.unit;
  ImU32 ink = theme.color.ink;
  if (kind == ButtonKind::primary) {
    list->AddRectFilled(p.min, p.max, theme.color.accent, round);
    ink = theme.color.on_accent;
  } else if (kind == ButtonKind::outlined) {
    list->AddRectFilled(p.min, p.max, theme.color.panel, round);
    list->AddRect(p.min, p.max, theme.color.border, round, 0, theme.unit);
  }
  list->AddRectFilled(p.min, p.max, hover_wash(theme, p), round);
  return enabled ? ink : faded(ink, 0.35f);
}

constexpr float kWrappedSide = 20;  // design pixels: the room beside words in several lines, on both sides together

}  // namespace

bool text_button(const Theme& theme, Places& places, std::string_view label, float height, ButtonKind kind, bool enabled) {
  return wide_button(theme, places, label, {text_button_width(theme, label), height}, kind, enabled);
}

ImVec2 wrapped_button_size(const Theme& theme, std::string_view label, float height, float most) {
  const float width = text_button_width(theme, label);
  if (width <= most) return {width, height};
  const float words = measure(theme.small, shown_part(label), most - kWrappedSide * theme.unit).y;
  return {most, std::max(height, words + kWrappedSide / 2 * theme.unit)};
}

bool wide_button(const Theme& theme, Places& places, std::string_view label, ImVec2 size, ButtonKind kind, bool enabled) {
  const std::string id(label);
  const Pressable p = pressable(id.c_str(), size, enabled);
  note_button(places, label, enabled);
  const ImU32 ink = draw_face(theme, p, kind, enabled);
  const float room = size.x - kWrappedSide * theme.unit, words = measure(theme.small, shown_part(label)).x;
  if (words > size.x)
    put(ImGui::GetWindowDrawList(), theme.small,
        {p.min.x + (size.x - room) / 2, (p.min.y + p.max.y - measure(theme.small, shown_part(label), room).y) / 2}, ink, shown_part(label),
        room);
  else
    put_centred(ImGui::GetWindowDrawList(), theme.small, p.min, p.max, ink, shown_part(label));
  focus_frame(theme, 6 * theme.unit);
  return p.pressed;
}

bool face_button(const Theme& theme, Places& places, std::string_view label, ImVec2 size, ButtonKind kind) {
  const std::string id(label);
  const Pressable p = pressable(id.c_str(), size, true);
  note_button(places, label, true);
  draw_face(theme, p, kind, true);
  focus_frame(theme, 6 * theme.unit);
  return p.pressed;
}

bool icon_text_button(const Theme& theme, Places& places, Icon icon, std::string_view label, ImVec2 size, ButtonKind kind, bool enabled) {
  const std::string id(label);
  label = shown_part(label);
  const Pressable p = pressable(id.c_str(), size, enabled);
  note_button(places, label, enabled);
  const ImU32 ink = draw_face(theme, p, kind, enabled);
  const float u = theme.unit, side = 12 * u, whole = side + 7 * u + measure(theme.small, label).x;
  const bool fits = whole + 8 * u <= p.max.x - p.min.x;
  const float width = fits ? whole : side;
  const float left = std::round((p.min.x + p.max.x - width) / 2), middle = (p.min.y + p.max.y) / 2;
  draw_icon(ImGui::GetWindowDrawList(), icon, ImVec2(left + side / 2, middle), side, ink);
  if (fits)
    put_centred(ImGui::GetWindowDrawList(), theme.small, ImVec2(left + side + 7 * u, p.min.y), ImVec2(left + width, p.max.y), ink, label);
  focus_frame(theme, 6 * u);
  return p.pressed;
}

bool toggle(const Theme& theme, Places& places, const char* id, std::string_view name, bool& on, float height) {
  const float u = theme.unit;
  const Pressable p = pressable(id, ImVec2(38 * u, height), true);
  if (p.pressed) on = !on;
  note_control(places, "switch:" + std::string(name), {.role = Role::toggle, .name = std::string(name), .on = on});
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float middle = (p.min.y + p.max.y) / 2, radius = 10 * u;
  const ImVec2 min(p.min.x, middle - radius), max(p.max.x, middle + radius);
  const ImU32 off_track = blend(theme.color.outline, theme.color.ink, p.hovered ? 0.2f : 0);
  list->AddRectFilled(min, max, on ? theme.color.accent : off_track, radius);
  const float x = on ? max.x - radius : min.x + radius;
  list->AddCircleFilled(ImVec2(x, middle), radius - 3 * u, on ? theme.color.on_accent : theme.color.panel, 24);
  focus_frame(theme, radius);
  return p.pressed;
}

float segmented_width(const Theme& theme, const std::vector<std::string>& labels) {
  float width = 0;
  for (const std::string& label : labels) width += measure(theme.small, label).x + 22 * theme.unit;
  return width;
}

int segmented(const Theme& theme, Places& places, const char* id, std::string_view name, const std::vector<std::string>& labels, int chosen,
              float height) {
  const float u = theme.unit, round = 6 * u;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const float width = segmented_width(theme, labels);
  list->AddRectFilled(origin, ImVec2(origin.x + width, origin.y + height), theme.color.sunken, round);
  int picked = -1;
  ImGui::PushID(id);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, ImGui::GetStyle().ItemSpacing.y));
  for (int i = 0; i < static_cast<int>(labels.size()); ++i) {
    const std::string& label = nth(labels, i);
    if (i > 0) ImGui::SameLine();
    ImGui::PushID(i);
    const Pressable p = pressable("segment", ImVec2(measure(theme.small, label).x + 22 * u, height), true);
    note_control(places, "radio:" + label, {.role = Role::radio, .name = label, .group = std::string(name), .on = i == chosen});
    ImGui::PopID();
    const ImVec2 min(p.min.x + 2 * u, p.min.y + 2 * u), max(p.max.x - 2 * u, p.max.y - 2 * u);
    if (i == chosen) {
      list->AddRectFilled(min, max, theme.color.raised, round - 2 * u);
      list->AddRect(min, max, theme.color.border, round - 2 * u, 0, u);
    } else {
      list->AddRectFilled(min, max, hover_wash(theme, p), round - 2 * u);
    }
    put_centred(list, theme.small, p.min, p.max, i == chosen ? theme.color.ink : theme.color.muted, label);
    focus_frame(theme, round);
    if (p.pressed) picked = i;
  }
  ImGui::PopStyleVar();
  ImGui::PopID();
  return picked == chosen ? -1 : picked;
}

int drop_down(const Theme& theme, Places& places, const char* id, std::string_view name, const std::vector<std::string>& labels, int chosen,
              float width, float height) {
  const float u = theme.unit;
  int picked = -1;
  ImGui::PushID(id);
  const Pressable p = pressable("open", ImVec2(width, height), true);
  const std::string shown = chosen >= 0 ? nth(labels, chosen) : std::string();
  note_control(places, "choice:" + std::string(name),
               {.role = Role::choice, .name = std::string(name), .value = shown, .choices = labels, .now = static_cast<double>(chosen)});
  if (const std::optional<double> wished = wished_value(places, ImGui::GetItemID()))
    picked = std::clamp(static_cast<int>(std::lround(*wished)), 0, static_cast<int>(labels.size()) - 1);
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(p.min, p.max, theme.color.panel, 6 * u);
  list->AddRectFilled(p.min, p.max, hover_wash(theme, p), 6 * u);
  list->AddRect(p.min, p.max, theme.color.outline, 6 * u, 0, u);
  put_elided(list, theme.small, ImVec2(p.min.x + 10 * u, (p.min.y + p.max.y - theme.small.size) / 2), theme.color.ink, shown,
             width - 34 * u);
  draw_icon(list, Icon::down, ImVec2(p.max.x - 15 * u, (p.min.y + p.max.y) / 2), 9 * u, theme.color.muted);
  focus_frame(theme, 6 * u);
  if (p.pressed) ImGui::OpenPopup("list");
  ImGui::SetNextWindowPos(ImVec2(p.min.x, p.max.y + 4 * u));
  if (ImGui::BeginPopup("list")) {
    for (int i = 0; i < static_cast<int>(labels.size()); ++i) {
      ImGui::PushID(i);
      if (ImGui::Selectable(nth(labels, i).c_str(), i == chosen, 0, ImVec2(std::max(width - 24 * u, 60 * u), height - 4 * u))) picked = i;
      note_control(places, "option:" + nth(labels, i), {.name = nth(labels, i), .on = i == chosen});
      ImGui::PopID();
    }
    ImGui::EndPopup();
  }
  ImGui::PopID();
  return picked == chosen ? -1 : picked;
}

namespace {

// Makes the item active by press or by keyboard, as ImGui's own slider does, but without turning it into a text field.
void activate_slider(ImGuiWindow* window, ImGuiID id, const ImRect& box) {
  ImGuiContext& g = *ImGui::GetCurrentContext();
  const bool hovered = ImGui::ItemHoverable(box, id, g.LastItemData.ItemFlags);
  const bool clicked = hovered && ImGui::IsMouseClicked(0, ImGuiInputFlags_None, id);
  if (!clicked && g.NavActivateId != id) return;
  if (clicked) ImGui::SetKeyOwner(ImGuiKey_MouseLeft, id);
  ImGui::SetActiveID(id, window);
  ImGui::SetFocusID(id, window);
  ImGui::FocusWindow(window);
  g.ActiveIdUsingNavDirMask |= (1U << ImGuiDir_Left) | (1U << ImGuiDir_Right);
}

}  // namespace

bool drag_along(const char* id_text, double& part, const Box& track, const Box& grip, bool up) {
  ImGuiWindow* window = ImGui::GetCurrentWindow();
  const ImGuiID id = window->GetID(id_text);
  const ImRect box(grip.min, grip.max);
  if (!ImGui::ItemAdd(box, id)) return false;
  activate_slider(window, id, box);
  // ImGui leaves a margin at both ends of a slider, and moves the middle of its knob between them.
  constexpr float kMargin = 2;
  const float beyond = kMargin + ImGui::GetStyle().GrabMinSize / 2;
  ImRect along(track.min, track.max), knob;
  up ? along.Expand(ImVec2(0, beyond)) : along.Expand(ImVec2(beyond, 0));
  constexpr double kLeast = 0, kMost = 1;
  double next = std::clamp(part, kLeast, kMost);
  const ImGuiSliderFlags flags = ImGuiSliderFlags_NoRoundToFormat | (up ? ImGuiSliderFlags_Vertical : 0);
  if (!ImGui::SliderBehavior(along, id, ImGuiDataType_Double, &next, &kLeast, &kMost, "%.4f", flags, &knob)) return false;
  const bool changed = next != part;
  part = next;
  return changed;
}

namespace {

std::string slider_value_text(double value, double step) {
  char text[32];
  std::snprintf(text, sizeof text, step >= 1 ? "%.0f" : "%.4g", value);
  return text;
}

}  // namespace

bool slider(const Theme& theme, Places& places, const char* id_text, std::string_view name, double& value, const SliderRange& range,
            ImVec2 size) {
  const auto [least, most, step, logarithmic] = range;
  ImGuiWindow* window = ImGui::GetCurrentWindow();
  const ImGuiID id = window->GetID(id_text);
  const ImVec2 at = window->DC.CursorPos;
  const ImRect box(at, ImVec2(at.x + size.x, at.y + size.y));
  ImGui::ItemSize(box);
  if (!ImGui::ItemAdd(box, id)) return false;
  activate_slider(window, id, box);
  double next = std::clamp(value, least, most);
  ImRect grab;
  const ImGuiSliderFlags flags = (logarithmic ? ImGuiSliderFlags_Logarithmic : 0) | ImGuiSliderFlags_NoRoundToFormat;
  bool changed = ImGui::SliderBehavior(box, id, ImGuiDataType_Double, &next, &least, &most, step == 1 ? "%.0f" : "%.4f", flags, &grab);
  if (step > 0) next = std::clamp(least + std::round((next - least) / step) * step, least, most);
  changed = changed && next != value;
  note_control(places, "slider:" + std::string(name),
               {.role = Role::slider,
                .name = std::string(name),
                .value = slider_value_text(next, step),
                .now = next,
                .least = least,
                .most = most,
                .step = step});
  if (const std::optional<double> wished = wished_value(places, id); wished && std::isfinite(*wished)) {
    next = std::clamp(*wished, least, most);
    changed = next != value;
  }
  const float u = theme.unit, middle = (box.Min.y + box.Max.y) / 2, x = (grab.Min.x + grab.Max.x) / 2;
  const bool active = ImGui::IsItemActive(), hovered = ImGui::IsItemHovered();
  ImDrawList* list = window->DrawList;
  list->AddRectFilled(ImVec2(box.Min.x, middle - 2 * u), ImVec2(box.Max.x, middle + 2 * u), theme.color.outline, 2 * u);
  list->AddRectFilled(ImVec2(box.Min.x, middle - 2 * u), ImVec2(x, middle + 2 * u), theme.color.accent, 2 * u);
  list->AddCircleFilled(ImVec2(x, middle), (active ? 9.0f : 8.0f) * u, theme.color.accent, 28);
  list->AddCircleFilled(ImVec2(x, middle), (hovered || active ? 3.0f : 5.5f) * u, theme.color.raised, 28);
  focus_frame(theme, 6 * u);
  if (changed) value = next;
  return changed;
}

}  // namespace gf::ui
