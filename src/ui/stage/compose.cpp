#include "ui/stage/compose.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <numeric>

#include "core/nth.h"

namespace gf::ui {

namespace {

constexpr float kMostSpread = 64;  // the most room that is spread between two neighbours; the rest goes around all of them
constexpr float kLarger = 0.35f;   // the quality that the largest size adds to that of a good size

// The sizes of an item, a column or a line along one direction.
struct Span {
  float least = 0, good = 0, most = 0, weight = 1;
};

float sum_of(const std::vector<Span>& spans, float Span::*size) {
  return std::accumulate(spans.begin(), spans.end(), 0.0f, [&](float sum, const Span& span) { return sum + span.*size; });
}

// Returns the share of the room that each span gets. If room is scarce, spans of more weight come to a good size first.
std::vector<float> share_out(const std::vector<Span>& spans, float room) {
  std::vector<float> shares(spans.size());
  const float least = sum_of(spans, &Span::least);
  if (room <= least) {
    for (std::size_t i = 0; i < spans.size(); ++i) shares[i] = least > 0 ? spans[i].least * room / least : 0;
    return shares;
  }
  for (std::size_t i = 0; i < spans.size(); ++i) shares[i] = spans[i].least;
  float left = room - least;
  // Spans come to a good size by weight, the heaviest first; spans of equal weight grow together.
  std::vector<float> weights;
  for (const Span& span : spans) weights.push_back(span.weight);
  std::sort(weights.begin(), weights.end(), std::greater<>());
  weights.erase(std::unique(weights.begin(), weights.end()), weights.end());
  for (const float weight : weights) {
    float wanted = 0;
    for (const Span& span : spans) wanted += span.weight == weight ? span.good - span.least : 0;
    const float t = wanted > 0 ? std::min(left / wanted, 1.0f) : 0;
    for (std::size_t i = 0; i < spans.size(); ++i)
      if (spans[i].weight == weight) shares[i] += t * (spans[i].good - spans[i].least);
    left -= t * wanted;
  }
  // The rest goes to all spans that can grow, in proportion to weight times what they can take. The next round shares what is left.
  for (std::size_t round = 0; round < spans.size() && left > 0.5f; ++round) {
    const auto can_take = [&](std::size_t i) { return spans[i].most - shares[i]; };
    float wanted = 0;
    for (std::size_t i = 0; i < spans.size(); ++i) wanted += spans[i].weight * can_take(i);
    if (wanted <= 0) break;
    const float room_left = left;
    for (std::size_t i = 0; i < spans.size(); ++i) {
      const float more = std::min(room_left * spans[i].weight * can_take(i) / wanted, can_take(i));
      shares[i] += more;
      left -= more;
    }
  }
  return shares;
}

struct Composer {
  const SceneToCompose& scene;
  std::vector<Elastic> sizes;  // of the items; `note_height` narrows them

  const Elastic& size(int item) const { return nth(sizes, item); }
  float weight(int item) const { return nth(scene.items, item).weight; }

  Span height_of(int item) const { return {size(item).least.y, size(item).good.y, size(item).most.y, weight(item)}; }

  std::vector<Span> heights_in(const SceneColumn& column) const {
    std::vector<Span> spans;
    for (const int item : column.items) spans.push_back(height_of(item));
    return spans;
  }

  float gaps_in(const SceneColumn& column) const {
    return scene.between * static_cast<float>(std::max<std::size_t>(column.items.size(), 1) - 1);
  }

  Span height_of(const SceneLine& line) const {
    Span all{0, 0, 0, 0};
    for (const SceneColumn& column : line.columns) {
      const std::vector<Span> spans = heights_in(column);
      const float gaps = gaps_in(column);
      all.least = std::max(all.least, sum_of(spans, &Span::least) + gaps);
      all.good = std::max(all.good, sum_of(spans, &Span::good) + gaps);
      all.most = std::max(all.most, sum_of(spans, &Span::most) + gaps);
      for (const Span& span : spans) all.weight = std::max(all.weight, span.weight);
    }
    return all;
  }

  Span width_of(const SceneColumn& column) const {
    Span all{0, 0, 0, 0};
    for (const int item : column.items) {
      all.least = std::max(all.least, size(item).least.x);
      all.good = std::max(all.good, size(item).good.x);
      all.most = std::max(all.most, size(item).most.x);
      all.weight = std::max(all.weight, weight(item));
    }
    return all;
  }

