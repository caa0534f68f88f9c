#include "ui/bars/steps.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "core/nth.h"
#include "protocol/step.h"
#include "study/course.h"
#include "study/live_text.h"
#include "ui/ask/ask.h"
#include "ui/ask/exercise.h"
#include "ui/bars/computing.h"
#include "ui/bars/examples.h"
#include "ui/look_up/glossary.h"
#include "ui/places.h"
#include "ui/regions.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/imgui_private.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

constexpr float kWideFrom = 620, kCaptionBeside = 300;  // design pixels: the least room for caption and buttons beside each other
constexpr float kWordsOnWaysFrom = 860;  // design pixels: in a narrower line, the ways back are icons, and the caption is smaller
constexpr float kRestOfRead = 0.35f;     // the part of the column below a caption that has to scroll
constexpr float kLeastRead = 66;         // design pixels: the least height of a caption that has to scroll

ArrayView<Step> steps_of(const Frame& frame) { return frame.snapshot.lesson().steps; }

int step_index(const Frame& frame) {
  return std::clamp(frame.snapshot.document.look.step, 0, static_cast<int>(steps_of(frame).size()) - 1);
}

void go_to(Screen& screen, int step) { send(screen, GoToStep{step}); }

// The place of the current step among the steps of its lesson.
struct StepBar {
  int index, count;
  int before, after;              // the previous and the next step on the route; -1 if there is none
  const LessonInfo* next_lesson;  // the lesson after the last step; null before the last step, and in the last lesson
  bool put_back;                  // the reader has changed something since the step brought its state

  bool last() const { return after < 0; }
};

bool is_playing(const Snapshot& snapshot) { return snapshot.training && snapshot.training->run.status == RunStatus::playing; }

StepBar step_bar(const Frame& frame) {
  const LessonInfo& lesson = frame.snapshot.lesson();
  const int index = step_index(frame);
  StepBar bar{index,
              static_cast<int>(steps_of(frame).size()),
              next_step(lesson, index, -1, frame.snapshot.route),
              next_step(lesson, index, 1, frame.snapshot.route),
              nullptr,
              false};
  if (bar.last()) bar.next_lesson = lesson_after(*frame.snapshot.catalogue, lesson.id, frame.snapshot.route);
  bar.put_back = !frame.snapshot.step_applied && !frame.snapshot.computing && !is_playing(frame.snapshot);
  return bar;
}

// Brings the section that a step names into sight, or without one its focus.
void reveal(Screen& screen, const Step& step) {
  screen.state.lesson.reveal_section = step.section;
  if (step.section.empty()) screen.state.lesson.reveal = step.focus;
}

// Returns the key under which the screen remembers that the focus of a step was brought into sight: "softmax/scores".
std::string seen_key(const Frame& frame, const Step& step) { return frame.snapshot.document.lesson + "/" + step.id; }

// Brings the focus of a step into sight once, as soon as its state is computed. The first step of a lesson that was just opened leaves the
// whole picture in sight.
void follow_focus(const Frame& frame, Screen& screen, const Step& step) {
  if (!frame.trace || frame.snapshot.computing || frame.trace->find(step.focus) < 0) return;
  std::string& seen = screen.state.guided_step_seen;
  const std::string lesson = frame.snapshot.document.lesson + "/", key = seen_key(frame, step);
  if (seen == key) return;
  const bool opened = !seen.starts_with(lesson);
  seen = key;
  if (!opened || step_index(frame) > 0) reveal(screen, step);
}

void put_back(const Frame& frame, Screen& screen, const StepBar& bar) {
  go_to(screen, bar.index);
  screen.state.guided_step_seen = frame.snapshot.document.lesson + "/";  // brings the focus into sight again
}

