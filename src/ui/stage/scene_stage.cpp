#include "ui/stage/scene_stage.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/nth.h"
#include "ui/ask/board.h"
#include "ui/ask/guess_tags.h"
#include "ui/ask/veil.h"
#include "ui/places.h"
#include "ui/stage/callout.h"
#include "ui/stage/card.h"
#include "ui/stage/card_title.h"
#include "ui/stage/film.h"
#include "ui/stage/operator_sign.h"
#include "ui/stage/scene_layout.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

constexpr float kSceneMargin = 14;  // design pixels
constexpr double kGlide_s = 0.3, kFade_s = 0.18;

Box on_screen(const Box& box, ImVec2 corner) { return moved(box, corner); }

// Returns the name that a card keeps from scene to scene.
std::string name_of(const Frame& frame, const SceneCard& card) {
  const int node = subject_of(frame, card.shown);
  if (node >= 0) return frame.trace->node(node).name;
  return card.shown.run ? std::string("@") + card.shown.run->id : std::string();
}

Box between(const Box& a, const Box& b, float t) {
  const auto mix = [t](float x, float y) { return x + (y - x) * t; };
  return {{mix(a.min.x, b.min.x), mix(a.min.y, b.min.y)}, {mix(a.max.x, b.max.x), mix(a.max.y, b.max.y)}};
}

// Returns a key that two scenes share only if they have the same focus and cards.
std::string key_of(const Frame& frame, const Scene& scene) {
  std::string key = std::to_string(scene.focus);
  for (const SceneCard& card : scene.cards) key += "," + name_of(frame, card);
  return key;
}

enum class Change { none, other_scene, first_scene };

Change change_of(const std::string& before, const std::string& key) {
  if (before.empty()) return Change::first_scene;
  return before == key ? Change::none : Change::other_scene;
}

// Returns the box of a card on its way, and sets how much of a card that appears is shown. A card glides only from scene to scene: if the
// window or a text changes, the card stands at its new place at once.
Box moving(const Frame& frame, Screen& screen, const std::string& name, const Box& to, Change change, float& shown) {
  auto& moves = screen.state.lesson.scene_moves;
  const double now = ImGui::GetTime();
  const auto [found, fresh] = moves.emplace(name, SceneMove{to, to, now, ImGui::GetFrameCount(), true});
  SceneMove& move = found->second;
  const bool again = !fresh && move.frame < ImGui::GetFrameCount() - 1;
  if (again) move = {to, to, now, 0, true};
  if (change == Change::first_scene) move.since_s = -1;
  move.frame = ImGui::GetFrameCount();
  if (frame.host.still) move = {to, to, -1, move.frame, false};
  const auto way = [&] { return static_cast<float>(std::clamp((now - move.since_s) / kGlide_s, 0.0, 1.0)); };
  const auto eased = [](float t) { return t * t * (3 - 2 * t); };
  if (!(move.to == to) && change == Change::other_scene) {
    move.from = between(move.from, move.to, eased(way()));
    move.to = to;
    move.since_s = now;
    move.appears = false;
  } else if (!(move.to == to)) {
    const bool glides = !(move.from == move.to) && way() < 1;
    move.to = to;
    if (!glides) move.from = to;
  }
  const float t = way();
  if (t < 1) screen.output.animating = true;
  shown = move.appears ? static_cast<float>(std::clamp((now - move.since_s) / kFade_s, 0.0, 1.0)) : 1;
  return between(move.from, move.to, eased(t));
}

struct Drawn {
  std::vector<Box> boxes;  // the places of the cards on the screen
  Box callout, board;
};

ImU32 color_of_read(const Frame& frame, const Scene& scene, const SceneRead& read) {
  if (read.to == scene.focus) return frame.theme.color.accent;
  if (read.from == scene.focus) return frame.theme.color.after;
  return frame.theme.color.arrow;
}

void draw_head(ImDrawList* list, ImVec2 tip, bool down, float size, ImU32 color) {
  if (down)
    list->AddTriangleFilled(tip, {tip.x - size * 0.55f, tip.y - size}, {tip.x + size * 0.55f, tip.y - size}, color);
  else
    list->AddTriangleFilled(tip, {tip.x - size, tip.y - size * 0.55f}, {tip.x - size, tip.y + size * 0.55f}, color);
}

