// Draws the points of a plane: the pull between points as arrows, the trails of points, dots and labels.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/digits.h"
#include "ui/places.h"
#include "ui/views/plane/plane.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

constexpr Index kFew = 32;  // up to so many points all have labels
constexpr std::size_t kMostLabels = 70, kNearest = 24;
constexpr float kFaintestLine = 0.02f;         // the least weight with an arrow
constexpr int kTrailSeries[] = {1, 2};         // the colours of the trails
constexpr const char* kPrimes[] = {"′", "″"};  // the signs after the labels at the ends of trails

float dot_radius(const Frame& frame, Index points) { return (points > 2 * kFew ? 3.0f : 4.5f) * frame.theme.unit; }

Index count_of(const Frame& frame, const PlaneParts& parts) { return frame.trace->node(parts.points).value->rows(); }

// Draws an arrow from `from` towards `to`, which ends `short_of` points before `to`.
void draw_shaft(ImDrawList* list, ImVec2 from, ImVec2 to, float short_of, ImU32 color, float width) {
  const float length = std::hypot(to.x - from.x, to.y - from.y), head = std::clamp(3 + 1.6f * width, 6.0f, 20.0f);
  if (length <= short_of + 2) return;
  const ImVec2 way((to.x - from.x) / length, (to.y - from.y) / length);
  const ImVec2 tip(to.x - way.x * short_of, to.y - way.y * short_of);
  const float depth = std::min(head, length - short_of), half = std::max(depth * 0.5f, width * 0.8f);
  const ImVec2 base(tip.x - way.x * depth, tip.y - way.y * depth);
  list->AddLine(from, base, color, width);
  list->AddTriangleFilled(tip, ImVec2(base.x - way.y * half, base.y + way.x * half), ImVec2(base.x + way.y * half, base.y - way.x * half),
                          color);
}

// Returns the node with the places from which the weights were computed: the beginning of the trail's last step.
int start_of_step(const PlaneParts& parts) {
  if (parts.trails.empty() || parts.trails.front().size() < 2) return parts.points;
  return parts.trails.front()[parts.trails.front().size() - 2];
}

void draw_weight(const Theme& theme, ImDrawList* list, ImVec2 from, ImVec2 to, float weight) {
  const std::string text = cell_text(weight, {2, 5});
  const ImVec2 size = measure(theme.tiny, text);
  const ImVec2 at(std::round(from.x + (to.x - from.x) * 0.42f - size.x / 2), std::round(from.y + (to.y - from.y) * 0.42f - size.y / 2));
  if (std::hypot(to.x - from.x, to.y - from.y) < 56 * theme.unit || theme.tiny.size < least_readable()) return;
  list->AddRectFilled(ImVec2(at.x - 2, at.y - 1), ImVec2(at.x + size.x + 2, at.y + size.y + 1), faded(theme.color.panel, 0.86f),
                      3 * theme.unit);
  put(list, theme.tiny, at, theme.color.accent, text);
}

void draw_pull_of(const Frame& frame, const PlaneDrawing& plane, Index row, Index point, bool strong) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const Tensor& weights = *frame.trace->node(plane.parts.weights).value;
  const int start = start_of_step(plane.parts);
  const auto to = place_of(frame, plane.lens, start, point);
  if (!to) return;
  for (Index col = 0; col < weights.cols(); ++col) {
    const float weight = weights.at(0, row, col);
    const auto from = place_of(frame, plane.lens, start, col);
    if (!from || !std::isfinite(weight) || weight < kFaintestLine) continue;
    const float share = std::min(weight, 1.0f), width = u * (1 + 9 * share);
    const ImU32 color = faded(theme.color.accent, strong ? 0.30f + 0.45f * share : 0.05f + 0.22f * share);
    if (col == point) {
      list->AddCircle(*to, dot_radius(frame, 1) + 3 * u + width / 2, color, 32, width * 0.7f);
    } else {
      draw_shaft(list, *from, *to, 8 * u, color, width);
    }
  }
  for (Index col = 0; strong && col < weights.cols(); ++col) {
    const float weight = weights.at(0, row, col);
    const auto from = place_of(frame, plane.lens, start, col);
    constexpr float kRoomForNumber = 70;  // the least length of a line with a number, design pixels
    constexpr float kLeastNumber = 0.1f;  // the numbers of many small weights would lie on each other
    const bool apart = from && std::hypot(to->x - from->x, to->y - from->y) >= kRoomForNumber * u;
    if (apart && col != point && std::isfinite(weight) && weight >= kLeastNumber)
      draw_weight(theme, list, *from, *to, std::min(weight, 1.0f));
  }
}

