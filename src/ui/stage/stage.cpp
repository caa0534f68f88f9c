#include "ui/stage/stage.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "core/nth.h"
#include "ui/bars/steps.h"
#include "ui/places.h"
#include "ui/stage/aim.h"
#include "ui/stage/arrows.h"
#include "ui/stage/card.h"
#include "ui/stage/card_button.h"
#include "ui/stage/changes.h"
#include "ui/stage/control.h"
#include "ui/stage/dock.h"
#include "ui/stage/film.h"
#include "ui/stage/floating_bar.h"
#include "ui/stage/frames.h"
#include "ui/stage/mini_map.h"
#include "ui/stage/scene_stage.h"
#include "ui/stage/sights.h"
#include "ui/views/view_table.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/imgui_private.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

constexpr float kZoomStep = 1.25f;

// Returns the position of the picture's corner in the stage's window when the window is not scrolled. A picture that fits along a direction
// stands in the middle.
ImVec2 corner_of(const Stage& stage, float zoom, float u) {
  const auto along = [&](float room, float size) { return std::max((room - size * zoom) / 2, kStageMargin * u); };
  return {along(stage.area.width(), stage.picture.placement().width), along(stage.area.height(), stage.picture.placement().height)};
}

// Returns the size of the window's content. If the picture is moved up for a card, the content has as much more room below.
ImVec2 content_of(const Stage& stage, ImVec2 corner, float u) {
  const Placement& placement = stage.picture.placement();
  const Sight& sight = stage.camera.now;
  ImVec2 size{placement.width * sight.zoom + 2 * kStageMargin * u, placement.height * sight.zoom + 2 * kStageMargin * u};
  const float end = std::round(sight.at.y * sight.zoom + corner.y + stage.area.height() / 2);
  if (stage.camera.lifted >= 0) size.y = std::max(size.y, std::min(end, size.y + stage.area.height() / 2));
  return size;
}

// Begins the window of the stage, scrolled to the camera's sight. So a wheel or a finger scrolls the stage as it scrolls any other window.
bool begin_window(const Stage& stage, float u) {
  const Sight& sight = stage.camera.now;
  const ImVec2 corner = corner_of(stage, sight.zoom, u), content = content_of(stage, corner, u);
  const auto offset = [](float at, float zoom, float start, float room, float size) {
    return std::round(std::clamp(at * zoom + start - room / 2, 0.0f, std::max(size - room, 0.0f)));
  };
  ImGui::SetNextWindowContentSize(content);
  if (!stage.camera.settled) {
    ImGui::SetNextWindowScroll({offset(sight.at.x, sight.zoom, corner.x, stage.area.width(), content.x),
                                offset(sight.at.y, sight.zoom, corner.y, stage.area.height(), content.y)});
  }
  // The name "stage zoom" says that Ctrl and wheel zoom the window.
  constexpr ImGuiWindowFlags kFlags = ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_HorizontalScrollbar;
  return ImGui::BeginChild("stage zoom", ImVec2(stage.area.width(), stage.area.height()), 0, kFlags);
}

// Sets the lens from the scroll of the window. If the reader scrolled the window, the camera keeps that sight.
void follow_scroll(Stage& stage, float u) {
  Camera& camera = stage.camera;
  const float zoom = camera.now.zoom;
  const ImVec2 corner = corner_of(stage, zoom, u), scroll(ImGui::GetScrollX(), ImGui::GetScrollY());
  stage.lens = {stage.area.centre(),
                {{(scroll.x - corner.x + stage.area.width() / 2) / zoom, (scroll.y - corner.y + stage.area.height() / 2) / zoom}, zoom}};
  const bool still = camera.now == camera.to;
  const bool scrolled = camera.settled && (std::fabs(scroll.x - camera.scroll.x) >= 1 || std::fabs(scroll.y - camera.scroll.y) >= 1);
  camera.scroll = scroll;
  if (scrolled) {
    camera.now = stage.lens.view;
    camera.to = stage.lens.view;
    camera.aim = Camera::Aim::own;
  }
  camera.settled = still;
}