// Draws an arrow in the gap between two columns or two lines. Leaves out an arrow that would cross a card, the callout or the board.
void draw_read(const Frame& frame, Screen& screen, const Scene& scene, const Drawn& drawn, const SceneRead& read) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, head = 8 * u;
  const Box &from = nth(drawn.boxes, read.from), &to = nth(drawn.boxes, read.to);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImU32 color = color_of_read(frame, scene, read);
  const Box* const over[] = {&drawn.callout, &drawn.board};
  const auto crosses = [&](const Box& way) {
    for (std::size_t i = 0; i < drawn.boxes.size(); ++i) {
      if (static_cast<int>(i) == read.from || static_cast<int>(i) == read.to) continue;
      const Box both = common(way, drawn.boxes[i]);
      if (both.width() > 1 && both.height() > 1) return true;
    }
    return std::any_of(std::begin(over), std::end(over), [&](const Box* cover) {
      const Box both = common(way, *cover);
      return both.width() > 1 && both.height() > 1;
    });
  };
  const std::string place = "arrow:" + std::to_string(read.from) + ">" + std::to_string(read.to);
  const bool overlap_y = from.min.y < to.max.y && to.min.y < from.max.y;
  if (from.max.x + 12 * u <= to.min.x && overlap_y) {
    const float low = std::max(from.min.y, to.min.y), high = std::min(from.max.y, to.max.y), level = (low + high) / 2;
    const bool straight = high - low > 20 * u;
    const ImVec2 start(from.max.x + 8 * u, straight ? level : from.centre().y), tip(to.min.x - 8 * u, straight ? level : to.centre().y);
    const Box way{{start.x, std::min(start.y, tip.y) - u}, {tip.x, std::max(start.y, tip.y) + u}};
    if (crosses(way)) return;
    note_box(screen.places, place, way);
    const ImVec2 end(tip.x - head * 0.8f, tip.y);
    const float bend = (end.x - start.x) / 2;
    list->AddBezierCubic(start, {start.x + bend, start.y}, {end.x - bend, end.y}, end, color, 2 * u);
    draw_head(list, tip, false, head, color);
    const int node = subject_of(frame, nth(scene.cards, read.to).shown);
    const std::string sign = node < 0 || read.by_author ? std::string() : operator_sign(*frame.trace, node);
    const bool first = std::none_of(scene.reads.begin(), scene.reads.end(),
                                    [&](const SceneRead& other) { return other.to == read.to && other.from < read.from; });
    if (!first || sign.empty()) return;
    const ImVec2 size = measure(theme.heading, sign);
    if (size.x <= tip.x - start.x)
      put(list, theme.heading, {(start.x + tip.x - size.x) / 2, std::min(start.y, tip.y) - size.y - 4 * u}, theme.color.ink, sign);
    return;
  }
  if (from.max.y + 12 * u <= to.min.y) {
    const float left = std::max(from.min.x, to.min.x), right = std::min(from.max.x, to.max.x);
    const bool straight = right - left > 30 * u;
    const ImVec2 start(straight ? (left + right) / 2 : from.centre().x, from.max.y + 8 * u),
        tip(straight ? (left + right) / 2 : to.centre().x, to.min.y - 8 * u);
    const Box way{{std::min(start.x, tip.x) - u, start.y}, {std::max(start.x, tip.x) + u, tip.y}};
    if (crosses(way)) return;
    note_box(screen.places, place, way);
    const ImVec2 end(tip.x, tip.y - head * 0.8f);
    const float bend = (end.y - start.y) / 2;
    list->AddBezierCubic(start, {start.x, start.y + bend}, {end.x, end.y - bend}, end, color, 2 * u);
    draw_head(list, tip, true, head, color);
  }
}

const char* sign_of(SceneJoint joint) {
  switch (joint) {
    case SceneJoint::plus:
      return "+";
    case SceneJoint::times:
      return "×";
    case SceneJoint::equals:
      return "=";
    default:
      return nullptr;
  }
}

// Draws "+", "×" and "=" between the columns of a line.
void draw_joints(const Frame& frame, const Scene& scene, const Drawn& drawn) {
  const Theme& theme = frame.theme;
  for (std::size_t c = 1; c < scene.columns.size(); ++c) {
    const char* const sign = sign_of(scene.columns[c].before);
    if (!sign || scene.columns[c].begins_line) continue;
    const Box &left = nth(drawn.boxes, scene.columns[c - 1].cards.front()), &right = nth(drawn.boxes, scene.columns[c].cards.front());
    const bool parted = drawn.callout.width() > 0 && drawn.callout.min.x >= left.max.x && drawn.callout.max.x <= right.min.x;
    const float end = parted ? drawn.callout.min.x : right.min.x;
    const Box between = right.min.x >= left.max.x ? Box{{left.max.x, left.min.y}, {end, left.max.y}}
                                                  : Box{{left.min.x, left.max.y}, {left.max.x, right.min.y}};
    put_centred(ImGui::GetWindowDrawList(), theme.strong, between.min, between.max, theme.color.ink, sign);
  }
}

