#include "ui/bars/computing.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "ui/places.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

constexpr double kLongFrom_s = 0.3;  // shorter computations are not mentioned
constexpr double kBarRound_s = 1.6;  // the time in which the bar runs to the end and back
constexpr float kStopApart = 12;     // design pixels

float words_width(const Frame& frame) { return measure(frame.theme.small, ui_text(frame, "computing")).x; }

}  // namespace

void follow_computing(const Frame& frame, Screen& screen) {
  ComputingSince& computing = screen.state.computing;
  if (!frame.snapshot.computing || !frame.trace) {
    computing = {};
    return;
  }
  // While the reader drags, one trace follows the other, and none of them takes long. A new trace begins a new time.
  if (computing.since_s < 0 || computing.before != frame.snapshot.trace.get()) computing = {frame.snapshot.trace.get(), ImGui::GetTime()};
  // A screen at rest draws no frames. Until the computation is long, frames are needed to notice that.
  if (!computes_long(frame) || !frame.host.still) screen.output.animating = true;
}

bool computes_long(const Frame& frame) {
  const double since_s = frame.state.computing.since_s;
  return since_s >= 0 && ImGui::GetTime() >= since_s + kLongFrom_s;
}

float computing_width(const Frame& frame) {
  return words_width(frame) + kStopApart * frame.theme.unit + text_button_width(frame.theme, ui_text(frame, "stop_computing"));
}

void draw_computing(const Frame& frame, Screen& screen, ImVec2 at, float height) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, width = words_width(frame), middle = at.y + height / 2;
  const std::string words = ui_text(frame, "computing");
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float top = middle - (theme.small.size + 5 * u) / 2, rail = top + theme.small.size + 3 * u;
  put(list, theme.small, {at.x, top}, theme.color.muted, words);
  note_words(screen.places, "words:computing", words, {{at.x, top}, {at.x + width, rail + 3 * u}});
  list->AddRectFilled({at.x, rail}, {at.x + width, rail + 3 * u}, theme.color.rule, 1.5f * u);
  const double way = std::fabs(std::fmod(ImGui::GetTime() / kBarRound_s * 2, 2.0) - 1);
  const float part = width * 0.35f, left = frame.host.still ? at.x : at.x + static_cast<float>(way) * (width - part);
  list->AddRectFilled({left, rail}, {frame.host.still ? at.x + width : left + part, rail + 3 * u}, theme.color.accent, 1.5f * u);
  ImGui::SetCursorScreenPos({at.x + width + kStopApart * u, at.y});
  if (text_button(theme, screen.places, ui_text(frame, "stop_computing"), height)) send(screen, StopComputing{});
}

}  // namespace gf::ui
