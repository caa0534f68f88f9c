#include "ui/map/map_layout.h"

#include <algorithm>

#include "ui/sections.h"

namespace gf::ui {

namespace {

constexpr float kRow = 22, kGap = 9, kGutter = 30, kLeastBeside = 84, kWidestPart = 150;
constexpr std::size_t kNone = static_cast<std::size_t>(-1);

// The blocks as a forest, with the column of each root.
struct Forest {
  std::vector<std::size_t> parent, root;  // of each block; a root is its own root
  std::vector<std::vector<std::size_t>> children;
  std::vector<std::size_t> roots;
  std::vector<std::vector<std::size_t>> reads;    // blocks that a block reads
  std::vector<std::vector<std::size_t>> columns;  // roots, in the order of data flow
};

Forest make_forest(const std::vector<MapBlock>& map) {
  Forest f;
  f.parent.assign(map.size(), kNone), f.root.resize(map.size()), f.children.resize(map.size()), f.reads.resize(map.size());
  for (std::size_t i = 0; i < map.size(); ++i) {
    for (std::size_t k = 0; k < map.size(); ++k) {
      const bool around = k != i && map[k].section != map[i].section && stands_in(map[i].section, map[k].section);
      if (around && (f.parent[i] == kNone || map[k].section.size() > map[f.parent[i]].section.size())) f.parent[i] = k;
    }
    if (f.parent[i] == kNone) f.roots.push_back(i);
    for (const std::string& section : map[i].reads) {
      const int from = block_of(map, section);
      if (from >= 0) f.reads[i].push_back(static_cast<std::size_t>(from));
    }
  }
  for (std::size_t i = 0; i < map.size(); ++i) {
    if (f.parent[i] != kNone) f.children[f.parent[i]].push_back(i);
    f.root[i] = i;
    while (f.parent[f.root[i]] != kNone) f.root[i] = f.parent[f.root[i]];
  }
  return f;
}

// Whether root `from` is read by root `to`, at once or through others.
std::vector<std::vector<char>> reachable_roots(const Forest& f) {
  const std::size_t n = f.root.size();
  std::vector<std::vector<char>> read_by(n, std::vector<char>(n, 0));
  for (std::size_t i = 0; i < n; ++i) {
    for (const std::size_t from : f.reads[i]) read_by[f.root[from]][f.root[i]] = 1;
  }
  for (std::size_t via = 0; via < n; ++via) {
    for (std::size_t a = 0; a < n; ++a) {
      for (std::size_t b = 0; b < n; ++b) read_by[a][b] = read_by[a][b] != 0 || (read_by[a][via] != 0 && read_by[via][b] != 0) ? 1 : 0;
    }
  }
  return read_by;
}

// A stack has a column of its own. What comes after stacks goes above the last of them, what comes before them below the one that it
// is for: the stack that reads it and that no other such stack leads to.
void choose_columns(Forest& f) {
  std::vector<std::size_t> stacks;
  for (const std::size_t root : f.roots) {
    if (!f.children[root].empty()) stacks.push_back(root);
  }
  f.columns.resize(std::max<std::size_t>(stacks.size(), 1));
  const std::vector<std::vector<char>> read_by = reachable_roots(f);
  for (const std::size_t root : f.roots) {
    std::size_t column = kNone;
    for (std::size_t s = 0; s < stacks.size(); ++s) {
      if (stacks[s] == root || read_by[stacks[s]][root] != 0) column = s;
    }
    for (std::size_t s = 0; s < stacks.size() && column == kNone; ++s) {
      if (read_by[root][stacks[s]] != 0) column = s;
    }
    f.columns[column == kNone ? 0 : column].push_back(root);
  }
}

// The greatest number of parts that stand beside each other in one block of a tree.
float parts_across(const Forest& f, std::size_t block) {
  float most = f.children[block].empty() ? 1.0f : 0.0f, leaves = 0;
  for (const std::size_t child : f.children[block]) {
    most = std::max(most, parts_across(f, child));
    if (f.children[child].empty()) ++leaves;
  }
  return std::max(most, f.parent[block] == kNone ? 1.0f : leaves);
}

struct BlockShape {
  float height = 0;
  bool beside = false;
};

// Parts without parts of their own stand beside each other in a block, where that is not a whole stack and they have room.
BlockShape shape_of(const Forest& f, std::size_t block, float width) {
  const std::vector<std::size_t>& children = f.children[block];
  if (children.empty()) return {kRow, false};
  const bool leaves = std::all_of(children.begin(), children.end(), [&](std::size_t child) { return f.children[child].empty(); });
  const float room = width - 2 * kMapPadding - kMapTitleBeside - kGap * static_cast<float>(children.size() - 1);
  if (leaves && f.parent[block] != kNone && room / static_cast<float>(children.size()) >= kLeastBeside)
    return {kRow + 2 * kMapPadding, true};
  BlockShape shape{kMapTitle + 2 * kMapPadding - kGap, false};
  for (const std::size_t child : children) shape.height += shape_of(f, child, width - 2 * kMapPadding).height + kGap;
  return shape;
}

// Places a block with all in it; `bottom` is where it ends.
void place(const Forest& f, std::size_t block, float x, float bottom, float width, int depth, MapLayout& layout) {
  const BlockShape shape = shape_of(f, block, width);
  const std::vector<std::size_t>& children = f.children[block];
  layout.places.push_back({static_cast<int>(block), depth, !children.empty(), shape.beside, x, bottom - shape.height, width, shape.height});
  if (shape.beside) {
    const auto count = static_cast<float>(children.size());
    const float each = (width - 2 * kMapPadding - kMapTitleBeside - kGap * (count - 1)) / count;
    float at = x + kMapPadding + kMapTitleBeside;
    for (const std::size_t child : children) {
      place(f, child, at, bottom - kMapPadding, each, depth + 1, layout);
      at += each + kGap;
    }
    return;
  }
  float y = bottom - kMapPadding;
  for (const std::size_t child : children) {
    place(f, child, x + kMapPadding, y, width - 2 * kMapPadding, depth + 1, layout);
    y -= shape_of(f, child, width - 2 * kMapPadding).height + kGap;
  }
}

void place_columns(const Forest& f, float width, MapLayout& layout) {
  std::vector<float> across;
  float all = 0;
  for (const std::vector<std::size_t>& column : f.columns) {
    float most = 1;
    for (const std::size_t root : column) most = std::max(most, parts_across(f, root));
    across.push_back(most);
    all += most;
  }
  const float room = std::min(width - kGutter * static_cast<float>(f.columns.size() - 1),
                              all * kWidestPart + static_cast<float>(f.columns.size()) * kMapTitleBeside);
  // Where the parts don't fit beside each other, the columns are equally wide.
  for (const float most : across) {
    const float part = (room * most / all - 2 * kMapPadding * 2 - kMapTitleBeside - kGap * (most - 1)) / most;
    if (part < kLeastBeside) std::fill(across.begin(), across.end(), 1.0f), all = static_cast<float>(across.size());
  }
  float x = 0;
  for (std::size_t c = 0; c < f.columns.size(); ++c) {
    const float own = room * across[c] / all;
    float bottom = 0;
    for (const std::size_t root : f.columns[c]) {
      // A single part is no wider than one in a row would be.
      const float part = f.children[root].empty() ? std::min(own, kWidestPart) : own;
      const std::size_t first = layout.places.size();
      place(f, root, x + (own - part) / 2, bottom, part, 0, layout);
      for (std::size_t i = first; i < layout.places.size(); ++i) layout.places[i].column_end = x + own;
      bottom -= shape_of(f, root, own).height + kGap * 1.5f;
    }
    layout.height = std::max(layout.height, -bottom - kGap * 1.5f);
    x += own + kGutter;
  }
  layout.width = x - kGutter;
  for (MapPlace& one : layout.places) one.y += layout.height;
}

bool free_between(const MapLayout& layout, MapPoint a, MapPoint b) {
  const float left = std::min(a.x, b.x) + 1, right = std::max(a.x, b.x) - 1, top = std::min(a.y, b.y) + 1, bottom = std::max(a.y, b.y) - 1;
  return std::none_of(layout.places.begin(), layout.places.end(), [&](const MapPlace& p) {
    return !p.frame && p.x < std::max(right, left) && p.x + p.width > left && p.y < std::max(bottom, top) && p.y + p.height > top;
  });
}

// To the right in one row, up where nothing is between, across a gutter between columns, or else around.
std::vector<MapPoint> way_between(const MapLayout& layout, const MapPlace& a, const MapPlace& b) {
  const float ax = a.x + a.width / 2, bx = b.x + b.width / 2, ay = a.y + a.height / 2, by = b.y + b.height / 2, foot = b.y + b.height;
  const bool one_row = ay == by && b.x >= a.x + a.width;
  if (one_row && free_between(layout, {a.x + a.width, ay}, {b.x, by})) return {{a.x + a.width, ay}, {b.x, by}};
  const float left = std::max(a.x, b.x), right = std::min(a.x + a.width, b.x + b.width);
  if (foot <= a.y && left < right) {
    const float x = (left + right) / 2;
    if (free_between(layout, {x, a.y}, {x, foot})) return {{x, a.y}, {x, foot}};
    const float side = std::max(a.x + a.width, b.x + b.width) + kGap / 2;
    return {{a.x + a.width, ay}, {side, ay}, {side, by}, {b.x + b.width, by}};
  }
  if (b.x > a.column_end) {
    const float gutter = a.column_end + kGutter / 2, from = a.y + std::min(a.height / 2, kMapTitle);
    if (free_between(layout, {gutter, by}, {b.x, by})) return {{a.x + a.width, from}, {gutter, from}, {gutter, by}, {b.x, by}};
    const float below = foot + kMapPadding + 1;
    return {{a.x + a.width, from}, {gutter, from}, {gutter, below}, {bx, below}, {bx, foot}};
  }
  const float middle = foot <= a.y ? a.y - std::min(kMapPadding, (a.y - foot) / 2) : foot + kGap / 2;
  return {{ax, a.y}, {ax, middle}, {bx, middle}, {bx, foot}};
}

void add_arrows(const std::vector<MapBlock>& map, const Forest& f, MapLayout& layout) {
  const auto place_of = [&](std::size_t block) {
    return std::find_if(layout.places.begin(), layout.places.end(), [&](const MapPlace& p) { return p.block == static_cast<int>(block); });
  };
  for (std::size_t to = 0; to < map.size(); ++to) {
    for (const std::size_t from : f.reads[to]) {
      if (stands_in(map[to].section, map[from].section) || stands_in(map[from].section, map[to].section)) continue;
      layout.arrows.push_back({static_cast<int>(from), static_cast<int>(to), way_between(layout, *place_of(from), *place_of(to))});
    }
  }
}

}  // namespace

int block_of(const std::vector<MapBlock>& map, std::string_view section) {
  int best = -1;
  for (std::size_t i = 0; i < map.size(); ++i) {
    const bool longer = best < 0 || map[i].section.size() > map[static_cast<std::size_t>(best)].section.size();
    if (stands_in(section, map[i].section) && longer) best = static_cast<int>(i);
  }
  return best;
}

MapLayout lay_out_map(const std::vector<MapBlock>& map, float width) {
  MapLayout layout;
  if (map.empty()) return layout;
  Forest forest = make_forest(map);
  choose_columns(forest);
  place_columns(forest, width, layout);
  add_arrows(map, forest, layout);
  return layout;
}

}  // namespace gf::ui