// Returns the place of a cell on the screen; an empty box if no card draws the cell.
Box cell_on_screen(const Frame& frame, const Screen& screen, const CellReference& at) {
  if (at.node < 0) return {};
  const std::string id = "grid:" + frame.trace->node(at.node).name;
  for (const Place& place : screen.places.noted) {
    if (place.id != id || !place.cells || place.cells->outer != at.cell.outer) continue;
    const PlacedCells& cells = *place.cells;
    const Index row = at.cell.row - cells.first_row, col = at.cell.col - cells.first_column;
    if (row < 0 || row >= cells.rows || col < 0 || col >= cells.columns) continue;
    const ImVec2 min(place.box.min.x + static_cast<float>(col) * cells.cell_width,
                     place.box.min.y + static_cast<float>(row) * cells.cell_height);
    return {min, {min.x + cells.cell_width, min.y + cells.cell_height}};
  }
  return {};
}

// Scrolls on until the selected cell is in sight, since the question or the callout is about it.
void lift_to_selected(const Frame& frame, Screen& screen, const Box& area, float margin) {
  const Box cell = cell_on_screen(frame, screen, selected(frame));
  const float below = cell.max.y + margin - area.max.y;
  if (cell.height() <= 0 || cell.height() > area.height() / 2 || below < 1) return;
  screen.state.lesson.scene_lift += below;
  screen.output.animating = true;
}

void fade_in(const Theme& theme, const Box& box, float shown) {
  if (shown >= 1) return;
  const float u = theme.unit;
  ImGui::GetWindowDrawList()->AddRectFilled({box.min.x - 8 * u, box.min.y - 8 * u}, {box.max.x + 8 * u, box.max.y + 8 * u},
                                            faded(theme.color.page, 1 - shown));
}

// Measures the callout once for each scene, and again when its question is answered. So no card moves while the reader points at
// cells.
void measure_callout(const Frame& frame, Screen& screen, const Scene& scene, const std::string& key) {
  LessonScreen& lesson = screen.state.lesson;
  std::string wanted = key + (is_question_open(frame) ? "?" : "") + std::to_string(frame.theme.unit);
  if (scene.focus < 0 || lesson.callout_for == wanted) return;
  lesson.callout_for = std::move(wanted);
  lesson.callout_height = callout_height(frame, subject_of(frame, nth(scene.cards, scene.focus).shown));
}

// Makes a node that is to be brought into sight the focus of a scene, unless this scene shows it.
void follow_reveal(const Frame& frame, Screen& screen, const Picture& picture, const Scene& scene) {
  LessonScreen& lesson = screen.state.lesson;
  const int card = lesson.reveal.empty() ? -1 : card_showing(frame, picture, lesson.reveal);
  const bool shown = std::any_of(scene.cards.begin(), scene.cards.end(), [&](const SceneCard& other) { return other.card == card; });
  if (card >= 0 && !shown) send(screen, ShowScene{lesson.reveal});
  lesson.reveal.clear();
  lesson.reveal_section.clear();
}

void note_scene(const Frame& frame, Screen& screen, const Scene& scene, const Drawn& drawn, const Box& stage) {
  PlacedScene placed{
      .stage = stage, .focus = {}, .cards = {}, .callout = drawn.callout, .board = drawn.board, .trace = frame.snapshot.trace};
  if (scene.focus >= 0) placed.focus = name_of(frame, nth(scene.cards, scene.focus));
  for (std::size_t i = 0; i < scene.cards.size(); ++i)
    placed.cards.push_back({name_of(frame, scene.cards[i]), drawn.boxes[i], subject_of(frame, scene.cards[i].shown)});
  screen.places.scene = std::move(placed);
}

// Counts how often the board comes and goes in one scene and window.
void settle_board(Screen& screen, bool drawn) {
  LessonScreen& lesson = screen.state.lesson;
  BoardOfScene& board = lesson.board;
  const ImVec2 window = ImGui::GetMainViewport()->WorkSize;
  if (board.scene != lesson.scene_shown || board.window.x != window.x || board.window.y != window.y)
    board = {lesson.scene_shown, window, drawn, 0};
  if (board.drawn != drawn) {
    board.drawn = drawn;
    ++board.changes;
  }
}

}  // namespace

