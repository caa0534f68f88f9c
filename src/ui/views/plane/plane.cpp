#include "ui/views/plane/plane.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/nth.h"
#include "core/number_text.h"
#include "ui/ask/ask.h"
#include "ui/ask/guess_in_plane.h"
#include "ui/places.h"
#include "ui/views/view_table.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

constexpr float kLeastSide = 250, kMostSide = 400, kMostAlone = 560, kPanelAround = 28 + 26;  // design pixels
constexpr float kFoot = 34, kHead = 20, kHint = 20;                                           // the heights of ticks, names and hint
constexpr Index kMostTransformedLines = 60;

float tick_width(const Theme& theme) { return measure(theme.tiny, "−00.0").x + 8 * theme.unit; }

// Returns the outermost section that a panel stands in.
std::string_view group_of(const Panel& panel) { return std::string_view(panel.section).substr(0, panel.section.find('.')); }

int planes_in_group(const Frame& frame, const PanelView& panel) {
  const std::vector<Panel>& panels = frame.trace->panels;
  const std::string_view group = group_of(nth(panels, panel.index));
  return static_cast<int>(std::count_if(panels.begin(), panels.end(),
                                        [&](const Panel& other) { return other.view == View::plane && group_of(other) == group; }));
}

// Returns the range of all that the planes of a group show, and of the origin.
PlaneRange content_of_planes(const PlaneContentKey& key) {
  const Trace& trace = *key.trace;
  PlaneRange content;
  for (const PanelView& panel : panels_of(trace)) {
    if (panel.view != View::plane || group_of(nth(trace.panels, panel.index)) != key.group) continue;
    const PlaneParts parts = plane_parts(trace, panel);
    const auto add = [&](int node) {
      const Tensor& value = *trace.node(node).value;
      for (Index row = 0; row < value.rows(); ++row) content.include(value.at(0, row, 0), value.at(0, row, 1));
    };
    add(parts.points);
    for (const std::vector<int>& trail : parts.trails) std::for_each(trail.begin(), trail.end(), add);
    for (Index i = 0; parts.transformation >= 0 && i < 2; ++i) {
      const ImVec2 tip = image_of(trace, parts, i);
      content.include(tip.x, tip.y);
    }
  }
  return content;
}

// Moves a range towards the wanted range, by the time since the last frame.
void approach(Screen& screen, PlaneRange& range, const PlaneRange& wanted) {
  const float part = 1 - std::exp(-14 * ImGui::GetIO().DeltaTime), near = std::max(wanted.width(), wanted.height()) * 0.002f;
  const auto go = [&](float& from, float to) {
    // A plane without finite points has no range to come from.
    from = !std::isfinite(from) || std::fabs(to - from) < near ? to : from + (to - from) * part;
    if (from != to) screen.output.animating = true;
  };
  go(range.left, wanted.left);
  go(range.right, wanted.right);
  go(range.bottom, wanted.bottom);
  go(range.top, wanted.top);
}

std::string axis_name(const Frame& frame, const TraceNode& node, Index axis) {
  if (static_cast<std::size_t>(axis) < node.cols.labels.size()) return nth(node.cols.labels, axis);
  const std::string name = node.cols.name.empty() ? "columns" : node.cols.name;
  return text_or(frame, "ui.axes." + name + ".one", name) + " " + std::to_string(axis);
}

Box plot_box(const Theme& theme, const Box& area) {
  const float u = theme.unit;
  return {{std::round(area.min.x + tick_width(theme)), std::round(area.min.y + kHead * u)},
          {std::round(area.max.x - 2 * u), std::round(area.max.y - (kFoot + kHint) * u)}};
}

}  // namespace

PlaneParts plane_parts(const Trace& trace, const PanelView& panel) {
  const std::vector<PanelRole>& roles = nth(trace.panels, panel.index).roles;
  PlaneParts parts;
  parts.points = panel.nodes.front();
  std::vector<int> moved, other;
  for (std::size_t i = 0; i < std::min(roles.size(), panel.nodes.size()); ++i) {
    const PanelRole role = roles[i];
    const int node = panel.nodes[i];
    if (role == PanelRole::points) parts.points = node;
    if (role == PanelRole::weights) parts.weights = node;
    if (role == PanelRole::moved) moved.push_back(node);
    if (role == PanelRole::moved_otherwise) other.push_back(node);
    if (role == PanelRole::transformation || role == PanelRole::projection) {
      parts.transformation = node;
      parts.rows_are_images = role == PanelRole::projection;
    }
  }
  for (std::vector<int>& trail : {std::ref(moved), std::ref(other)}) {
    if (!trail.empty()) parts.trails.push_back(std::move(trail));
  }
  return parts;
}

