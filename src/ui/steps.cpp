#include "ui/steps.h"

#include <imgui.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/json_fields.h"
#include "core/problem.h"
#include "ui/glossary.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

const nlohmann::json& steps_of(const Frame& frame) { return frame.texts.node(lesson_key(frame, "steps")); }

std::string field(const nlohmann::json& step, const char* name) {
  const auto found = step.find(name);
  return found != step.end() && found->is_string() ? found->get<std::string>() : std::string();
}

void go_to(Frame& frame, int step) { send(frame, GoToStep{step}); }

/// What a step's button does: nothing where the step speaks of the lesson as it opens, and the lesson is like that.
struct Trial {
  StepExample example;
  std::string label;
  bool back = false;  // to the lesson as it opens
  bool done = false;  // the lesson shows it already
};

std::optional<Trial> trial_of(const Frame& frame, const nlohmann::json& step) {
  const LessonInfo& lesson = frame.snapshot.lesson();
  try {
    Trial trial{example_from_json(lesson, step), field(step, "try"), false, false};
    trial.back = is_opening(lesson, trial.example);
    trial.done = shows_example(lesson, frame.snapshot.document, trial.example);
    if (trial.label.empty() || trial.back) trial.label = ui_text(frame, trial.back ? "step.restore" : "step.try");
    return trial;
  } catch (const InputError&) {
    return std::nullopt;  // a step of the texts that does not fit the lesson: a test of the texts finds it, the screen goes on
  }
}

void draw_trial(Frame& frame, const Trial& trial, float height) {
  if (!text_button(frame.theme, trial.label, height, ButtonKind::outlined, !trial.done)) return;
  send(frame, ShowExample{trial.example});
  frame.state.tried_at = frame.snapshot.revision;
}

/// Scrolls to the section that a step names, or to its focus.
void reveal(Frame& frame, const nlohmann::json& step) {
  frame.state.lesson.reveal_section = field(step, "section");
  if (frame.state.lesson.reveal_section.empty()) frame.state.lesson.reveal = field(step, "focus");
}

/// A step that one arrives at is to be brought into view. The first one of a lesson that was just opened leaves the page at its top.
void note_arrival(Frame& frame, const nlohmann::json& step, int index) {
  ScreenState& state = frame.state;
  const std::string focus = field(step, "focus");
  const std::string lesson = frame.snapshot.document.lesson + "/", key = lesson + std::to_string(index);
  if (state.guided_step_seen == key) return;
  const bool opened = state.guided_step_seen.rfind(lesson, 0) != 0, there = frame.trace->find(focus) >= 0;
  state.guided_step_seen = key;
  state.guided_focus = opened && there ? std::string() : focus;
  if (!opened && there) reveal(frame, step);
}

/// What the step suggests has been done: panels may have come and gone, so the focus is looked for again.
void note_trial(Frame& frame, const std::string& focus) {
  std::uint64_t& tried_at = frame.state.tried_at;
  if (tried_at == 0 || frame.snapshot.computing || frame.snapshot.revision <= tried_at) return;
  tried_at = 0;
  frame.state.guided_focus = focus;
}

/// Brings the node that a step is about into view, once: where it isn't there yet, as soon as what the step suggests has made it.
void follow_focus(Frame& frame, const nlohmann::json& step, int index) {
  if (frame.trace == nullptr) return;
  const std::string focus = field(step, "focus");
  note_arrival(frame, step, index);
  note_trial(frame, focus);
  const int node = frame.trace->find(focus);
  if (frame.state.guided_focus.empty() || node < 0) return;
  // A step that is about one cell shows how that came about.
  if (step.contains("cell")) {
    const Cell cell = cell_from_json(step["cell"], "cell");
    if (!frame.trace->node(node).value->contains(cell)) return;
    send(frame, Select{focus, cell});
  }
  reveal(frame, step);
  frame.state.guided_focus.clear();
}