Scene draw_scene(const Frame& frame, Screen& screen, const Picture& picture, const Box& area) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, margin = kSceneMargin * u;
  Scene scene = scene_of(frame, picture);
  follow_reveal(frame, screen, picture, scene);
  if (scene.cards.empty()) return scene;
  const bool narrow = is_narrow(frame, {area.width(), area.height()});
  const ImVec2 stage(area.width() - 2 * margin, area.height() - 2 * margin);
  std::string key = key_of(frame, scene);  // before the layout leaves out cards
  measure_callout(frame, screen, scene, key);
  const ArrangedScene layout = lay_out_scene(frame, scene, stage, narrow);
  const bool scrolls = layout.scrolls;
  LessonScreen& lesson = screen.state.lesson;
  const Change change = change_of(lesson.scene_shown, key);
  lesson.scene_shown = std::move(key);
  settle_board(screen, layout.plan.board >= 0);
  lesson.guess_marks.clear();
  ImGui::SetCursorScreenPos(area.min);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
  if (scrolls) ImGui::SetNextWindowContentSize({area.width(), layout.composed.height + 2 * margin});
  if (change != Change::none) {
    lesson.scene_scrolled = false;
    lesson.scene_lift = 0;
  }
  const float most_scroll = std::max(layout.composed.height + 2 * margin - area.height(), 0.0f);
  if (scrolls && scene.focus >= 0 && !lesson.scene_scrolled) {
    // The stage scrolls so far that the focus is in sight. While a question is open, the board or the plane of its guess is in sight
    // instead.
    int target = scene.focus;
    for (std::size_t i = 0; i < scene.cards.size(); ++i)
      if (is_question_open(frame) && is_plane_of_question(frame, scene.cards[i])) target = static_cast<int>(i);
    if (layout.plan.board >= 0 && is_question_open(frame)) target = layout.plan.board;
    const Box& focus = nth(layout.composed.boxes, target);
    const float wanted = std::round(
        std::min(std::clamp(focus.max.y + 2 * margin - area.height(), 0.0f, std::max(focus.min.y, 0.0f)) + lesson.scene_lift, most_scroll));
    // The stage is scrolled only when the wanted place changes, so that a finger that scrolls is not held back.
    if (change != Change::none || wanted != lesson.scene_scroll) ImGui::SetNextWindowScroll({0, wanted});
    lesson.scene_scroll = wanted;
  }
  if (ImGui::BeginChild("stage", ImVec2(area.width(), area.height()), 0,
                        ImGuiWindowFlags_NoScrollbar | (scrolls ? 0 : ImGuiWindowFlags_NoScrollWithMouse))) {
    // The program stops scrolling the stage as soon as the reader scrolls it.
    if (ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows) && ImGui::GetIO().MouseWheel != 0) lesson.scene_scrolled = true;
    if (std::fabs(ImGui::GetScrollY() - std::min(lesson.scene_scroll, ImGui::GetScrollMaxY())) > 1.5f) lesson.scene_scrolled = true;
    const ImVec2 corner(area.min.x + margin, area.min.y + margin - (scrolls ? ImGui::GetScrollY() : 0));
    Drawn drawn;
    std::vector<float> shown(scene.cards.size(), 1);
    for (std::size_t i = 0; i < scene.cards.size(); ++i)
      drawn.boxes.push_back(
          moving(frame, screen, name_of(frame, scene.cards[i]), on_screen(layout.composed.boxes[i], corner), change, shown[i]));
    if (layout.plan.callout >= 0) drawn.callout = on_screen(nth(layout.composed.boxes, layout.plan.callout), corner);
    if (layout.plan.board >= 0) drawn.board = on_screen(nth(layout.composed.boxes, layout.plan.board), corner);
    for (const SceneRead& read : scene.reads) draw_read(frame, screen, scene, drawn, read);
    draw_joints(frame, scene, drawn);
    for (std::size_t i = 0; i < scene.cards.size(); ++i) {
      ImGui::PushID(static_cast<int>(i));
      draw_scene_card(frame, screen, scene.cards[i].shown, scene.cards[i].role, drawn.boxes[i]);
      ImGui::PopID();
      fade_in(theme, drawn.boxes[i], shown[i]);
      if (static_cast<int>(i) == scene.focus) note_box(screen.places, "focus:" + name_of(frame, scene.cards[i]), drawn.boxes[i]);
    }
    if (scrolls && !lesson.scene_scrolled) lift_to_selected(frame, screen, area, margin);
    lesson.callout_shown = layout.plan.callout >= 0 && !scrolls;
    if (layout.plan.callout >= 0)
      draw_callout(frame, screen, drawn.callout, cell_on_screen(frame, screen, focused(frame)),
                   subject_of(frame, nth(scene.cards, scene.focus).shown));
    if (layout.plan.board >= 0) draw_board(frame, screen, drawn.board);
    draw_guess_tags(frame, screen, area);
    note_scene(frame, screen, scene, drawn, area);
    draw_film_sum(frame, screen, area);
  }
  ImGui::EndChild();
  ImGui::PopStyleVar();
  return scene;
}

}  // namespace gf::ui