// Plays the film. If a cell that is made term by term can't be read from afar, the camera goes near, and afterwards back to the whole.
void follow_film(const Frame& frame, Screen& screen, Stage& stage) {
  const int subject = stage.focus < 0 ? -1 : subject_of(frame, nth(stage.picture.cards, stage.focus));
  const int card = run_film(frame, screen, stage.picture, subject);
  if (card >= 0 && stage.camera.aim != Camera::Aim::own && stage.camera.to.zoom < kReadable) aim_at_card(frame, stage, card);
  if (card == -2 && stage.camera.aim == Camera::Aim::framed) aim(stage, Camera::Aim::whole, sight_of_whole(frame, stage));
}

void look_at(Screen& screen, Stage& stage, const Sight& sight) {
  stage.camera.aim = Camera::Aim::own;
  send_camera(stage.camera, sight, ImGui::GetTime(), true);
  screen.output.animating = true;
}

// Handles the pointer on the background: a drag moves the picture, and Ctrl and wheel zoom it.
void handle_pointer(const Frame& frame, Screen& screen, Stage& stage) {
  const ImGuiIO& io = ImGui::GetIO();
  const float u = frame.theme.unit;
  ImGui::SetCursorScreenPos(stage.area.min);
  ImGui::SetNextItemAllowOverlap();
  ImGui::InvisibleButton("background", ImVec2(std::max(stage.area.width(), 1.0f), std::max(stage.area.height(), 1.0f)));
  if (ImGui::IsItemActive() && ImGui::IsMouseDragging(0, 3 * u)) {
    const Sight& seen = stage.lens.view;
    look_at(screen, stage, {{seen.at.x - io.MouseDelta.x / seen.zoom, seen.at.y - io.MouseDelta.y / seen.zoom}, seen.zoom});
  }
  if (io.KeyCtrl && io.MouseWheel != 0 && ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows))
    look_at(screen, stage, zoomed_at(stage.lens, std::pow(1.15f, io.MouseWheel), io.MousePos));
}

void draw_focus_mark(const Theme& theme, const Box& box) {
  const float u = theme.unit;
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRect({box.min.x - 3 * u, box.min.y - 3 * u}, {box.max.x + 3 * u, box.max.y + 3 * u}, faded(theme.color.accent, 0.18f), 11 * u, 0,
                6 * u);
  list->AddRect(box.min, box.max, theme.color.accent, 8 * u, 0, 2 * u);
}

void draw_cards(const Frame& frame, Screen& screen, Stage& stage) {
  const float zoom = stage.lens.view.zoom;
  const Picture& picture = stage.picture;
  for (std::size_t i = 0; i < picture.cards.size(); ++i) {
    if (picture.placement().in_folded[i] >= 0) continue;
    const Box box = stage.lens.at(picture.placement().cards[i]);
    if (box.max.x < stage.area.min.x || box.min.x > stage.area.max.x || box.max.y < stage.area.min.y || box.min.y > stage.area.max.y)
      continue;
    ImGui::PushID(static_cast<int>(i));
    const int card = static_cast<int>(i);
    draw_card_as_button(frame, screen, picture, card, box, zoom);
    ImGui::PopID();
    if (card == stage.focus) {
      draw_focus_mark(frame.theme, box);
      note_box(screen.places, "focus:" + frame.trace->node(std::max(subject_of(frame, picture.cards[i]), 0)).name, box);
    }
  }
}

constexpr float kRowFrom = 150;  // the least height of a stage with a row for buttons, design pixels

// Returns the part of the area for the picture. If the area is high enough, buttons and film have a row below; otherwise they stand over
// the picture.
Box above_bars(const Frame& frame, Box area) {
  const float u = frame.theme.unit;
  const bool part = frame.host.options.shows_part();
  if (!part && !is_narrow(frame, {area.width(), area.height()}) && area.height() >= kRowFrom * u)
    area.max.y -= (frame.host.touch ? 56 : 46) * u;
  return area;
}

