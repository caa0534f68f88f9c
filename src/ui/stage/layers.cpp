#include "ui/stage/layers.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

#include "core/nth.h"

namespace gf::ui {

namespace {

using Lists = std::vector<std::vector<int>>;

// Returns the layer of each member: the layer after all that the member reads. The weights of a product have a layer between their product
// and its other operand. A member that reads none stands right before its first reader.
std::vector<int> layer_numbers(const LayersToStack& in, const Lists& readers) {
  const std::size_t count = in.sizes.size();
  std::vector<int> layer(count, 0);
  const auto waits = [&](int member) { return nth(in.reads, member).empty() && nth(in.operands, member); };
  for (std::size_t i = 0; i < count; ++i) {
    const bool product = std::any_of(in.reads[i].begin(), in.reads[i].end(), waits);
    for (const int from : in.reads[i]) {
      const int after = nth(layer, from) + (product ? 2 : 1);
      layer[i] = std::max(layer[i], waits(from) ? 1 : after);
    }
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (!in.reads[i].empty() || readers[i].empty()) continue;
    int first = -1;
    for (const int reader : readers[i]) {
      const bool beside = !in.operands[i] && std::any_of(nth(in.reads, reader).begin(), nth(in.reads, reader).end(), waits);
      const int before = nth(layer, reader) - (beside ? 2 : 1);
      first = first < 0 ? before : std::min(first, before);
    }
    layer[i] = std::max(first, 0);
  }
  const int last = *std::max_element(layer.begin(), layer.end());
  for (std::size_t i = 0; i < count; ++i)
    if (in.aside[i]) layer[i] = last + 1;
  return layer;
}

// Orders a layer by the mean place of each member's neighbours on one side. A member without neighbours keeps its place.
void order_by(std::vector<int>& layer, const Lists& neighbours, std::vector<float>& place) {
  std::vector<std::pair<float, int>> wanted;
  for (const int member : layer) {
    float sum = 0;
    for (const int other : nth(neighbours, member)) sum += nth(place, other);
    const auto count = static_cast<float>(nth(neighbours, member).size());
    wanted.emplace_back(count > 0 ? sum / count : nth(place, member), member);
  }
  std::stable_sort(wanted.begin(), wanted.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  const auto size = static_cast<float>(layer.size());
  for (std::size_t i = 0; i < layer.size(); ++i) {
    layer[i] = wanted[i].second;
    nth(place, layer[i]) = (static_cast<float>(i) + 0.5f) / size;
  }
}

Lists make_layers(const LayersToStack& in, const Lists& readers) {
  const std::vector<int> number = layer_numbers(in, readers);
  Lists layers(static_cast<std::size_t>(*std::max_element(number.begin(), number.end())) + 1);
  for (std::size_t i = 0; i < number.size(); ++i) nth(layers, number[i]).push_back(static_cast<int>(i));
  std::erase_if(layers, [](const std::vector<int>& layer) { return layer.empty(); });
  std::vector<float> place(in.sizes.size(), 0);
  for (const std::vector<int>& layer : layers)
    for (std::size_t i = 0; i < layer.size(); ++i) nth(place, layer[i]) = (static_cast<float>(i) + 0.5f) / static_cast<float>(layer.size());
  for (int sweep = 0; sweep < 2; ++sweep) {
    for (std::vector<int>& layer : layers) order_by(layer, in.reads, place);
    for (auto layer = layers.rbegin(); layer != layers.rend(); ++layer) order_by(*layer, readers, place);
  }
  for (std::vector<int>& layer : layers) {
    order_by(layer, in.reads, place);
    std::stable_partition(layer.begin(), layer.end(), [&](int member) { return !in.on_line(member); });
  }
  return layers;
}

// Returns the columns of the layers. A layer shares a column with the layer before it if both fit; a layer that is too high has several
// columns. A member on the main line ends its column.
Lists make_columns(const LayersToStack& in, const Lists& layers, int& broken) {
  const auto height = [&](const std::vector<int>& members) {
    float sum = 0;
    for (const int member : members) sum += nth(in.sizes, member).y + in.down;
    return sum - in.down;
  };
  const auto closed = [&](const std::vector<int>& column) { return !column.empty() && in.on_line(column.back()); };
  Lists columns;
  float used = 0;
  for (const std::vector<int>& layer : layers) {
    const float layer_height = height(layer);
    const bool several = std::count_if(layer.begin(), layer.end(), [&](int member) { return in.on_line(member); }) > 1;
    const bool joins = !columns.empty() && !closed(columns.back()) && !several && used + in.down + layer_height <= in.height;
    if (joins) {
      columns.back().insert(columns.back().end(), layer.begin(), layer.end());
      used += in.down + layer_height;
      continue;
    }
    columns.emplace_back();
    used = -in.down;
    for (const int member : layer) {
      const float more = nth(in.sizes, member).y + in.down;
      if (!columns.back().empty() && (used + more > in.height || closed(columns.back()))) {
        columns.emplace_back();
        used = -in.down;
        ++broken;
      }
      columns.back().push_back(member);
      used += more;
    }
  }
  return columns;
}

struct Heights {
  const LayersToStack& in;
  std::vector<float> top;
  float size(int member) const { return nth(in.sizes, member).y; }
  float centre(int member) const { return nth(top, member) + size(member) / 2; }
};

// Moves the members of a column as near to their neighbours' heights as their order and no overlap allow: isotonic regression by pooling
// adjacent violators.
void settle(const std::vector<int>& column, const Lists& neighbours, const std::vector<int>& column_of, Heights& heights) {
  struct Block {
    float sum, count;  // of wanted places less the heights above; sum / count is where the block begins
    std::size_t first;
  };
  std::vector<Block> blocks;
  std::vector<float> above(column.size(), 0);
  for (std::size_t i = 0; i < column.size(); ++i) {
    const int member = column[i];
    if (i > 0) above[i] = above[i - 1] + heights.size(column[i - 1]) + heights.in.down;
    float sum = 0, count = 0;
    for (const int other : nth(neighbours, member)) {
      if (nth(column_of, other) == nth(column_of, member)) continue;
      sum += heights.centre(other) - heights.size(member) / 2;
      count += 1;
    }
    const float wanted = count > 0 ? sum / count : nth(heights.top, member);
    blocks.push_back({wanted - above[i], 1, i});
    while (blocks.size() > 1 && blocks[blocks.size() - 2].sum / blocks[blocks.size() - 2].count > blocks.back().sum / blocks.back().count) {
      Block& before = blocks[blocks.size() - 2];
      before.sum += blocks.back().sum;
      before.count += blocks.back().count;
      blocks.pop_back();
    }
  }
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    const std::size_t end = b + 1 < blocks.size() ? blocks[b + 1].first : column.size();
    for (std::size_t i = blocks[b].first; i < end; ++i) nth(heights.top, column[i]) = blocks[b].sum / blocks[b].count + above[i];
  }
}

float height_of(const std::vector<int>& column, const Heights& heights) {
  return std::accumulate(column.begin(), column.end(), -heights.in.down,
                         [&](float sum, int member) { return sum + heights.size(member) + heights.in.down; });
}

// The main line. It goes through the columns up to the last column with a member on it.
struct MainLine {
  float y = -1;
  std::size_t columns = 0;
};

constexpr float kClear = 0.7f;  // the share of the gap between cards that is kept free above a line that goes by

// Returns how far above the line a column reaches that stands right on the line.
float above_line(const LayersToStack& in, const std::vector<int>& column, const Heights& heights) {
  const int last = column.back();
  if (!in.on_line(last)) return height_of(column, heights) + in.down * kClear;
  return height_of(column, heights) - heights.size(last) + nth(in.line, last);
}

MainLine main_line(const LayersToStack& in, const Lists& columns, const Heights& heights) {
  MainLine line;
  for (std::size_t c = 0; c < columns.size(); ++c)
    if (in.on_line(columns[c].back())) line.columns = c + 1;
  for (std::size_t c = 0; c < line.columns; ++c) line.y = std::max(line.y, above_line(in, columns[c], heights));
  return line;
}

// Puts the member on the line there, and keeps the rest of the column above the line. Pushes members up from below, then down from above.
// There is room for all, since the highest column decided the height of the line.
void keep_above(const MainLine& line, const std::vector<int>& column, Heights& heights) {
  const LayersToStack& in = heights.in;
  const bool on_line = in.on_line(column.back());
  float limit = on_line ? line.y - nth(in.line, column.back()) + heights.size(column.back()) : line.y - in.down * kClear;
  for (auto member = column.rbegin(); member != column.rend(); ++member) {
    float& top = nth(heights.top, *member);
    top = on_line && member == column.rbegin() ? limit - heights.size(*member) : std::min(top, limit - heights.size(*member));
    limit = top - in.down;
  }
  float least = 0;
  for (std::size_t i = 0; i + (on_line ? 1 : 0) < column.size(); ++i) {
    float& top = nth(heights.top, column[i]);
    top = std::max(top, least);
    least = top + heights.size(column[i]) + in.down;
  }
}

// Returns the y of each member's upper side. Columns begin in the middle, then move towards their readers and towards what they read, but
// stay above the main line.
std::vector<float> choose_tops(const LayersToStack& in, const Lists& columns, const Lists& readers, float& line_y) {
  Heights heights{in, std::vector<float>(in.sizes.size(), 0)};
  std::vector<int> column_of(in.sizes.size(), 0);
  float tallest = 0;
  for (const std::vector<int>& column : columns) tallest = std::max(tallest, height_of(column, heights));
  for (std::size_t c = 0; c < columns.size(); ++c) {
    float y = (tallest - height_of(columns[c], heights)) / 2;
    for (const int member : columns[c]) {
      nth(heights.top, member) = y;
      nth(column_of, member) = static_cast<int>(c);
      y += heights.size(member) + in.down;
    }
  }
  const MainLine line = main_line(in, columns, heights);
  line_y = line.y;
  const auto move = [&](std::size_t c, const Lists& towards) {
    settle(columns[c], towards, column_of, heights);
    if (c < line.columns) keep_above(line, columns[c], heights);
  };
  for (int sweep = 0; sweep < 3; ++sweep) {
    for (std::size_t c = columns.size(); c-- > 0;) move(c, readers);
    for (std::size_t c = 0; c < columns.size(); ++c) move(c, in.reads);
  }
  return heights.top;
}

}  // namespace

StackedLayers stack_layers(const LayersToStack& in) {
  if (in.sizes.empty()) return {};
  Lists readers(in.sizes.size());
  for (std::size_t i = 0; i < in.reads.size(); ++i)
    for (const int from : in.reads[i]) nth(readers, from).push_back(static_cast<int>(i));
  StackedLayers out;
  const Lists columns = make_columns(in, make_layers(in, readers), out.broken);
  const std::vector<float> tops = choose_tops(in, columns, readers, out.line);
  const float least = *std::min_element(tops.begin(), tops.end());
  if (out.line >= 0) out.line -= least;
  std::vector<Box>& boxes = out.members;
  boxes.resize(in.sizes.size());
  float x = 0;
  for (const std::vector<int>& column : columns) {
    float width = 0;
    for (const int member : column) width = std::max(width, nth(in.sizes, member).x);
    for (const int member : column) {
      const ImVec2 size = nth(in.sizes, member);
      const ImVec2 min(x + (width - size.x) / 2, nth(tops, member) - least);
      nth(boxes, member) = {min, {min.x + size.x, min.y + size.y}};
    }
    x += width + in.across;
  }
  return out;
}

}  // namespace gf::ui