void step_dots(const Theme& theme, ImVec2 at, int index, int count) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float u = theme.unit;
  for (int i = 0; i < count; ++i) {
    const ImVec2 centre(at.x + static_cast<float>(i) * 12 * u, at.y);
    list->AddCircleFilled(centre, (i == index ? 4.0F : 3.0F) * u,
                          i == index  ? theme.color.accent
                          : i < index ? faded(theme.color.accent, 0.5F)
                                      : theme.color.rule,
                          20);
  }
}

struct StepBar {
  const nlohmann::json& step;
  int index, count;
  std::optional<Trial> trial;
};

void draw_caption(Frame& frame, const StepBar& bar, float width) {
  const Theme& theme = frame.theme;
  glossed_paragraph(frame, theme.body, theme.color.ink, field(bar.step, "caption"), width);
  if (bar.trial && !bar.trial->back) draw_trial(frame, *bar.trial, 28 * theme.unit);
}

void draw_navigation(Frame& frame, const StepBar& bar, float height) {
  const Theme& theme = frame.theme;
  if (text_button(theme, ui_text(frame, "step.previous"), height, ButtonKind::outlined, bar.index > 0)) go_to(frame, bar.index - 1);
  ImGui::SameLine();
  if (text_button(theme, ui_text(frame, "step.next"), height, ButtonKind::primary, bar.index + 1 < bar.count)) go_to(frame, bar.index + 1);
}

/// The way back to the lesson as it opens. It comes and goes while a number is dragged, so nothing may move for it.
bool has_way_back(const StepBar& bar) { return bar.trial && bar.trial->back && !bar.trial->done; }

void draw_count(Frame& frame, const StepBar& bar, float height) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  const std::string text =
      frame.texts.format("ui.step.count", {{"step", std::to_string(bar.index + 1)}, {"steps", std::to_string(bar.count)}});
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
  if (icon_button(frame.theme, closed ? Icon::down : Icon::up, ui_text(frame, closed ? "step.show" : "step.hide"), height))
    frame.state.steps_closed = !closed;
  if (closed) return;
  draw_caption(frame, bar, width);
  draw_navigation(frame, bar, height);
  if (!has_way_back(bar)) return;
  ImGui::SameLine();
  draw_trial(frame, *bar.trial, height);
}

void draw_wide(Frame& frame, const StepBar& bar, float width, float height) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, between = 8 * u;
  const float buttons =
      text_button_width(theme, ui_text(frame, "step.previous")) + text_button_width(theme, ui_text(frame, "step.next")) + between;
  const float back = text_button_width(theme, ui_text(frame, "step.restore"));
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  ImGui::BeginGroup();
  draw_count(frame, bar, 16 * u);
  draw_caption(frame, bar, std::min(width - std::max(buttons, back) - 28 * u, 760 * u));
  ImGui::EndGroup();
  const float end = ImGui::GetItemRectMax().y, right = origin.x + width, below = origin.y + height + between;
  ImGui::SetCursorScreenPos(ImVec2(right - buttons, origin.y + 4 * u));
  draw_navigation(frame, bar, height);
  ImGui::SetCursorScreenPos(ImVec2(right - back, below));
  if (has_way_back(bar)) draw_trial(frame, *bar.trial, height);
  ImGui::SetCursorScreenPos(ImVec2(origin.x, std::max(end, below + (bar.trial && bar.trial->back ? height + 4 * u : 0))));
  ImGui::Dummy(ImVec2(1, 0));
}

}  // namespace

bool has_steps(const Frame& frame) {
  const nlohmann::json& steps = steps_of(frame);
  return steps.is_array() && !steps.empty();
}

void draw_steps(Frame& frame) {
  const nlohmann::json& steps = steps_of(frame);
  const float u = frame.theme.unit, width = ImGui::GetContentRegionAvail().x, height = (frame.host.touch ? 38.0F : 30.0F) * u;
  const int count = static_cast<int>(steps.size()), index = std::clamp(frame.snapshot.document.look.step, 0, count - 1);
  const nlohmann::json& step = steps[static_cast<std::size_t>(index)];
  const StepBar bar{step, index, count, trial_of(frame, step)};
  follow_focus(frame, step, index);
  if (width < 620 * u) {
    draw_narrow(frame, bar, width, height);
  } else {
    draw_wide(frame, bar, width, height);
  }
}

}  // namespace gf::ui