void draw_buttons(const Frame& frame, Screen& screen, Stage& stage, ImVec2 corner) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, side = (frame.host.touch ? 40.0f : 30.0f) * u;
  const Box box{{corner.x - 3 * side, corner.y - side}, corner};
  if (!begin_floating_bar(theme, "tool: lens", box)) return ImGui::EndChild();
  float x = box.min.x;
  const auto button = [&](Icon icon, const char* key) {
    ImGui::SetCursorScreenPos(ImVec2(x, box.min.y));
    x += side;
    return icon_button(theme, screen.places, icon, ui_text(frame, key), side);
  };
  const auto zoom_by = [&](float factor) {
    aim(stage, Camera::Aim::own, zoomed_at({stage.area.centre(), stage.camera.to}, factor, stage.area.centre()));
  };
  const bool zooms_out = button(Icon::minus, "stage.zoom_out");
  if (zooms_out) zoom_by(1 / kZoomStep);
  const bool zooms_in = button(Icon::plus, "stage.zoom_in");
  if (zooms_in) zoom_by(kZoomStep);
  const bool closes = button(Icon::close, "stage.scene");
  if (closes) screen.state.lesson.overview = false;
  if (zooms_out || zooms_in || closes) screen.output.animating = true;
  ImGui::EndChild();
}

// Draws what the colours of cards and cells mean, as far as there is room up to `right`.
void draw_roles(const Frame& frame, const Box& area, float left, float right) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, middle = area.max.y - (frame.host.touch ? 28 : 23) * u;
  if (is_narrow(frame, {area.width(), area.height()}) || frame.state.lesson.film.on || area.height() < kRowFrom * u) return;
  if (frame.trace->first_not_finite) return;  // the message about the first value that is not finite stands there
  ImDrawList* list = ImGui::GetWindowDrawList();
  const std::pair<const char*, ImU32> roles[] = {
      {"stage.made_from", theme.color.accent}, {"stage.in_focus", theme.color.focus}, {"stage.goes_into", theme.color.after}};
  float x = left;
  for (const auto& [key, color] : roles) {
    const std::string words = ui_text(frame, key);
    const float width = measure(theme.small, words).x;
    if (x + width > right) return;
    list->AddRectFilled({x, middle - 5 * u}, {x + 12 * u, middle + 5 * u}, color, 3 * u);
    put(list, theme.small, {x + 18 * u, middle - theme.small.size / 2}, theme.color.muted, words);
    x += width + 40 * u;
  }
}

// Draws the button that opens the plan, with a small map, at the right end of `most`. If the reader chose another scene than the step's,
// draws a button back to the step to its left, unless the caption beside the stage has that button. Returns the left end of the buttons.
float draw_plan_button(const Frame& frame, Screen& screen, const Picture& picture, const Scene& scene, const Box& most, bool labelled) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, side = most.height(), inside = 5 * u;
  const std::string label = ui_text(frame, "stage.whole");
  const float map_height = side - 2 * inside, words = measure(theme.small, label).x;
  const float map_width = std::min(mini_map_width(picture, map_height), most.width() - 2 * inside);
  const float width_of_button = map_width + 2 * inside + (labelled ? words + 14 * u : 0);
  const Box box{{most.max.x - width_of_button, most.min.y}, most.max};
  if (begin_floating_bar(theme, "tool: plan", box)) {
    ImGui::SetCursorScreenPos(box.min);
    const bool pressed = face_button(theme, screen.places, label, {box.width(), box.height()}, ButtonKind::plain);
    if (labelled)
      put(ImGui::GetWindowDrawList(), theme.small, {box.min.x + 10 * u, box.centre().y - theme.small.size / 2}, theme.color.ink, label);
    draw_mini_map(frame, picture, scene, {{box.max.x - inside - map_width, box.min.y + inside}, {box.max.x - inside, box.max.y - inside}});
    if (pressed) {
      screen.state.lesson.overview = true;
      screen.output.animating = true;
    }
  }
  ImGui::EndChild();
  if (frame.snapshot.document.look.scene.empty() || !has_steps(frame) || has_caption_beside(frame)) return box.min.x;
  const std::string back = ui_text(frame, "stage.to_step");
  const float width = text_button_width(theme, back);
  const Box beside{{box.min.x - width - 8 * u, box.min.y}, {box.min.x - 8 * u, box.max.y}};
  if (begin_floating_bar(theme, "tool: to step", beside)) {
    ImGui::SetCursorScreenPos(beside.min);
    if (text_button(theme, screen.places, back, side, ButtonKind::plain)) send(screen, ShowScene{});
  }
  ImGui::EndChild();
  return beside.min.x;
}