PlaneScreen& plane_screen(const Frame& frame, Screen& screen, const PanelView& panel) {
  const std::string_view group = group_of(nth(frame.trace->panels, panel.index));
  PlaneScreen& shared = screen.state.lesson.planes[std::string(group)];
  if (shared.hold) return shared;
  const PlaneRange& content = shared.content.get({shared_trace(frame), group}, content_of_planes);
  if (!shared.has_range || !serves(fitted(shared.wanted, 1), content)) shared.wanted = content;
  if (!shared.has_range) {
    shared.shown = shared.wanted;
    shared.has_range = true;
  }
  approach(screen, shared.shown, shared.wanted);
  return shared;
}

std::optional<ImVec2> place_of(const Frame& frame, const PlaneLens& lens, int node, Index row) {
  const Tensor& value = *frame.trace->node(node).value;
  if (row >= value.rows()) return std::nullopt;
  const float x = value.at(0, row, 0), y = value.at(0, row, 1);
  if (!std::isfinite(x) || !std::isfinite(y)) return std::nullopt;
  return lens.at(x, y);
}

ImVec2 image_of(const Trace& trace, const PlaneParts& parts, Index vector) {
  const Tensor& m = *trace.node(parts.transformation).value;
  return parts.rows_are_images ? ImVec2(m.at(0, vector, 0), m.at(0, vector, 1)) : ImVec2(m.at(0, 0, vector), m.at(0, 1, vector));
}

void draw_plane_axes(const Frame& frame, const PlaneLens& lens, const std::string& across_name, const std::string& up_name) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  const Box& box = lens.box;
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(box.min, box.max, blend(theme.color.panel, theme.color.page, 0.55f), 4 * u);
  const float step = tick_distance(lens.range.width(), box.width(), 46 * u);
  const auto number = [&](long long k) { return format_number(static_cast<double>(k) * static_cast<double>(step), 4); };
  const auto first = [&](float from) { return static_cast<long long>(std::ceil(static_cast<double>(from) / static_cast<double>(step))); };
  for (long long k = first(lens.range.left); static_cast<float>(k) * step <= lens.range.right; ++k) {
    const float x = std::round(lens.at(static_cast<float>(k) * step, 0).x) + 0.5f;
    list->AddLine(ImVec2(x, box.min.y), ImVec2(x, box.max.y), k == 0 ? theme.color.faint : theme.color.border, u);
    const std::string text = number(k);
    put(list, theme.tiny, ImVec2(x - measure(theme.tiny, text).x / 2, box.max.y + 3 * u), theme.color.muted, text);
  }
  for (long long k = first(lens.range.bottom); static_cast<float>(k) * step <= lens.range.top; ++k) {
    const float y = std::round(lens.at(0, static_cast<float>(k) * step).y) + 0.5f;
    list->AddLine(ImVec2(box.min.x, y), ImVec2(box.max.x, y), k == 0 ? theme.color.faint : theme.color.border, u);
    const std::string text = number(k);
    put(list, theme.tiny, ImVec2(box.min.x - 5 * u - measure(theme.tiny, text).x, y - theme.tiny.size / 2), theme.color.muted, text);
  }
  const std::string across = across_name + " →", up = "↑ " + up_name;
  const float width = std::min(measure(theme.tiny, across).x, box.width());
  put_elided(list, theme.tiny, ImVec2(box.max.x - width - 3 * u, box.max.y + 18 * u), theme.color.ink, across, width + u);
  put_elided(list, theme.tiny, ImVec2(box.min.x, box.min.y - 17 * u), theme.color.ink, up, box.width());
}

