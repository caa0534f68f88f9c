#include "ui/steps.h"

#include <imgui.h>

#include <algorithm>

#include "protocol/live_text.h"
#include "ui/glossary.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

const std::vector<Step>& steps_of(const Frame& frame) { return frame.snapshot.lesson().steps; }

int step_index(const Frame& frame) {
  return std::clamp(frame.snapshot.document.look.step, 0, static_cast<int>(steps_of(frame).size()) - 1);
}

void go_to(Frame& frame, int step) { send(frame, GoToStep{step}); }

/// What a step's button does: nothing where the step speaks of the lesson as it opens, and the lesson is like that.
struct Trial {
  bool back = false;  // to the lesson as it opens
  bool done = false;  // the lesson shows it already
};

Trial trial_of(const Frame& frame, const Step& step) {
  const LessonInfo& lesson = frame.snapshot.lesson();
  return {is_opening(lesson, step.example), shows_example(lesson, frame.snapshot.document, step.example)};
}

struct StepBar {
  const Step& step;
  int index, count;
  Trial trial;
};

void draw_trial(Frame& frame, const StepBar& bar, float height) {
  const std::string label = ui_text(frame, bar.trial.back ? "step.restore" : "step.try");
  if (!text_button(frame.theme, label, height, ButtonKind::outlined, !bar.trial.done)) return;
  send(frame, ShowExample{bar.step.example});
  frame.state.tried_at = frame.snapshot.revision;
}

/// Scrolls to the section that a step names, or to its focus.
void reveal(Frame& frame, const Step& step) {
  frame.state.lesson.reveal_section = step.section;
  if (step.section.empty()) frame.state.lesson.reveal = step.focus;
}

/// A step that one arrives at is to be brought into view. The first one of a lesson that was just opened leaves the page at its top.
void note_arrival(Frame& frame, const Step& step) {
  ScreenState& state = frame.state;
  const std::string lesson = frame.snapshot.document.lesson + "/", key = lesson + step.id;
  if (state.guided_step_seen == key) return;
  const bool opened = state.guided_step_seen.rfind(lesson, 0) != 0, there = frame.trace->find(step.focus) >= 0;
  state.guided_step_seen = key;
  state.guided_focus = opened && there ? std::string() : step.focus;
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
void follow_focus(Frame& frame, const Step& step) {
  if (!frame.trace) return;
  note_arrival(frame, step);
  note_trial(frame, step.focus);
  const int node = frame.trace->find(step.focus);
  if (frame.state.guided_focus.empty() || node < 0) return;
  // A step that is about one cell shows how that came about.
  if (step.cell) {
    if (!frame.trace->node(node).value->contains(*step.cell)) return;
    send(frame, Select{step.focus, *step.cell});
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

void draw_caption(Frame& frame, const StepBar& bar, float width) {
  const Theme& theme = frame.theme;
  glossed_paragraph(frame, theme.body, theme.color.ink, step_caption(frame), width);
  if (!bar.trial.back) draw_trial(frame, bar, 28 * theme.unit);
}

void draw_navigation(Frame& frame, const StepBar& bar, float height) {
  const Theme& theme = frame.theme;
  if (text_button(theme, ui_text(frame, "step.previous"), height, ButtonKind::outlined, bar.index > 0)) go_to(frame, bar.index - 1);
  ImGui::SameLine();
  if (text_button(theme, ui_text(frame, "step.next"), height, ButtonKind::primary, bar.index + 1 < bar.count)) go_to(frame, bar.index + 1);
}

/// The way back to the lesson as it opens. It comes and goes while a number is dragged, so nothing may move for it.
bool has_way_back(const StepBar& bar) { return bar.trial.back && !bar.trial.done; }

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
  draw_trial(frame, bar, height);
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
  if (has_way_back(bar)) draw_trial(frame, bar, height);
  ImGui::SetCursorScreenPos(ImVec2(origin.x, std::max(end, below + (bar.trial.back ? height + 4 * u : 0))));
  ImGui::Dummy(ImVec2(1, 0));
}

}  // namespace

bool has_steps(const Frame& frame) { return !steps_of(frame).empty(); }

const std::string& step_caption(Frame& frame) {
  ShownCaption& caption = frame.state.caption;
  const std::string path =
      has_steps(frame) ? lesson_key(frame, "steps." + steps_of(frame)[static_cast<std::size_t>(step_index(frame))].id) : "";
  const std::shared_ptr<const Trace> trace = frame.trace ? frame.snapshot.trace : nullptr;
  if (caption.path != path || caption.trace != trace)
    caption = {path, trace, path.empty() ? path : with_live_values(frame.texts.get(path), frame.trace)};
  return caption.text;
}

void draw_steps(Frame& frame) {
  const std::vector<Step>& steps = steps_of(frame);
  const float u = frame.theme.unit, width = ImGui::GetContentRegionAvail().x, height = (frame.host.touch ? 38.0F : 30.0F) * u;
  const int index = step_index(frame);
  const Step& step = steps[static_cast<std::size_t>(index)];
  const StepBar bar{step, index, static_cast<int>(steps.size()), trial_of(frame, step)};
  follow_focus(frame, step);
  if (width < 620 * u) {
    draw_narrow(frame, bar, width, height);
  } else {
    draw_wide(frame, bar, width, height);
  }
}

}  // namespace gf::ui
