#include "ui/stage/dock.h"

#include <algorithm>

namespace gf::ui {

namespace {

constexpr float kDockWidth = 320, kDockFrom = 860, kBetween = 10, kSide = 12;  // design pixels

float title_height(const Theme& theme) { return theme.body.size + 10 * theme.unit; }

float height_of(const Frame& frame, const CardRow& row) {
  const float u = frame.theme.unit;
  return title_height(frame.theme) + row.height(frame, (kDockWidth - 2 * kCardPadding) * u) + 2 * kCardPadding * u;
}

}  // namespace

std::vector<const CardRow*> docked_cards(const Frame& frame, ImVec2 area) {
  std::vector<const CardRow*> docked;
  const float u = frame.theme.unit;
  if (!frame.snapshot.training || frame.host.options.shows_part() || area.x < kDockFrom * u) return docked;
  const std::vector<const CardRow*> cards = run_cards(frame);
  // How far it is and what it answers are seen at once; the dock scrolls to the others.
  for (const CardRow* wanted : {&kLossCard, &kSamplesCard, &kAccuracyCard, &kNormsCard})
    if (std::find(cards.begin(), cards.end(), wanted) != cards.end()) docked.push_back(wanted);
  return docked;
}

Box draw_dock(const Frame& frame, Screen& screen, const Box& area) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  const std::vector<const CardRow*> cards = docked_cards(frame, {area.width(), area.height()});
  if (cards.empty()) return area;
  ImGui::SetCursorScreenPos(area.min);
  if (ImGui::BeginChild("dock", ImVec2((kDockWidth + kSide) * u, area.height()), 0, ImGuiWindowFlags_NoScrollbar)) {
    float y = area.min.y + kSide * u - ImGui::GetScrollY();
    for (const CardRow* row : cards) {
      const Box box{{area.min.x + kSide * u, y}, {area.min.x + (kSide + kDockWidth) * u, y + height_of(frame, *row)}};
      ImDrawList* list = ImGui::GetWindowDrawList();
      list->AddRectFilled(box.min, box.max, theme.color.panel, 8 * u);
      list->AddRect(box.min, box.max, theme.color.border, 8 * u, 0, u);
      draw_training_card(frame, screen, *row, box, title_height(theme));
      y = box.max.y + kBetween * u;
    }
    ImGui::SetCursorScreenPos({area.min.x, y});
    ImGui::Dummy({1, 1});
  }
  ImGui::EndChild();
  return {{area.min.x + (kDockWidth + kSide) * u, area.min.y}, area.max};
}

}  // namespace gf::ui
