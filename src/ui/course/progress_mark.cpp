#include "ui/course/progress_mark.h"

#include <numbers>

#include "ui/widgets/icons.h"
#include "ui/widgets/text.h"

namespace gf::ui {

Progress progress_of(const Frame& frame, const LessonInfo& lesson) {
  const auto found = frame.snapshot.progress.find(lesson.id);
  return found == frame.snapshot.progress.end() ? Progress{} : found->second;
}

void draw_progress_mark(const Frame& frame, const LessonInfo& lesson, ImVec2 at, float radius, const std::string& inside) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  const Progress progress = progress_of(frame, lesson);
  ImDrawList* list = ImGui::GetWindowDrawList();
  if (progress.done()) {
    list->AddCircleFilled(at, radius, theme.color.accent, 24);
    return draw_icon(list, Icon::check, at, 1.1f * radius, theme.color.on_accent);
  }
  list->AddCircle(at, radius, theme.color.faint, 24, 1.25f * u);
  if (progress.answered > 0) {
    constexpr float kTop = -std::numbers::pi_v<float> / 2;
    const float part = static_cast<float>(progress.answered) / static_cast<float>(progress.total);
    list->PathArcTo(at, radius, kTop, kTop + 2 * std::numbers::pi_v<float> * part, 24);
    list->PathStroke(theme.color.accent, 0, 2.25f * u);
  }
  if (inside.empty()) return;
  const ImVec2 half(radius, radius);
  put_centred(list, theme.tiny, {at.x - half.x, at.y - half.y}, {at.x + half.x, at.y + half.y}, theme.color.muted, inside);
}

}  // namespace gf::ui