// Returns the last point with a label; -1: none.
Index point_labelled(const Frame& frame, const PlaneParts& parts, const std::string& label) {
  const std::vector<std::string>& labels = frame.trace->node(parts.points).rows.labels;
  const auto found = std::find(labels.rbegin(), labels.rend(), label);
  return found == labels.rend() ? -1 : static_cast<Index>(labels.rend() - found) - 1;
}

// Returns how many points a trail moves by more than a pixel.
Index moved_rows(const Frame& frame, const PlaneDrawing& plane, int end) {
  Index count = 0;
  for (Index row = 0; row < count_of(frame, plane.parts); ++row) {
    const auto from = place_of(frame, plane.lens, plane.parts.points, row), to = place_of(frame, plane.lens, end, row);
    if (from && to && std::hypot(to->x - from->x, to->y - from->y) > 1) ++count;
  }
  return count;
}

}  // namespace

Index weights_row(const Frame& frame, const PlaneParts& parts, Index point) {
  if (parts.weights < 0 || point < 0) return -1;
  const TraceNode& weights = frame.trace->node(parts.weights);
  if (weights.value->rows() == count_of(frame, parts)) return point;
  for (Index row = 0; row < weights.value->rows(); ++row) {
    if (point_labelled(frame, parts, place_label(weights.rows, row)) == point) return row;
  }
  return -1;
}

void draw_pull(const Frame& frame, const PlaneDrawing& plane) {
  if (plane.parts.weights < 0) return;
  const TraceNode& weights = frame.trace->node(plane.parts.weights);
  if (weights.value->cols() != count_of(frame, plane.parts)) return;
  const bool all = weights.value->rows() == count_of(frame, plane.parts);
  if (const Index row = weights_row(frame, plane.parts, plane.pulled); row >= 0 && all)
    return draw_pull_of(frame, plane, row, plane.pulled, true);
  for (Index row = 0; row < weights.value->rows(); ++row) {
    const Index point = all ? row : point_labelled(frame, plane.parts, place_label(weights.rows, row));
    if (point >= 0) draw_pull_of(frame, plane, row, point, !all);
  }
}

void draw_trails(const Frame& frame, const PlaneDrawing& plane) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const bool transformed = plane.parts.transformation >= 0;
  for (std::size_t t = 0; t < plane.parts.trails.size(); ++t) {
    const ImU32 color = transformed ? theme.color.ink : theme.color.series[kTrailSeries[t]];
    for (Index row = 0; row < count_of(frame, plane.parts); ++row) {
      auto from = place_of(frame, plane.lens, plane.parts.points, row);
      float length = 0;
      for (std::size_t i = 0; from && i < plane.parts.trails[t].size(); ++i) {
        const auto to = place_of(frame, plane.lens, plane.parts.trails[t][i], row);
        if (!to) break;
        const bool last = i + 1 == plane.parts.trails[t].size();
        length += std::hypot(to->x - from->x, to->y - from->y);
        list->AddLine(*from, *to, faded(color, transformed ? 0.22f : 0.8f), (transformed ? 1.0f : 2.0f) * u);
        if (length > 1) list->AddCircleFilled(*to, (last ? 5.0f : 3.0f) * u, color, 20);
        if (length > 1 && last && !transformed) list->AddCircleFilled(*to, 2.5f * u, theme.color.panel, 16);
        from = to;
      }
    }
  }
}

