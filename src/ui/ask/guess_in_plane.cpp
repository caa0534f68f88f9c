#include "ui/ask/guess_in_plane.h"

#include <algorithm>
#include <cmath>

#include "core/number_text.h"
#include "protocol/step.h"
#include "study/ask.h"
#include "ui/ask/ask_parts.h"
#include "ui/cells/guess.h"
#include "ui/inspector/cell_words.h"
#include "ui/places.h"
#include "ui/views/plane/plane.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

constexpr float kRing = 9, kAxisKnob = 22;  // design pixels

const WhereInPlane* asked_place(const Frame& frame) {
  const Step* const step = asking_step(frame.snapshot);
  return step && frame.trace && frame.trace->find(asked_node(*step)) >= 0 ? std::get_if<WhereInPlane>(&step->ask->how) : nullptr;
}

ImVec2 on_lens(const PlaneLens& lens, const PlaceInPlane& place) {
  return lens.at(static_cast<float>(place.x), static_cast<float>(place.y));
}

// Rounds a coordinate to steps of two hundredths of the largest power of ten in the span, which is as fine as a hand can place it.
double in_steps(double value, float span) {
  const double step = std::pow(10.0, std::floor(std::log10(std::max(static_cast<double>(span), 1e-6))) - 2) * 2;
  return std::round(value / step) * step;
}

void put_place(PlaceInPlane& place, const PlaneLens& lens, ImVec2 at) {
  const ImVec2 to = lens.back({std::clamp(at.x, lens.box.min.x, lens.box.max.x), std::clamp(at.y, lens.box.min.y, lens.box.max.y)});
  place = {in_steps(static_cast<double>(to.x), lens.range.width()), in_steps(static_cast<double>(to.y), lens.range.height())};
}

// Draws a triangle at the edge of the plane, which moves one coordinate by hand, by keyboard and by assistive technology. Returns whether
// the coordinate changed.
bool drag_axis(const Frame& frame, Screen& screen, const PlaneLens& lens, const std::string& name, double& value, bool up) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, side = kAxisKnob * u;
  const float least = up ? lens.range.bottom : lens.range.left, span = up ? lens.range.height() : lens.range.width();
  double part = std::clamp((value - static_cast<double>(least)) / static_cast<double>(span), 0.0, 1.0);
  const Box& box = lens.box;
  const float along = static_cast<float>(part);
  const ImVec2 tip = up ? ImVec2(box.min.x, box.max.y - along * box.height()) : ImVec2(box.min.x + along * box.width(), box.max.y);
  const Box grip{{tip.x - side / 2, tip.y - side / 2}, {tip.x + side / 2, tip.y + side / 2}};
  bool changed = drag_along(up ? "up" : "across", part, box, grip, up);
  double next = static_cast<double>(least) + part * static_cast<double>(span);
  note_control(screen.places, "slider:" + name,
               {.role = Role::slider,
                .name = name,
                .value = format_number(value, 3),
                .now = value,
                .least = static_cast<double>(least),
                .most = static_cast<double>(least + span),
                .step = static_cast<double>(span) / 100});
  if (const std::optional<double> wished = wished_value(screen.places, ImGui::GetItemID()); wished && std::isfinite(*wished)) {
    next = *wished;
    changed = true;
  }
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float d = 7 * u;  // the triangle lies inside the plane, so that it covers no number of the axis
  if (up)
    list->AddTriangleFilled({tip.x, tip.y - d}, {tip.x, tip.y + d}, {tip.x + d * 1.3f, tip.y}, theme.color.guess);
  else
    list->AddTriangleFilled({tip.x - d, tip.y}, {tip.x + d, tip.y}, {tip.x, tip.y - d * 1.3f}, theme.color.guess);
  focus_frame(theme, 4 * u);
  if (changed) value = in_steps(next, span);
  return changed;
}

void drag_ring(const Frame& frame, Screen& screen, const PlaneLens& lens, const std::string& across, const std::string& up) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  Guessing& draft = guessing(frame, screen, *asking_step(frame.snapshot));
  PlaceInPlane& place = std::get<PlaceInPlane>(draft.guess);
  ImGui::SetCursorScreenPos(lens.box.min);
  ImGui::SetNextItemAllowOverlap();
  ImGui::InvisibleButton("guess", {std::max(lens.box.width(), 1.0f), std::max(lens.box.height(), 1.0f)});
  note_item(screen.places, "guess:plane");
  if (ImGui::IsItemActive()) {
    put_place(place, lens, ImGui::GetIO().MousePos);
    draft.touched = true;
  }
  if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeAll);
  draft.touched |= drag_axis(frame, screen, lens, across, place.x, false);
  draft.touched |= drag_axis(frame, screen, lens, up, place.y, true);
  const ImVec2 at = on_lens(lens, place);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImU32 way = faded(theme.color.guess, 0.45f);
  list->AddLine({at.x, at.y}, {at.x, lens.box.max.y}, way, u);
  list->AddLine({lens.box.min.x, at.y}, {at.x, at.y}, way, u);
  list->AddCircleFilled(at, kRing * u, faded(theme.color.panel, 0.7f), 28);
  list->AddCircle(at, kRing * u, theme.color.guess, 28, 2.5f * u);
  list->AddCircleFilled(at, 2 * u, theme.color.guess, 12);
}

}  // namespace