// Draws a mark for each step: a bar for a step that shows something, a dot for a step that asks, a point for a step beside the route. Marks
// of past steps are green.
void draw_step_marks(const Frame& frame, ImVec2 at, int index, float apart) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ArrayView<Step> steps = steps_of(frame);
  const std::vector<int> on_route = steps_on(frame.snapshot.lesson(), frame.snapshot.route);
  for (int i = 0; i < static_cast<int>(steps.size()); ++i) {
    const Step& step = nth(steps, i);
    const ImVec2 centre(at.x + static_cast<float>(i) * apart, at.y);
    if (i != index && !std::binary_search(on_route.begin(), on_route.end(), i)) {
      list->AddCircleFilled(centre, 1.5f * u, theme.color.faint, 12);
      continue;
    }
    ImU32 color = i < index ? theme.color.after : theme.color.faint;
    if (i == index) color = theme.color.ink;
    if (step.ask || step.exercise) {
      if (i > index) {
        list->AddCircle(centre, 3.5f * u, color, 20, 1.2f * u);
      } else {
        list->AddCircleFilled(centre, (i == index ? 5.0f : 4.5f) * u, color, 20);
      }
      continue;
    }
    const float half = apart * 0.34f;
    list->AddRectFilled({centre.x - half, centre.y - 2 * u}, {centre.x + half, centre.y + 2 * u}, i > index ? theme.color.rule : color,
                        2 * u);
  }
}

void draw_caption_words(const Frame& frame, Screen& screen, const Type& type, float width) {
  glossed_paragraph(frame, screen, type, frame.theme.color.ink, step_caption(frame, screen), width);
  note_words(screen.places, "words:caption", step_caption(frame, screen), {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()});
}

void draw_caption(const Frame& frame, Screen& screen, const Type& type, float width, float ask_width) {
  draw_caption_words(frame, screen, type, width);
  draw_ask(frame, screen, ask_width);
  draw_exercise(frame, screen, ask_width);
}

std::string next_label(const Frame& frame, const StepBar& bar) {
  if (!bar.next_lesson) return ui_text(frame, "step.next") + "###next";
  return frame.texts.format("ui.step.next_lesson", {{"lesson", frame.texts.get("lessons." + bar.next_lesson->id + ".title")}}) + "###next";
}

// Whether the step waits for an answer. The answer comes first then, so the button that leads on is only outlined.
bool waits_for_answer(const Frame& frame) { return asks(frame) || has_open_blanks(frame); }
ButtonKind next_kind(const Frame& frame) { return waits_for_answer(frame) ? ButtonKind::outlined : ButtonKind::primary; }

void draw_navigation(const Frame& frame, Screen& screen, const StepBar& bar, float height) {
  const Theme& theme = frame.theme;
  if (text_button(theme, screen.places, ui_text(frame, "step.previous"), height, ButtonKind::outlined, bar.before >= 0))
    take_step(frame, screen, -1);
  ImGui::SameLine();
  if (text_button(theme, screen.places, next_label(frame, bar), height, next_kind(frame), !bar.last() || bar.next_lesson))
    take_step(frame, screen, 1);
  prefer_noted(screen.places);
}

// Draws the buttons that lead back to the step's state and to the reader's own state, each if there is such a state. They come and go while
// a number is dragged, so no other part may move for them. `draw` draws a button with a label at its place, and returns whether it was
// pressed.
template <typename Draw>
void draw_ways_back(const Frame& frame, Screen& screen, const StepBar& bar, Draw draw) {
  if (bar.put_back && draw("step.restore", Icon::put_back)) put_back(frame, screen, bar);
  if (frame.snapshot.has_own && draw("step.own", Icon::pencil)) send(screen, BringOwn{});
}

// Draws "Step 3 of 9" and the marks of the steps, which stand closer to each other if there is little room.
void draw_count(const Frame& frame, const StepBar& bar, float height, float room) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  const std::string text = step_words(frame);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  put(ImGui::GetWindowDrawList(), theme.tiny, ImVec2(at.x, at.y + (height - theme.tiny.size) / 2), theme.color.muted, text);
  const float width = measure(theme.tiny, text).x + 14 * u, apart = std::min(18 * u, (room - width) / static_cast<float>(bar.count));
  const bool dots = apart >= 7 * u;
  if (dots) draw_step_marks(frame, ImVec2(at.x + width, at.y + height / 2), bar.index, apart);
  ImGui::Dummy(ImVec2(width + (dots ? static_cast<float>(bar.count) * apart : 0), height));
}

