#include "ui/bars/examples.h"

#include <imgui.h>

#include "protocol/step.h"
#include "ui/places.h"
#include "ui/widgets/controls.h"

namespace gf::ui {

namespace {

const std::vector<std::string>& not_led_to(const Frame& frame, Screen& screen) {
  std::optional<std::vector<std::string>>& known = screen.state.lesson.examples_without_step;
  if (!known) known = examples_without_step(frame.snapshot.lesson());
  return *known;
}

}  // namespace

float entry_height(const Frame& frame) { return (frame.host.touch ? 38.0f : 26.0f) * frame.theme.unit; }

void example_entries(const Frame& frame, Screen& screen, const std::vector<std::string>& names, float width, float height) {
  for (const std::string& name : names) {
    const std::string label = text_or(frame, lesson_key(frame, "presets." + name), name);
    if (ImGui::Selectable((label + "##" + name).c_str(), false, 0, ImVec2(width, height))) send(screen, ApplyPreset{name});
    note_control(screen.places, "preset:" + name, {.name = label});
  }
}

float try_also_width(const Frame& frame, Screen& screen) {
  return not_led_to(frame, screen).empty() ? 0 : text_button_width(frame.theme, ui_text(frame, "step.try_also"));
}

void try_also_button(const Frame& frame, Screen& screen, float height) {
  if (text_button(frame.theme, screen.places, ui_text(frame, "step.try_also"), height)) ImGui::OpenPopup("try also");
  const float u = frame.theme.unit, below = ImGui::GetItemRectMax().y + 4 * u;
  const bool right = ImGui::GetItemRectMin().x + 280 * u > ImGui::GetIO().DisplaySize.x;  // align the right edges of menu and button
  ImGui::SetNextWindowPos(ImVec2(right ? ImGui::GetItemRectMax().x : ImGui::GetItemRectMin().x, below), 0, ImVec2(right ? 1.0f : 0.0f, 0));
  if (!ImGui::BeginPopup("try also")) return;
  example_entries(frame, screen, not_led_to(frame, screen), 240 * u, entry_height(frame));
  ImGui::EndPopup();
}

}  // namespace gf::ui