namespace {

struct Label {
  std::string text;
  ImVec2 at;
  ImU32 ink;
  bool must;
};

// Returns the points in the order in which they get labels: the focused point, the points near it, then all others.
std::vector<Index> label_order(const Frame& frame, const PlaneDrawing& plane) {
  std::vector<Index> order(static_cast<std::size_t>(count_of(frame, plane.parts)));
  std::iota(order.begin(), order.end(), 0);
  const auto centre = plane.pulled >= 0 ? place_of(frame, plane.lens, plane.parts.points, plane.pulled) : std::nullopt;
  if (!centre) return order;
  const auto away = [&](Index row) {
    const auto at = place_of(frame, plane.lens, plane.parts.points, row);
    if (row == plane.pulled) return -1.0f;
    return at ? std::hypot(at->x - centre->x, at->y - centre->y) : 1e30f;
  };
  const auto middle = order.begin() + static_cast<std::ptrdiff_t>(std::min(order.size(), kNearest));
  std::partial_sort(order.begin(), middle, order.end(), [&](Index a, Index b) { return away(a) < away(b); });
  std::sort(middle, order.end());
  return order;
}

void add_ends(const Frame& frame, const PlaneDrawing& plane, std::vector<Label>& labels) {
  const TraceNode& points = frame.trace->node(plane.parts.points);
  for (std::size_t t = 0; t < plane.parts.trails.size(); ++t) {
    const int end = plane.parts.trails[t].back();
    const bool few = moved_rows(frame, plane, end) <= 2;
    for (Index row = 0; row < points.value->rows(); ++row) {
      const auto from = place_of(frame, plane.lens, plane.parts.points, row), to = place_of(frame, plane.lens, end, row);
      if (!from || !to || std::hypot(to->x - from->x, to->y - from->y) < 1 || (!few && row != plane.pulled)) continue;
      labels.push_back({place_label(points.rows, row) + kPrimes[t], *to, frame.theme.color.series[kTrailSeries[t]], true});
    }
  }
}

std::vector<Label> labels_of(const Frame& frame, const PlaneDrawing& plane) {
  const Theme& theme = frame.theme;
  const TraceNode& points = frame.trace->node(plane.parts.points);
  std::vector<Label> labels;
  // Under a transformation, labels stand at the images of the points.
  const bool along = plane.parts.transformation >= 0 && !plane.parts.trails.empty();
  const int named = along ? plane.parts.trails.front().back() : plane.parts.points;
  if (!along) add_ends(frame, plane, labels);
  for (const Index row : label_order(frame, plane)) {
    const auto at = place_of(frame, plane.lens, named, row);
    if (!at || !plane.lens.box.contains(*at)) continue;
    std::string text = elide(theme.small, place_label(points.rows, row), 130 * theme.unit);
    const bool twice = std::any_of(labels.begin(), labels.end(), [&](const Label& other) {
      return other.text == text && std::hypot(other.at.x - at->x, other.at.y - at->y) < 2;
    });
    if (twice) continue;
    const bool lit = row == plane.pulled;
    labels.push_back({std::move(text), *at, lit ? theme.color.accent : theme.color.ink, lit || points.value->rows() <= kFew});
  }
  return labels;
}

void draw_labels(const Frame& frame, const PlaneDrawing& plane) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  const std::vector<Label> labels = labels_of(frame, plane);
  std::vector<LabelWish> wishes;
  const Type words = never_small(theme, theme.small);
  std::vector<ImVec2> dots;
  const bool few = count_of(frame, plane.parts) <= 2 * kFew;
  for (const Label& label : labels) {
    const ImVec2 size = measure(words, label.text);
    wishes.push_back({label.at, {std::ceil(size.x), std::ceil(size.y)}, dot_radius(frame, count_of(frame, plane.parts)), label.must});
    if (few) dots.push_back(label.at);
  }
  for (const std::vector<int>& trail : plane.parts.trails)
    for (Index row = 0; few && row < count_of(frame, plane.parts); ++row)
      if (const auto end = place_of(frame, plane.lens, trail.back(), row)) dots.push_back(*end);
  const auto places = place_labels(wishes, dots, plane.lens.box, kMostLabels);
  ImDrawList* list = ImGui::GetWindowDrawList();
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (!places[i]) continue;
    const ImVec2 at = *places[i], size = wishes[i].size;
    list->AddRectFilled(ImVec2(at.x - u, at.y), ImVec2(at.x + size.x + u, at.y + size.y), faded(theme.color.panel, 0.72f), 3 * u);
    put(list, words, at, labels[i].ink, labels[i].text);
  }
}