// Draws as much of the caption as fits into a line.
void draw_caption_line(const Frame& frame, Screen& screen, ImVec2 at, float width, float height) {
  const Theme& theme = frame.theme;
  put_elided(ImGui::GetWindowDrawList(), theme.body, {at.x, at.y + (height - theme.body.size) / 2}, theme.color.ink,
             step_caption(frame, screen), width);
  note_words(screen.places, "words:caption", step_caption(frame, screen), {at, {at.x + width, at.y + height}});
}

Type narrow_caption(const Theme& theme) { return {theme.caption.font, line_of(18) * theme.unit}; }

// Draws a line with the buttons back and next, and the caption below. In a low window, the caption is one line beside or below the buttons
// until it is opened. The last step's button next has a long name, and has its own line if the window is high enough.
void draw_narrow(const Frame& frame, Screen& screen, const StepBar& bar, float width, float height) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, between = 4 * u;
  const bool low = is_low(frame), open = low ? frame.state.caption_opened : !frame.state.steps_closed;
  const bool own_line = bar.next_lesson && !low;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  float right = at.x + width;
  const auto place = [&](float wide) {
    ImGui::SetCursorScreenPos(ImVec2(right -= wide, at.y));
    right -= between;
  };
  const auto icon = [&](Icon shown, const std::string& label, bool enabled = true) {
    place(height);
    return icon_button(theme, screen.places, shown, label, height, enabled);
  };
  const float try_also = bar.last() ? try_also_width(frame, screen) : 0;
  if (own_line && try_also > 0) {
    place(try_also);
    try_also_button(frame, screen, height);
  }
  if (!own_line) {
    place(text_button_width(theme, next_label(frame, bar)));
    if (text_button(theme, screen.places, next_label(frame, bar), height, next_kind(frame), !bar.last() || bar.next_lesson))
      take_step(frame, screen, 1);
    prefer_noted(screen.places);
    if (icon(Icon::previous, ui_text(frame, "step.previous"), bar.before >= 0)) take_step(frame, screen, -1);
  }
  bool& turned = low ? screen.state.caption_opened : screen.state.steps_closed;
  if (!open && waits_for_answer(frame)) {
    const std::string label = ui_text(frame, asks(frame) ? "ask.open" : "blank.open");
    place(text_button_width(theme, label));
    if (text_button(theme, screen.places, label, height, ButtonKind::primary)) turned ^= true;
  } else if (icon(open ? Icon::up : Icon::down, ui_text(frame, open ? "step.hide" : "step.show") + "###show steps")) {
    turned ^= true;
  }
  draw_ways_back(frame, screen, bar, [&](const char* label, Icon shown) { return icon(shown, ui_text(frame, label)); });
  ImGui::SetCursorScreenPos(at);
  if (computes_long(frame))
    draw_computing(frame, screen, at, height);
  else
    draw_count(frame, bar, height, right - at.x - (low ? kCaptionBeside * u : 0));
  const float left = ImGui::GetItemRectMax().x + 14 * u;
  const bool beside = low && !open && right - left >= kCaptionBeside * u;
  if (beside) return draw_caption_line(frame, screen, {left, at.y}, right - left, height);
  if (low && !open) {
    const ImVec2 below = ImGui::GetCursorScreenPos();
    draw_caption_line(frame, screen, below, width, theme.body.size + 4 * u);
    return ImGui::Dummy({width, theme.body.size + 4 * u});
  }
  if (!open) return;
  draw_caption(frame, screen, low ? theme.body : narrow_caption(theme), width, width);
  if (own_line) draw_navigation(frame, screen, bar, height);
  if (!own_line && try_also > 0) try_also_button(frame, screen, height);
}