bool is_place_asked_beside(const Frame& frame, const std::string& node) {
  const WhereInPlane* const asked = asked_place(frame);
  if (!asked || asked->beside != node) return false;
  const Guess* const guess = guess_made(frame);
  return !guess || std::holds_alternative<PlaceInPlane>(*guess);
}

void draw_guess_in_plane(const Frame& frame, Screen& screen, const PlaneLens& lens, const std::string& across, const std::string& up) {
  if (!is_guess_on_board(frame)) screen.output.animating = true;
  screen.state.guessing.in_picture = ImGui::GetFrameCount();
  const Guess* const guess = guess_made(frame);
  if (!guess) return drag_ring(frame, screen, lens, across, up);
  const PlaceInPlane* const place = std::get_if<PlaceInPlane>(guess);
  const std::optional<Guess> truth = truth_of(*asking_step(frame.snapshot), *frame.trace);
  if (!place || !truth) return;
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  const ImVec2 at = on_lens(lens, *place), truth_at = on_lens(lens, std::get<PlaceInPlane>(*truth));
  ImGui::GetWindowDrawList()->AddLine(at, truth_at, faded(theme.color.guess, 0.5f), 2 * u);
  draw_guess_point(frame, screen, ImGui::GetWindowDrawList(), at);
}

void draw_plane_of_guess(const Frame& frame, Screen& screen, const Step& step, const Box& room) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, left = measure(theme.tiny, "−0.0").x + 10 * u, foot = 2 * theme.tiny.size + 10 * u,
              head = theme.tiny.size + 6 * u;
  std::vector<PlaceInPlane> more;
  const Guess* const guess = guess_made(frame);
  const std::optional<Guess> truth = guess ? truth_of(step, *frame.trace) : std::nullopt;
  if (guess && std::holds_alternative<PlaceInPlane>(*guess)) more.push_back(std::get<PlaceInPlane>(*guess));
  if (truth) more.push_back(std::get<PlaceInPlane>(*truth));
  const AskedPlane plane = asked_plane(frame, step, more);
  const Box box{{room.min.x + left, room.min.y + head}, {room.max.x - 4 * u, room.max.y - foot}};
  if (box.width() < 20 || box.height() < 20) return;
  const PlaneRange content{static_cast<float>(plane.left), static_cast<float>(plane.right), static_cast<float>(plane.bottom),
                           static_cast<float>(plane.top)};
  const PlaneLens lens{fitted(content, box.height() / box.width()), box, 1};
  const TraceNode& node = frame.trace->at(asked_node(step));
  std::string names[2];
  for (const Index axis : {0, 1})
    names[axis] = node.cols.labels.empty() ? column_words(frame, node, {0, 0, axis}) : place_label(node.cols, axis);
  draw_plane_axes(frame, lens, names[0], names[1]);
  ImDrawList* list = ImGui::GetWindowDrawList();
  for (const auto& [label, place] : plane.known) {
    const ImVec2 at = lens.at(place.x, place.y);
    list->AddCircleFilled(at, 4.5f * u, theme.color.ink, 16);
    put(list, theme.small, {at.x + 8 * u, at.y - theme.small.size}, theme.color.ink, label);
  }
  if (truth) {
    const ImVec2 truth_at = on_lens(lens, std::get<PlaceInPlane>(*truth));
    list->AddCircleFilled(truth_at, 6 * u, theme.color.focus, 20);
    const std::string label = place_label(node.rows, asked_cell(step, *frame.trace).cell.row);
    put(list, theme.heading, {truth_at.x + 9 * u, truth_at.y - theme.heading.size}, theme.color.focus_ink, label);
    note_box(screen.places, "truth:place", {{truth_at.x - 6 * u, truth_at.y - 6 * u}, {truth_at.x + 6 * u, truth_at.y + 6 * u}});
  }
  draw_guess_in_plane(frame, screen, lens, names[0], names[1]);
}

}  // namespace gf::ui