// Draws a small triangle at the edge of the frame that points to a point outside.
void draw_beyond(const Theme& theme, ImDrawList* list, const Box& box, ImVec2 at, ImU32 color) {
  const float u = theme.unit, inset = 6 * u;
  const ImVec2 edge(std::clamp(at.x, box.min.x + inset, box.max.x - inset), std::clamp(at.y, box.min.y + inset, box.max.y - inset));
  const float length = std::max(std::hypot(at.x - edge.x, at.y - edge.y), 1.0f);
  const ImVec2 way((at.x - edge.x) / length, (at.y - edge.y) / length);
  list->AddTriangleFilled(ImVec2(edge.x + way.x * 5 * u, edge.y + way.y * 5 * u), ImVec2(edge.x - way.y * 4 * u, edge.y + way.x * 4 * u),
                          ImVec2(edge.x + way.y * 4 * u, edge.y - way.x * 4 * u), color);
}

}  // namespace

void draw_points(const Frame& frame, Screen& screen, const PlaneDrawing& plane) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, radius = dot_radius(frame, count_of(frame, plane.parts));
  ImDrawList* list = ImGui::GetWindowDrawList();
  const CellReference chosen = selected(frame);
  const bool ghosts = plane.parts.transformation >= 0 && !plane.parts.trails.empty();
  const TraceNode& points = frame.trace->node(plane.parts.points);
  const bool some_pulled = plane.parts.weights >= 0 && frame.trace->node(plane.parts.weights).value->rows() < points.value->rows();
  // The rounded place of a point that is held at the edge may lie a hair beyond the edge.
  const Box& box = plane.lens.box;
  const Box reach{{box.min.x - u, box.min.y - u}, {box.max.x + u, box.max.y + u}};
  for (Index row = 0; row < points.value->rows(); ++row) {
    const auto at = place_of(frame, plane.lens, plane.parts.points, row);
    if (!at) continue;
    const bool lit = row == plane.pulled || (some_pulled && weights_row(frame, plane.parts, row) >= 0);
    const ImU32 color = faded(lit ? theme.color.accent : theme.color.ink, ghosts ? 0.35f : 0.9f);
    if (!reach.contains(*at)) {
      draw_beyond(theme, list, box, *at, color);
      continue;
    }
    list->AddCircleFilled(*at, radius + 1.5f * u, theme.color.panel, 20);
    list->AddCircleFilled(*at, radius, color, 20);
    if (chosen.node == plane.parts.points && chosen.cell.row == row) list->AddCircle(*at, radius + 3.5f * u, theme.color.accent, 24, 2 * u);
    const Box dot{{at->x - radius, at->y - radius}, {at->x + radius, at->y + radius}};
    const Box seen = common(dot, visible_box());
    if (std::min(seen.width(), seen.height()) >= radius - u)
      note_box(screen.places, "point:" + points.name + ":" + std::to_string(row), dot);
  }
  draw_labels(frame, plane);
}

}  // namespace gf::ui