// Draws a part of the column beside the stage. The part is as high as its content, but at most `most`; a higher content scrolls. When
// `about` changes, the part scrolls back to its top. The height comes from the last frame, and the window of the column keeps it.
template <typename Draw>
void draw_column_part(const Frame& frame, Screen& screen, const char* id, ImVec2 at, float width, float most, const std::string& about,
                      Draw draw) {
  const float u = frame.theme.unit, side = 4 * u;  // the room for focus rings at the sides
  ImGuiStorage* kept = ImGui::GetStateStorage();
  const ImGuiID height_id = ImGui::GetID(id);
  const float height = kept->GetFloat(height_id, 0);
  const auto flags = height <= most ? ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse : ImGuiWindowFlags_None;
  ImGui::SetCursorScreenPos({at.x - side, at.y});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {side, 2 * u});
  if (ImGui::BeginChild(id, {width + 2 * side, std::clamp(height, 1.0f, std::max(most, 1.0f))}, ImGuiChildFlags_AlwaysUseWindowPadding,
                        flags)) {
    ImGuiStorage* storage = ImGui::GetStateStorage();
    const int now = static_cast<int>(ImHashStr(about.c_str()));
    if (storage->GetInt(0) != now) {
      storage->SetInt(0, now);
      ImGui::SetScrollY(0);
    }
    const float top = ImGui::GetCursorPosY();
    ImGui::BeginGroup();
    draw(ImGui::GetContentRegionAvail().x);
    ImGui::EndGroup();
    const float drawn = ImGui::GetItemRectSize().y, needed = drawn > 0 ? drawn + 2 * top : 0;
    if (std::fabs(needed - height) > 0.5f) {
      kept->SetFloat(height_id, needed);
      screen.output.animating = true;
    }
  }
  ImGui::PopStyleVar();
  ImGui::EndChild();
}

// Draws the buttons back and next. The button next has its full name if there is room for it.
void draw_ways_on(const Frame& frame, Screen& screen, const StepBar& bar, ImVec2 at, float width, float height) {
  const Theme& theme = frame.theme;
  const float room = width - height - 8 * theme.unit;
  ImGui::SetCursorScreenPos(at);
  if (icon_button(theme, screen.places, Icon::previous, ui_text(frame, "step.previous"), height, bar.before >= 0))
    take_step(frame, screen, -1);
  const std::string full = next_label(frame, bar), plain = ui_text(frame, "step.next") + "###next";
  const bool fits = text_button_width(theme, full) <= room;
  ImGui::SetCursorScreenPos({at.x + width - room, at.y});
  if (wide_button(theme, screen.places, fits ? full : plain, {room, height}, next_kind(frame), !bar.last() || bar.next_lesson))
    take_step(frame, screen, 1);
  prefer_noted(screen.places);
}

void draw_wide(const Frame& frame, Screen& screen, const StepBar& bar, float width, float height) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, between = 8 * u;
  const auto width_of = [&](const std::string& label) { return text_button_width(theme, label); };
  const bool words = width >= kWordsOnWaysFrom * u;
  const auto way_width = [&](const std::string& label) { return words ? width_of(label) : height; };
  const float buttons = width_of(ui_text(frame, "step.previous")) + width_of(next_label(frame, bar)) + between;
  const float ways_back = way_width(ui_text(frame, "step.restore")) + way_width(ui_text(frame, "step.own")) + between;
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  ImGui::BeginGroup();
  draw_count(frame, bar, 16 * u, width);
  const float beside = width - std::max(buttons, ways_back) - 28 * u;
  draw_caption(frame, screen, words ? theme.caption : narrow_caption(theme), std::min(beside, 940 * u), beside);
  if (bar.last() && try_also_width(frame, screen) > 0) {
    gap(2 * u);
    try_also_button(frame, screen, height);
  }
  ImGui::EndGroup();
  const float end = ImGui::GetItemRectMax().y, below = origin.y + height + between;
  float right = origin.x + width;
  ImGui::SetCursorScreenPos(ImVec2(right - buttons, origin.y + 4 * u));
  draw_navigation(frame, screen, bar, height);
  if (computes_long(frame))
    draw_computing(frame, screen, {right - computing_width(frame), below}, height);
  else
    draw_ways_back(frame, screen, bar, [&](const char* label, Icon icon) {
      const std::string text = ui_text(frame, label);
      ImGui::SetCursorScreenPos(ImVec2(right -= way_width(text), below));
      right -= between;
      return words ? text_button(theme, screen.places, text, height) : icon_button(theme, screen.places, icon, text, height);
    });
  ImGui::SetCursorScreenPos(ImVec2(origin.x, std::max(end, below + height + 4 * u)));
  ImGui::Dummy(ImVec2(1, 0));
}

}  // namespace

void take_step(const Frame& frame, Screen& screen, int by) {
  const StepBar bar = step_bar(frame);
  if (by > 0 && bar.next_lesson) return send(screen, OpenLesson{bar.next_lesson->id});
  if (const int to = by > 0 ? bar.after : bar.before; to >= 0) go_to(screen, to);
}