  // Limits the width of an item by its height, if the item keeps its shape or has a widest shape.
  void note_height(int item, float height) {
    Elastic& limits = nth(sizes, item);
    if (limits.widest > 0) {
      const float widest = limits.base.x + std::max(height - limits.base.y, 0.0f) * limits.widest;
      limits.most.x = std::min(limits.most.x, std::max(limits.good.x, widest));
    }
    if (!limits.keeps_shape || limits.good.y <= 0) return;
    const float width = limits.good.x * height / limits.good.y;
    limits.most.x = std::min(limits.most.x, std::max(width, limits.least.x));
    limits.good.x = std::min(limits.good.x, limits.most.x);
    limits.least.x = std::min(limits.least.x, limits.good.x);
  }
};

// Returns the box of an item in the middle of its room, as large as `size` allows. An item that keeps its shape has the shape of `whole`.
Box placed_in(const Elastic& whole, const Elastic& size, const Box& room) {
  ImVec2 got(std::min(room.width(), size.most.x), std::min(room.height(), size.most.y));
  if (size.tallest > 0) got.y = std::min(got.y, std::max(size.good.y, size.base.y + std::max(got.x - size.base.x, 0.0f) * size.tallest));
  if (whole.keeps_shape && whole.good.x > 0 && whole.good.y > 0) {
    const float zoom = std::min(got.x / whole.good.x, got.y / whole.good.y);
    got = {whole.good.x * zoom, whole.good.y * zoom};
  }
  const ImVec2 at(room.min.x + (room.width() - got.x) / 2, room.min.y + (room.height() - got.y) / 2);
  return {{std::round(at.x), std::round(at.y)}, {std::round(at.x + got.x), std::round(at.y + got.y)}};
}

float quality_of(const Elastic& size, const Box& box) {
  const auto along = [](float got, float least, float good, float most) {
    if (got < least - 1) return 0.5f * got / std::max(least, 1.0f) - 0.5f;  // below the least size the quality is negative
    if (got < good) return good > least ? (got - least) / (good - least) : 1.0f;
    return 1 + (most > good ? kLarger * std::min((got - good) / (most - good), 1.0f) : kLarger / 2);
  };
  return std::min(along(box.width(), size.least.x, size.good.x, size.most.x), along(box.height(), size.least.y, size.good.y, size.most.y));
}

// The gaps before the first and between all neighbours, when the room that is left is spread around and between them.
struct Spread {
  float first = 0, between = 0;
};
Spread spread(float left, std::size_t count) {
  if (left <= 0 || count == 0) return {};
  const auto gaps = static_cast<float>(count + 1);
  const float between = std::min(left / gaps, kMostSpread);
  return {(left - between * (gaps - 2)) / 2, between};
}

}  // namespace

ComposedScene compose(const SceneToCompose& scene, ImVec2 stage, bool scrolls) {
  ComposedScene out;
  out.boxes.resize(scene.items.size());
  Composer composer{scene, {}};
  for (const SceneItem& item : scene.items) composer.sizes.push_back(item.size);
  std::vector<Span> lines;
  float above = 0;
  for (const SceneLine& line : scene.lines) {
    lines.push_back(composer.height_of(line));
    above += line.above;
    if (scrolls) lines.back().least = lines.back().good;
  }
  const float wanted = sum_of(lines, &Span::good) + above;
  const float height = scrolls ? std::max(wanted, stage.y) : stage.y;
  // In a scene that is higher than the stage, a card that grew would push its own rows out of sight: cards are as high as is good, and
  // begin on one height.
  const bool overflows = height > stage.y;
  out.fits = sum_of(lines, &Span::least) + above <= height + 1;
  const std::vector<float> heights = share_out(lines, std::max(height - above, 1.0f));
  const Spread down = spread(height - above - std::accumulate(heights.begin(), heights.end(), 0.0f), lines.size());
  float y = down.first;
  for (std::size_t l = 0; l < scene.lines.size(); ++l) {
    const SceneLine& line = scene.lines[l];
    y += line.above;
    std::vector<std::vector<float>> item_heights;
    std::vector<Span> columns;
    float before = 0;
    for (const SceneColumn& column : line.columns) {
      std::vector<Span> spans = composer.heights_in(column);
      for (Span& span : spans) span.most = overflows ? span.good : span.most;
      item_heights.push_back(share_out(spans, std::max(heights[l] - composer.gaps_in(column), 1.0f)));
      for (std::size_t i = 0; i < column.items.size(); ++i) composer.note_height(column.items[i], item_heights.back()[i]);
      columns.push_back(composer.width_of(column));
      before += column.before;
    }
    out.fits = out.fits && sum_of(columns, &Span::least) + before <= stage.x + 1;
    const std::vector<float> widths = share_out(columns, std::max(stage.x - before, 1.0f));
    const Spread across = spread(stage.x - before - std::accumulate(widths.begin(), widths.end(), 0.0f), columns.size());
    float x = across.first;
    for (std::size_t c = 0; c < line.columns.size(); ++c) {
      const SceneColumn& column = line.columns[c];
      x += column.before;
      const float used = std::accumulate(item_heights[c].begin(), item_heights[c].end(), composer.gaps_in(column));
      const Spread inner = overflows ? Spread() : spread(heights[l] - used, column.items.size());
      float top = y + inner.first;
      for (std::size_t i = 0; i < column.items.size(); ++i) {
        const auto item = static_cast<std::size_t>(column.items[i]);
        out.boxes[item] = placed_in(scene.items[item].size, composer.sizes[item], {{x, top}, {x + widths[c], top + item_heights[c][i]}});
        top += item_heights[c][i] + scene.between + inner.between;
      }
      x += widths[c] + across.between;
    }
    y += heights[l] + down.between;
  }
  out.height = height;
  float sum = 0, weights = 0;
  for (std::size_t i = 0; i < scene.items.size(); ++i) {
    sum += scene.items[i].weight * quality_of(scene.items[i].size, out.boxes[i]);
    weights += scene.items[i].weight;
  }
  out.quality = weights > 0 ? sum / weights : 0;
  return out;
}

}  // namespace gf::ui