namespace {

// The lines of the transformed grid.
struct TransformedGrid {
  float step = 1;    // the distance of lines before the transformation
  Index lines = 12;  // how many lines stand on each side of the middle
};

TransformedGrid transformed_grid(const PlaneLens& lens, ImVec2 a, ImVec2 b) {
  TransformedGrid grid;
  const float longest = std::max({std::hypot(a.x, a.y), std::hypot(b.x, b.y), 1e-6f}) * lens.scale();
  while (grid.step * longest < 16 && grid.step < 1e6f) grid.step *= 2;
  const float determinant = a.x * b.y - a.y * b.x;
  if (std::fabs(determinant) < 1e-6f) return grid;
  float most = 1;
  for (const float x : {lens.range.left, lens.range.right}) {
    for (const float y : {lens.range.bottom, lens.range.top})
      most = std::max({most, std::fabs((x * b.y - y * b.x) / determinant), std::fabs((y * a.x - x * a.y) / determinant)});
  }
  grid.lines = std::min(static_cast<Index>(std::min(most / grid.step, 1e6f)) + 1, kMostTransformedLines);
  return grid;
}

void draw_arrow_to(ImDrawList* list, ImVec2 from, ImVec2 to, ImU32 color, float width, float head) {
  const float length = std::hypot(to.x - from.x, to.y - from.y);
  if (length < 0.5f) return;
  const ImVec2 way((to.x - from.x) / length, (to.y - from.y) / length);
  const float depth = std::min(head, length);
  const ImVec2 base(to.x - way.x * depth, to.y - way.y * depth);
  list->AddLine(from, base, color, width);
  list->AddTriangleFilled(to, ImVec2(base.x - way.y * depth * 0.5f, base.y + way.x * depth * 0.5f),
                          ImVec2(base.x + way.y * depth * 0.5f, base.y - way.x * depth * 0.5f), color);
}

}  // namespace

void draw_transformation(const Frame& frame, Screen& screen, const PlaneDrawing& plane) {
  if (plane.parts.transformation < 0) return;
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  const PlaneLens& lens = plane.lens;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImVec2 a = image_of(*frame.trace, plane.parts, 0), b = image_of(*frame.trace, plane.parts, 1);
  if (!std::isfinite(a.x + a.y + b.x + b.y)) return;
  const TransformedGrid grid = transformed_grid(lens, a, b);
  const float far = static_cast<float>(grid.lines) * grid.step;
  const auto line = [&](ImVec2 along, ImVec2 across, Index k, int series) {
    const float by = static_cast<float>(k) * grid.step;
    const auto inside = clipped(lens.at(across.x * by - along.x * far, across.y * by - along.y * far),
                                lens.at(across.x * by + along.x * far, across.y * by + along.y * far), lens.box);
    if (inside)
      list->AddLine(inside->min, inside->max, faded(theme.color.series[series], k == 0 ? 0.75f : 0.28f), (k == 0 ? 1.5f : 1.0f) * u);
  };
  for (Index k = -grid.lines; k <= grid.lines; ++k) {
    line(a, b, k, 1);
    line(b, a, k, 2);
  }
  const bool movable = is_editable(frame, frame.trace->node(plane.parts.transformation));
  for (Index i = 0; i < 2; ++i) {
    const ImVec2 image = i == 0 ? a : b, tip = lens.at(image.x, image.y);
    const ImU32 color = theme.color.series[i == 0 ? 1 : 2];
    draw_arrow_to(list, lens.at(0, 0), tip, color, 2.5f * u, 11 * u);
    if (movable) {
      list->AddCircleFilled(tip, 6 * u, theme.color.panel, 20);
      list->AddCircle(tip, 6 * u, color, 20, 2.5f * u);
    }
    if (visible_box().contains(tip))
      note_box(screen.places, "unit:" + frame.trace->node(plane.parts.transformation).name + ":" + std::to_string(i),
               {{tip.x - 6 * u, tip.y - 6 * u}, {tip.x + 6 * u, tip.y + 6 * u}});
  }
}

