#include "ui/training/step_axis.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "core/nth.h"
#include "core/number_text.h"
#include "ui/places.h"
#include "ui/training/run_shown.h"
#include "ui/widgets/imgui_private.h"
#include "ui/widgets/text.h"

namespace gf::ui {

Scale steps_shown(const Frame& frame) {
  const RunView &run = run_of(frame), *kept = kept_run(frame);
  Index last = run.records.empty() ? 0 : run.records.back().step;
  if (kept && !kept->records.empty()) last = std::max(last, kept->records.back().step);
  return scale_of_steps(last, run.steps);
}

float x_of_step(const Box& box, const Scale& steps, double step) { return box.min.x + static_cast<float>(steps.place(step)) * box.width(); }

void draw_step_axis(const Frame& frame, const Box& box, const Scale& steps) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const std::vector<double> ticks = ticks_of(steps, std::max(static_cast<int>(box.width() / (54 * u)), 2));
  float free_to = box.max.x + 8 * u;
  // Labels are drawn from the right, where the unit stands. A label that would touch the label to its right is left out.
  for (auto tick = ticks.rbegin(); tick != ticks.rend(); ++tick) {
    const float x = std::round(x_of_step(box, steps, *tick));
    list->AddLine(ImVec2(x, box.max.y), ImVec2(x, box.max.y + 4 * u), theme.color.rule, u);
    std::string text = quantity_text(frame, *tick);
    if (tick == ticks.rbegin()) text = training_text(frame, "steps_at", {{"step", text}});
    const float width = measure(theme.tiny, text).x;
    const float left = std::clamp(x - width / 2, box.min.x - 4 * u, std::max(box.max.x + 4 * u - width, box.min.x));
    if (left + width > free_to) continue;
    put(list, theme.tiny, ImVec2(std::round(left), box.max.y + 6 * u), theme.color.muted, text);
    free_to = left - 8 * u;
  }
}

void draw_step_marks(const Frame& frame, const Box& box, const Scale& steps) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  const RunView& run = run_of(frame);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const auto mark = [&](int record, ImU32 color, float width) {
    const float x = x_of_step(box, steps, static_cast<double>(nth(run.records, record).step));
    // A halo makes the line stand out from strips of any shade.
    list->AddLine(ImVec2(x, box.min.y), ImVec2(x, box.max.y), faded(theme.color.panel, 0.75f), width + 2 * u);
    list->AddLine(ImVec2(x, box.min.y), ImVec2(x, box.max.y), color, width);
  };
  for (const RunRecord& record : run.records) {
    if (!record.edited) continue;
    const float x = x_of_step(box, steps, static_cast<double>(record.step));
    list->AddLine(ImVec2(x, box.max.y - 7 * u), ImVec2(x, box.max.y), theme.color.pin, 2 * u);
  }
  const int pointed = pointed_record(frame), shown = shown_record(run);
  if (pointed != shown && pointed >= 0) mark(pointed, theme.color.crosshair, u);
  if (shown >= 0) mark(shown, run.viewed < 0 ? faded(theme.color.accent, 0.45f) : theme.color.accent, 1.5f * u);
}

void point_at_steps(const Frame& frame, Screen& screen, const char* id, const std::string& name, const Box& box, const Scale& steps) {
  if (box.width() < 1 || box.height() < 1) return;
  ImGui::SetCursorScreenPos(box.min);
  const bool released = ImGui::InvisibleButton(id, ImVec2(box.width(), box.height()));
  note_control(screen.places, "training:" + std::string(id), {.role = Role::figure, .name = name});
  const float t = (ImGui::GetIO().MousePos.x - box.min.x) / box.width();
  const int record = record_near(run_of(frame).records, steps.least + static_cast<double>(t) * (steps.most - steps.least));
  const bool active = ImGui::IsItemActive();
  if (record < 0 || !(active || released || ImGui::IsItemHovered())) return;
  screen.state.training.next_hover = record;
  // A finger that moves scrolls the page; a mouse that moves goes through the records.
  const bool taps = frame.host.touch;
  if (taps ? released && !ImGui::IsMouseDragPastThreshold(0) : active) view_record(frame, screen, record);
}

}  // namespace gf::ui