bool has_steps(const Frame& frame) { return !steps_of(frame).empty() && !frame.host.options.hides(ScreenPart::steps); }

std::string step_words(const Frame& frame) {
  if (!has_steps(frame)) return {};
  return frame.texts.format("ui.step.count",
                            {{"step", std::to_string(step_index(frame) + 1)}, {"steps", std::to_string(steps_of(frame).size())}});
}

const std::string& step_caption(const Frame& frame, Screen& screen) {
  const char* const which = guess_made(frame) || is_exercise_done(frame) ? "answers." : "steps.";
  std::string path = has_steps(frame) ? lesson_key(frame, which + nth(steps_of(frame), step_index(frame)).id) : "";
  return screen.state.caption.get({shared_trace(frame), &frame.texts, frame.texts.additions(), std::move(path)}, [](const CaptionKey& key) {
    if (key.path.empty()) return std::string();
    return with_live_values(key.texts->get(key.path), key.trace.get(), key.texts->get("ui.numbers.decimal"));
  });
}

void draw_steps_beside(const Frame& frame, Screen& screen, const std::function<void()>& more) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, width = ImGui::GetContentRegionAvail().x, top_h = (frame.host.touch ? 40 : 28) * u;
  const float height = (frame.host.touch ? 44 : 30) * u, gap_h = 6 * u;
  const StepBar bar = step_bar(frame);
  follow_focus(frame, screen, nth(steps_of(frame), bar.index));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float end = at.y + ImGui::GetContentRegionAvail().y;
  float right = at.x + width;
  draw_ways_back(frame, screen, bar, [&](const char* label, Icon shown) {
    ImGui::SetCursorScreenPos({right -= top_h, at.y});
    return icon_button(theme, screen.places, shown, ui_text(frame, label), top_h);
  });
  ImGui::SetCursorScreenPos(at);
  computes_long(frame) ? draw_computing(frame, screen, at, top_h) : draw_count(frame, bar, top_h, right - at.x);

  float bottom = end - height;
  draw_ways_on(frame, screen, bar, {at.x, bottom}, width, height);
  if (!frame.snapshot.document.look.scene.empty()) {
    ImGui::SetCursorScreenPos({at.x, bottom -= height + gap_h});
    if (wide_button(theme, screen.places, ui_text(frame, "stage.to_step"), {width, height}, ButtonKind::plain)) send(screen, ShowScene{});
  }

  const std::string& caption = step_caption(frame, screen);
  const float top = at.y + top_h + gap_h, room = bottom - gap_h - top;
  // A question leaves some lines for the caption. After a guess, the caption has more room, since it tells the answer.
  const float most = waits_for_answer(frame) ? std::max(room - kLeastRead * u, room / 2) : room * kRestOfRead;
  const float answers = std::min(ImGui::GetStateStorage()->GetFloat(ImGui::GetID("answers"), 0), most);
  draw_column_part(frame, screen, "caption", {at.x, top}, width, room - answers, caption,
                   [&](float wide) { draw_caption_words(frame, screen, theme.body, wide); });
  const float below = ImGui::GetItemRectMax().y;
  draw_column_part(frame, screen, "answers", {at.x, below}, width, bottom - gap_h - below, caption, [&](float wide) {
    draw_ask(frame, screen, wide);
    draw_exercise(frame, screen, wide);
    if (bar.last() && try_also_width(frame, screen) > 0) {
      gap(2 * u);
      try_also_button(frame, screen, top_h);
    }
    more();
  });
}

void draw_steps(const Frame& frame, Screen& screen) {
  const ArrayView<Step> steps = steps_of(frame);
  const float u = frame.theme.unit, width = ImGui::GetContentRegionAvail().x, height = (frame.host.touch ? 38.0F : 30.0F) * u;
  const StepBar bar = step_bar(frame);
  follow_focus(frame, screen, nth(steps, bar.index));
  if (width < kWideFrom * u || is_low(frame)) {
    draw_narrow(frame, screen, bar, width, height);
  } else {
    draw_wide(frame, screen, bar, width, height);
  }
}

}  // namespace gf::ui
