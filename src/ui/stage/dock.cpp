#include "ui/stage/dock.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "protocol/step.h"
#include "ui/ask/veil.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

constexpr float kDockWidth = 320, kDockFrom = 860, kBetween = 10, kSide = 12;  // design pixels

float title_height(const Theme& theme) { return theme.body.size + 10 * theme.unit; }

float height_of(const Frame& frame, const CardRow& row) {
  const float u = frame.theme.unit;
  return title_height(frame.theme) + row.height(frame, (kDockWidth - 2 * kCardPadding) * u) + 2 * kCardPadding * u;
}

}  // namespace

bool waits_for_its_step(const Frame& frame) {
  const Step* const step = step_of(frame.snapshot.lesson(), frame.snapshot.document);
  const RunView& run = frame.snapshot.training->run;
  return step && !step->example.trained && run.status == RunStatus::ready && run.step == 0;
}

std::vector<const CardRow*> docked_cards(const Frame& frame, ImVec2 area) {
  std::vector<const CardRow*> docked;
  const float u = frame.theme.unit;
  if (!frame.snapshot.training || frame.host.options.shows_part() || area.x < kDockFrom * u || waits_for_its_step(frame)) return docked;
  if (is_question_open(frame)) return docked;  // the cards might tell the answer
  const std::vector<const CardRow*> cards = run_cards(frame);
  // The loss and the answers come first, where they are seen at once; the dock scrolls to the other cards.
  for (const CardRow* wanted : {&kLossCard, &kSamplesCard, &kAccuracyCard, &kNormsCard})
    if (std::find(cards.begin(), cards.end(), wanted) != cards.end()) docked.push_back(wanted);
  return docked;
}

namespace {

// Returns the heights of the cards in a dock of this height, and sets how many cards fit. Curves that fit take the height that is left.
// Cards that do not fit stand below the edge of the dock.
std::vector<float> heights_in_dock(const Frame& frame, const std::vector<const CardRow*>& cards, float height, std::size_t& fitting) {
  constexpr float kFlatter = 66, kTaller = 260;  // how much a curve may lose or gain in height, design pixels
  const float u = frame.theme.unit;
  const auto is_curve = [](const CardRow* row) { return row == &kLossCard || row == &kAccuracyCard; };
  std::vector<float> heights;
  float used = kSide * u, left = height;
  std::size_t curves = 0;
  fitting = 0;
  for (const CardRow* row : cards) {
    heights.push_back(height_of(frame, *row));
    used += heights.back() - (is_curve(row) ? kFlatter * u : 0) + kBetween * u;
    if (used > height && heights.size() > 1) continue;
    fitting = heights.size();
    left = height - used;
    curves += is_curve(row) ? 1 : 0;
  }
  for (std::size_t i = 0; i < fitting; ++i)
    if (is_curve(cards[i])) heights[i] += std::clamp(left / static_cast<float>(curves), 0.0f, (kFlatter + kTaller) * u) - kFlatter * u;
  return heights;
}

}  // namespace

Box draw_dock(const Frame& frame, Screen& screen, const Box& area) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  const std::vector<const CardRow*> cards = docked_cards(frame, {area.width(), area.height()});
  if (cards.empty()) return area;
  const float hint = theme.small.size + 10 * u;
  std::size_t fitting = 0;
  std::vector<float> heights = heights_in_dock(frame, cards, area.height(), fitting);
  const bool more = fitting < cards.size();
  if (more) heights = heights_in_dock(frame, cards, area.height() - hint, fitting);
  ImGui::SetCursorScreenPos(area.min);
  if (ImGui::BeginChild("dock", ImVec2((kDockWidth + kSide) * u, area.height()), 0, ImGuiWindowFlags_NoScrollbar)) {
    float y = area.min.y + kSide * u - ImGui::GetScrollY();
    for (std::size_t i = 0; i < cards.size(); ++i) {
      if (i == fitting) y = std::max(y, area.max.y - ImGui::GetScrollY());
      const Box box{{area.min.x + kSide * u, y}, {area.min.x + (kSide + kDockWidth) * u, y + heights[i]}};
      ImDrawList* list = ImGui::GetWindowDrawList();
      list->AddRectFilled(box.min, box.max, theme.color.panel, 8 * u);
      list->AddRect(box.min, box.max, theme.color.border, 8 * u, 0, u);
      draw_training_card(frame, screen, *cards[i], box, title_height(theme));
      y = box.max.y + kBetween * u;
    }
    ImGui::SetCursorScreenPos({area.min.x, y});
    ImGui::Dummy({1, 1});
    if (more && ImGui::GetScrollY() < 1) {
      std::string below;
      for (std::size_t i = fitting; i < cards.size(); ++i) below += (below.empty() ? "↓ " : ", ") + training_card_title(frame, *cards[i]);
      put_elided(ImGui::GetWindowDrawList(), theme.small, {area.min.x + (kSide + 4) * u, area.max.y - hint + 2 * u}, theme.color.muted,
                 below, kDockWidth * u);
    }
  }
  ImGui::EndChild();
  return {{area.min.x + (kDockWidth + kSide) * u, area.min.y}, area.max};
}

}  // namespace gf::ui
