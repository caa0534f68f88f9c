#include "ui/messages_shown.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "ui/places.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

void draw_card(const Theme& theme, ImVec2 min, ImVec2 max) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float u = theme.unit;
  list->AddRectFilled(ImVec2(min.x, min.y + 2 * u), ImVec2(max.x, max.y + 3 * u), theme.color.shadow, 8 * u);
  list->AddRectFilled(min, max, theme.color.warn_soft, 8 * u);
  list->AddRect(min, max, theme.color.warn, 8 * u, 0, u);
}

void draw_card_of(Frame& frame, const Problem& problem, ImVec2 at, float most) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, side = 28 * u;
  const std::string text = frame.texts.format(problem);
  const float wrap = most - side - 30 * u;
  const ImVec2 words = measure(theme.small, text, wrap);
  const float width = words.x + side + 30 * u, height = std::max(words.y + 18 * u, side + 8 * u);
  ImGui::SetCursorScreenPos(at);
  if (ImGui::BeginChild("problem", ImVec2(width, height + 4 * u), 0, ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse)) {
    draw_card(theme, at, ImVec2(at.x + width, at.y + height));
    put(ImGui::GetWindowDrawList(), theme.small, ImVec2(at.x + 14 * u, at.y + (height - words.y) / 2), theme.color.ink, text, wrap);
    ImGui::SetCursorScreenPos(ImVec2(at.x + width - side - 6 * u, at.y + (height - side) / 2));
    if (icon_button(theme, Icon::close, ui_text(frame, "dismiss"), side)) send(frame, DismissProblem{});
  }
  ImGui::EndChild();
}

}  // namespace

void draw_problem(Frame& frame, ImVec2 top_left, float width) {
  const float u = frame.theme.unit;
  const std::optional<Problem>& said = frame.snapshot.problem ? frame.snapshot.problem : frame.snapshot.notice;
  if (!said) return;
  draw_card_of(frame, *said, ImVec2(top_left.x + 10 * u, top_left.y + 8 * u), std::min(width - 20 * u, 640 * u));
}

void draw_not_finite(Frame& frame, ImVec2 bottom_left, float width) {
  if (!frame.trace || !frame.trace->first_not_finite) return;
  const Theme& theme = frame.theme;
  const float u = theme.unit, height = (frame.host.touch ? 40.0f : 32.0f) * u;
  const CellReference at = *frame.trace->first_not_finite;
  const TraceNode& node = frame.trace->node(at.node);
  const bool nan = std::isnan(node.value->at(at.cell));
  const std::string text = frame.texts.format(nan ? "ui.first_nan" : "ui.first_infinity", {{"cell", cell_name(node, at.cell)}});
  const float room = std::min(measure(theme.small, text).x + 28 * u, width - 20 * u);
  const ImVec2 min(bottom_left.x + 10 * u, bottom_left.y - height - 12 * u);
  ImGui::SetCursorScreenPos(min);
  if (ImGui::BeginChild("not finite", ImVec2(room + 2 * u, height + 4 * u), 0,
                        ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse)) {
    draw_card(theme, min, ImVec2(min.x + room, min.y + height));
    if (ImGui::InvisibleButton("show", ImVec2(room, height), ImGuiButtonFlags_EnableNav)) {
      select_cell(frame, at.node, at.cell);
      frame.state.lesson.reveal = node.name;
      frame.state.pointer_leads = false;
    }
    note_item(theme, "notice:not finite");
    if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    focus_frame(theme, 8 * u);
    put_elided(ImGui::GetWindowDrawList(), theme.small, ImVec2(min.x + 14 * u, min.y + (height - theme.small.size) / 2), theme.color.warn,
               text, room - 28 * u);
  }
  ImGui::EndChild();
}

}  // namespace gf::ui