namespace {

ImVec2 measure_plane(const Frame& frame, const PanelView& panel) {
  const float u = frame.theme.unit;
  const int planes = planes_in_group(frame, panel);
  const bool alone =
      planes == 1 && plane_parts(*frame.trace, panel).transformation < 0;  // the card of a transformation stands beside its plane
  float width = std::min(panel.room, (alone ? kMostAlone : kMostSide) * u);
  const float half = std::floor((panel.room - kPanelAround * u) / 2);
  if (planes > 1 && half >= kLeastSide * u) width = std::min(half, kMostSide * u);
  const float plot = width - tick_width(frame.theme) - 2 * u;
  return {width, std::min(plot, 420 * u) + (kHead + kFoot + kHint) * u};
}

// Returns sizes that may be wide or tall: the panel then shows more of the plane, with equal scales on both axes.
Elastic elastic_of_plane(const Frame& frame, const PanelView&) {
  constexpr ImVec2 kLeastPlot{200, 180}, kGoodPlot{380, 280}, kMostPlot{1100, 680};  // design pixels
  constexpr float kWidestPlot = 2.3f, kTallestPlot = 1.1f;
  const float u = frame.theme.unit;
  const ImVec2 around(tick_width(frame.theme) + 2 * u, (kHead + kFoot + kHint) * u);
  const auto with_ticks = [&](ImVec2 plot) { return ImVec2(plot.x * u + around.x, plot.y * u + around.y); };
  return {with_ticks(kLeastPlot), with_ticks(kGoodPlot), with_ticks(kMostPlot), false, kWidestPlot, kTallestPlot, around};
}

// Returns the key of the words that say what can be dragged; null if neither words nor vectors can.
const char* key_of_hint(bool words, bool vectors) {
  if (words && vectors) return "plane.drag_both";
  if (words) return "plane.drag_points";
  return vectors ? "plane.drag_vectors" : nullptr;
}

void draw_plane(const Frame& frame, Screen& screen, const PanelView& panel, const Box& area) {
  const Theme& theme = frame.theme;
  constexpr ImGuiWindowFlags kFlags = ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;
  ImGui::SetCursorScreenPos(area.min);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
  if (ImGui::BeginChild("plane", ImVec2(area.width(), area.height()), ImGuiChildFlags_NavFlattened, kFlags)) {
    const ImVec2 size = panel.fill.x > 0 ? panel.fill : measure_plane(frame, panel);
    const Box box = plot_box(theme, {area.min, {std::min(area.max.x, area.min.x + size.x), area.min.y + size.y}});
    const PlaneParts parts = plane_parts(*frame.trace, panel);
    PlaneScreen& shared = plane_screen(frame, screen, panel);
    const float larger = std::max(box.width() / (kMostSide * theme.unit), 1.0f);
    const PlaneLens lens{fitted(shared.shown, box.height() / box.width()), box, larger * theme.unit / screen_theme(theme).unit};
    PlaneDrawing plane{panel, parts, lens};
    const CellReference at = focused(frame);
    const auto shown = [&](int node) { return std::find(panel.nodes.begin(), panel.nodes.end(), node) != panel.nodes.end(); };
    if (at.node == parts.weights && at.node >= 0 &&
        frame.trace->node(at.node).value->rows() == frame.trace->node(parts.points).value->rows())
      plane.pulled = at.cell.row;
    if (at.node != parts.weights && at.node != parts.transformation && shown(at.node)) plane.pulled = at.cell.row;
    const TraceNode& points = frame.trace->node(parts.points);
    const std::string across = axis_name(frame, points, 0), up = axis_name(frame, points, 1);
    const bool guesses = is_place_asked_beside(frame, points.name), asks_for_place = guesses && asks(frame);
    draw_plane_axes(frame, lens, across, up);
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->PushClipRect(box.min, box.max, true);
    draw_transformation(frame, screen, plane);
    draw_pull(frame, plane);
    draw_trails(frame, plane);
    draw_points(frame, screen, plane);
    list->PopClipRect();
    list->AddRect(box.min, box.max, theme.color.border, 4 * theme.unit, 0, theme.unit);
    if (!asks_for_place) handle_plane(frame, screen, shared, plane);
    if (guesses) draw_guess_in_plane(frame, screen, lens, across, up);
    const bool vectors = parts.transformation >= 0 && is_editable(frame, frame.trace->node(parts.transformation));
    const bool words = points_move(frame, parts);
    const char* const hint = key_of_hint(words, vectors);
    if (hint && !asks_for_place)
      put_elided(list, theme.tiny, ImVec2(area.min.x, area.max.y - theme.tiny.size - 2 * theme.unit), theme.color.muted,
                 ui_text(frame, hint), area.width());
  }
  ImGui::EndChild();
  ImGui::PopStyleVar();
}

// Returns the node that the panel is about: the points, or their images under a transformation.
int points_or_images(const Frame& frame, const PanelView& panel) {
  const PlaneParts parts = plane_parts(*frame.trace, panel);
  const bool carried = parts.transformation >= 0 && !parts.trails.empty();
  return carried ? parts.trails.front().back() : parts.points;
}

}  // namespace

const ViewRow kPlaneView{.view = View::plane,
                         .measure = measure_plane,
                         .draw = draw_plane,
                         .elastic = elastic_of_plane,
                         .can_show = [](const TraceNode& node) { return node.value->cols() >= 2; },
                         .subject = points_or_images,
                         .rank = 2};

}  // namespace gf::ui
