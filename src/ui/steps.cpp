#include <imgui.h>

#include <algorithm>

#include "protocol/json_fields.h"
#include "ui/glossary.h"
#include "ui/screen.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

const nlohmann::json& steps_of(const Frame& frame) { return frame.messages.node(lesson_key(frame, "steps")); }

std::string field(const nlohmann::json& step, const char* name) {
  const auto found = step.find(name);
  return found != step.end() && found->is_string() ? found->get<std::string>() : std::string();
}

void go_to(Frame& frame, int step) { send(frame, GoToStep{step}); }

/// The edits that a step suggests, as one undo step.
void try_it(Frame& frame, const nlohmann::json& step) {
  if (const std::string preset = field(step, "preset"); !preset.empty()) send(frame, ApplyPreset{preset});
  const auto set = step.find("set");
  if (set == step.end() || !set->is_object()) return;
  const int gesture = new_gesture(frame);
  for (const auto& [name, json] : set->items()) {
    const InputSpec* spec = find_input(frame.snapshot.lesson(), name);
    if (spec == nullptr) continue;
    try {
      send(frame, SetInput{name, input_from_json(*spec, json), gesture});
    } catch (const InputError&) {
      // A step of the texts that does not fit the lesson: a test of the texts finds it, the screen goes on.
      continue;
    }
  }
}

bool can_try(const nlohmann::json& step) { return step.contains("set") || step.contains("preset"); }

/// Brings the node that a step is about into view, once.
void follow_focus(Frame& frame, const nlohmann::json& step, int index) {
  const std::string key = frame.snapshot.document.lesson + "/" + std::to_string(index);
  if (frame.state.step_seen == key || frame.trace == nullptr) return;
  // The first step of a lesson that was just opened leaves the page at its top.
  const bool arrived = frame.state.step_seen.rfind(frame.snapshot.document.lesson + "/", 0) == 0;
  frame.state.step_seen = key;
  if (!arrived) return;
  const std::string focus = field(step, "focus");
  frame.state.reveal = focus;
  // A step that is about one cell shows how that came about.
  const int node = frame.trace->find(focus);
  if (node < 0 || !step.contains("cell")) return;
  const Cell cell = cell_from_json(step["cell"], "cell");
  if (frame.trace->nodes[static_cast<std::size_t>(node)].value->contains(cell)) send(frame, Select{focus, cell});
}

void step_dots(const Theme& theme, ImVec2 at, int index, int count) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float u = theme.unit;
  for (int i = 0; i < count; ++i) {
    const ImVec2 centre(at.x + static_cast<float>(i) * 12 * u, at.y);
    list->AddCircleFilled(centre, (i == index ? 4.0F : 3.0F) * u, i == index ? theme.color.accent : i < index ? faded(theme.color.accent, 0.5F) : theme.color.rule, 20);
  }
}

struct StepBar {
  const nlohmann::json& step;
  int index, count;
};

void draw_caption(Frame& frame, const StepBar& bar, float width) {
  const Theme& theme = frame.theme;
  glossed_paragraph(frame, theme.body, theme.color.ink, field(bar.step, "caption"), width);
  if (!can_try(bar.step)) return;
  const std::string own = field(bar.step, "try");
  if (text_button(theme, own.empty() ? ui_text(frame, "step.try") : own, 28 * theme.unit, ButtonKind::outlined)) try_it(frame, bar.step);
}

void draw_navigation(Frame& frame, const StepBar& bar, float height) {
  const Theme& theme = frame.theme;
  if (text_button(theme, ui_text(frame, "step.previous"), height, ButtonKind::outlined, bar.index > 0)) go_to(frame, bar.index - 1);
  ImGui::SameLine();
  if (text_button(theme, ui_text(frame, "step.next"), height, ButtonKind::primary, bar.index + 1 < bar.count)) go_to(frame, bar.index + 1);
}

void draw_count(Frame& frame, const StepBar& bar, float height) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  const std::string text = frame.messages.format("ui.step.count", {{"step", std::to_string(bar.index + 1)}, {"steps", std::to_string(bar.count)}});
  const ImVec2 at = ImGui::GetCursorScreenPos();
  put(ImGui::GetWindowDrawList(), theme.tiny, ImVec2(at.x, at.y + (height - theme.tiny.size) / 2), theme.color.muted, text);
  const float width = measure(theme.tiny, text).x + 14 * u;
  step_dots(theme, ImVec2(at.x + width, at.y + height / 2), bar.index, bar.count);
  ImGui::Dummy(ImVec2(width + static_cast<float>(bar.count) * 12 * u, height));
}

void draw_narrow(Frame& frame, const StepBar& bar, float width, float height) {
  const float u = frame.theme.unit;
  draw_count(frame, bar, height);
  ImGui::SameLine();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float left = at.x;
  ImGui::SetCursorScreenPos(ImVec2(std::max(ImGui::GetWindowPos().x + ImGui::GetWindowWidth() - height - 10 * u, left), at.y));
  const bool closed = frame.state.steps_closed;
  if (icon_button(frame.theme, closed ? Icon::down : Icon::up, ui_text(frame, closed ? "step.show" : "step.hide"), height)) frame.state.steps_closed = !closed;
  if (closed) return;
  draw_caption(frame, bar, width);
  draw_navigation(frame, bar, height);
}

}  // namespace

bool has_steps(const Frame& frame) {
  const nlohmann::json& steps = steps_of(frame);
  return steps.is_array() && !steps.empty();
}

void draw_steps(Frame& frame) {
  const nlohmann::json& steps = steps_of(frame);
  const Theme& theme = frame.theme;
  const float u = theme.unit, width = ImGui::GetContentRegionAvail().x, height = (frame.host.touch ? 38.0F : 30.0F) * u;
  const int count = static_cast<int>(steps.size()), index = std::clamp(frame.snapshot.document.step, 0, count - 1);
  const StepBar bar{steps[static_cast<std::size_t>(index)], index, count};
  follow_focus(frame, bar.step, index);
  if (width < 620 * u) return draw_narrow(frame, bar, width, height);
  const float buttons = text_button_width(theme, ui_text(frame, "step.previous")) + text_button_width(theme, ui_text(frame, "step.next")) + 8 * u;
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  ImGui::BeginGroup();
  draw_count(frame, bar, 16 * u);
  draw_caption(frame, bar, std::min(width - buttons - 28 * u, 760 * u));
  ImGui::EndGroup();
  const ImVec2 end = ImGui::GetItemRectMax();
  ImGui::SetCursorScreenPos(ImVec2(origin.x + width - buttons, origin.y + 4 * u));
  ImGui::BeginGroup();
  draw_navigation(frame, bar, height);
  ImGui::EndGroup();
  ImGui::SetCursorScreenPos(ImVec2(origin.x, std::max(end.y, origin.y + height + 4 * u)));
  ImGui::Dummy(ImVec2(1, 0));
}

}  // namespace gf::ui