// Draws the buttons of a scene: in the foot, or otherwise at the bottom of the stage.
void draw_bars_of_scene(const Frame& frame, Screen& screen, const Picture& picture, const Scene& scene, const Box& bars, const Foot& foot) {
  const float u = frame.theme.unit;
  if (foot.line.width() > 0) {
    draw_film_bar(frame, screen, foot.film);
    draw_plan_button(frame, screen, picture, scene, foot.plan, false);
    return;
  }
  const float side = (frame.host.touch ? 40 : 36) * u, bottom = bars.max.y - (frame.host.touch ? 8 : 5) * u;
  draw_film_bar(frame, screen, film_bar_box(frame, bars));
  const float end = draw_plan_button(frame, screen, picture, scene, {{bars.min.x, bottom - side}, {bars.max.x - 12 * u, bottom}},
                                     !is_narrow(frame, {bars.width(), bars.height()}));
  const float play = measure(frame.theme.small, ui_text(frame, "film.play")).x + 78 * u;
  draw_roles(frame, bars, bars.min.x + play, end - 12 * u);
}

}  // namespace

void draw_stage(const Frame& frame, Screen& screen, const Box& whole_area, float covered, const Foot& foot) {
  const float u = frame.theme.unit;
  const std::vector<const CardRow*> docked = docked_cards(frame, {whole_area.width(), whole_area.height()});
  const Box beside = draw_dock(frame, screen, whole_area);
  const Box area = foot.line.width() > 0 ? beside : above_bars(frame, beside);
  screen.state.arrows_taken = false;
  ImGui::SetCursorScreenPos(area.min);
  if (!frame.trace) {
    ImGui::SetCursorScreenPos(ImVec2(area.min.x + kStageMargin * u, area.min.y + kStageMargin * u));
    return paragraph(frame.theme.body, frame.theme.color.muted, ui_text(frame, frame.snapshot.computing ? "computing" : "nothing_yet"));
  }
  if (!frame.state.lesson.overview) {
    const ImVec2 window{area.width() - 2 * kStageMargin * u, area.height() - 2 * kStageMargin * u};
    const Picture& picture = picture_of(frame, screen, window, docked);
    note_changes(frame, screen);
    const int focus = has_steps(frame) ? card_of_step(frame, picture) : -1;
    run_film(frame, screen, picture, focus < 0 ? -1 : subject_of(frame, nth(picture.cards, focus)));
    const Scene scene = draw_scene(frame, screen, picture, draw_controls(frame, screen, area));
    follow_focus_with_controls(screen);
    if (frame.host.options.shows_part()) return;  // buttons would stand over the only part that is shown
    return draw_bars_of_scene(frame, screen, picture, scene, {area.min, {area.max.x, beside.max.y}}, foot);
  }
  Camera& camera = screen.state.lesson.camera;
  const ImVec2 window{area.width() - 2 * kStageMargin * u, area.height() + covered - 2 * kStageMargin * u};
  Stage stage{area, picture_of(frame, screen, window, docked), camera, covered, -1, frame.host.still, {}};
  stage.focus = has_steps(frame) ? card_of_step(frame, stage.picture) : -1;
  note_changes(frame, screen);
  follow_film(frame, screen, stage);
  aim_camera(frame, screen, stage);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
  if (begin_window(stage, u)) {
    follow_scroll(stage, u);
    handle_pointer(frame, screen, stage);
    draw_frames(frame, screen, stage.picture, stage.lens);
    draw_arrows(frame, stage.picture, stage.lens);
    draw_cards(frame, screen, stage);
    draw_film_sum(frame, screen, stage.area);
  }
  ImGui::EndChild();
  ImGui::PopStyleVar();
  // Buttons would stand over the only part that is shown.
  if (frame.host.options.shows_part() && camera.aim == Camera::Aim::whole) return;
  const Box bars{area.min, {area.max.x, beside.max.y}};
  const bool in_foot = foot.line.width() > 0;
  draw_buttons(frame, screen, stage, in_foot ? foot.plan.max : ImVec2(bars.max.x - 12 * u, bars.max.y - 8 * u));
  draw_film_bar(frame, screen, in_foot ? foot.film : film_bar_box(frame, bars));
}

}  // namespace gf::ui
