#include "ui/bars/keys_panel.h"

#include <imgui.h>

#include <algorithm>
#include <string>
#include <utility>

#include "ui/places.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

constexpr const char* kKeysPopup = "keys";
// The names of the rows, in their order. The texts of a row are "ui.keys.NAME.keys" and "ui.keys.NAME.what".
constexpr const char* kKeyRows[] = {"part",   "inside",    "slider", "enter", "escape", "cells", "ends", "type",   "lift",
                                    "matrix", "clipboard", "undo",   "step",  "play",   "point", "map",  "search", "list"};

void draw_row_of_keys(const Frame& frame, Screen& screen, const char* name, float width) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, keys_w = std::min(170 * u, width * 0.4f);
  const std::string keys = ui_text(frame, "keys." + std::string(name) + ".keys"),
                    what = ui_text(frame, "keys." + std::string(name) + ".what");
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 size = measure(theme.small, what, width - keys_w), keys_size = measure(theme.small, keys, keys_w - 10 * u);
  ImDrawList* list = ImGui::GetWindowDrawList();
  put(list, theme.small, at, theme.color.accent, keys, keys_w - 10 * u);
  put(list, theme.small, ImVec2(at.x + keys_w, at.y), theme.color.ink, what, width - keys_w);
  ImGui::Dummy(ImVec2(width, std::max(size.y, keys_size.y) + 2 * u));
  note_words(screen.places, "words:keys " + std::string(name), keys + ": " + what, {at, ImVec2(at.x + width, at.y + size.y)});
}

// Not inlined: its code travels after the first frame.
[[gnu::noinline]] void draw_open_keys(const Frame& frame, Screen& screen) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  const ImGuiViewport& viewport = *ImGui::GetMainViewport();
  const float width = std::min(560 * u, viewport.WorkSize.x - 40 * u);
  ImGui::SetNextWindowPos(ImVec2(viewport.WorkPos.x + viewport.WorkSize.x / 2, viewport.WorkPos.y + viewport.WorkSize.y / 2), 0,
                          ImVec2(0.5f, 0.5f));
  ImGui::SetNextWindowSizeConstraints(ImVec2(0, 0), ImVec2(viewport.WorkSize.x, viewport.WorkSize.y - 8 * u));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(18 * u, 16 * u));
  if (ImGui::BeginPopup(kKeysPopup)) {
    paragraph(theme.heading, theme.color.ink, ui_text(frame, "keys.title"), width);
    gap(4 * u);
    for (const char* name : kKeyRows) draw_row_of_keys(frame, screen, name, width);
    if (text_button(theme, screen.places, ui_text(frame, "dismiss"), control_height(theme, frame.host.touch))) ImGui::CloseCurrentPopup();
    ImGui::EndPopup();
  }
  ImGui::PopStyleVar();
}

}  // namespace

void draw_keys_panel(const Frame& frame, Screen& screen) {
  if (std::exchange(screen.state.keys_asked, false)) ImGui::OpenPopup(kKeysPopup);
  if (ImGui::IsPopupOpen(kKeysPopup)) draw_open_keys(frame, screen);
}

}  // namespace gf::ui
