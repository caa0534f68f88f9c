// Draws layers after Sugiyama, Tagawa and Toda, "Methods for visual understanding of hierarchical system structures", 1981, frame by
// frame. The layers are broken into columns as words are broken into lines.
#include "ui/stage/place.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <string_view>
#include <utility>

#include "core/nth.h"
#include "ui/bars/sections.h"
#include "ui/stage/layers.h"
#include "ui/stage/place_arrows.h"

namespace gf::ui {

namespace {

constexpr int kNoStream = -1, kSeveralStreams = -2;

// A frame with the cards and frames in it, in the order of the cards.
struct Group {
  std::string section;
  int parent = -1, depth = -1;
  bool folded = false, aside = false;
  int stream = kNoStream;               // the residual stream of the cards in the frame
  std::vector<int> members;             // cards from 0 up; groups as -1 - group
  std::vector<std::vector<int>> reads;  // for each member, the members that it reads, as indices in `members`
};

struct Tree {
  std::vector<Group> groups;     // the first group is the whole picture
  std::vector<int> group_of;     // the group of each card
  std::vector<int> place_of;     // the index of each card among the members of its group
  std::vector<int> group_place;  // the index of each group among the members of its parent
};

Tree make_tree(const std::vector<CardToPlace>& cards, const std::set<std::string>& folded) {
  Tree tree;
  tree.groups.push_back({});
  tree.group_place.push_back(-1);
  std::map<std::string, int> known;
  for (std::size_t card = 0; card < cards.size(); ++card) {
    int group = 0;
    for (const std::string& section : section_path(cards[card].section)) {
      if (nth(tree.groups, group).folded) break;
      const auto [found, fresh] = known.emplace(section, static_cast<int>(tree.groups.size()));
      if (fresh) {
        Group inner;
        inner.section = section;
        inner.parent = group;
        inner.folded = folded.count(section) > 0;
        Group& outer = nth(tree.groups, group);
        inner.depth = outer.depth + 1;
        tree.group_place.push_back(static_cast<int>(outer.members.size()));
        outer.members.push_back(-1 - found->second);
        tree.groups.push_back(std::move(inner));
      }
      group = found->second;
    }
    Group& home = nth(tree.groups, group);
    tree.group_of.push_back(group);
    tree.place_of.push_back(static_cast<int>(home.members.size()));
    home.members.push_back(static_cast<int>(card));
  }
  for (Group& group : tree.groups) group.reads.resize(group.members.size());
  return tree;
}

void note_streams(Tree& tree, const std::vector<CardToPlace>& cards) {
  for (std::size_t card = 0; card < cards.size(); ++card) {
    if (cards[card].stream < 0) continue;
    for (int group = tree.group_of[card]; group >= 0; group = nth(tree.groups, group).parent) {
      int& stream = nth(tree.groups, group).stream;
      stream = stream == kNoStream || stream == cards[card].stream ? cards[card].stream : kSeveralStreams;
    }
  }
}

Group& outermost_group(Tree& tree, int card) {
  int group = nth(tree.group_of, card);
  while (nth(tree.groups, group).depth > 0) group = nth(tree.groups, group).parent;
  return nth(tree.groups, group);
}

// Notes a read between two cards in the innermost group around both. Leaves out the read of a later member by an earlier member, since the
// read would close a circle.
void note_read(Tree& tree, int from, int to) {
  int a = nth(tree.group_of, from), b = nth(tree.group_of, to);
  int at = nth(tree.place_of, from), bt = nth(tree.place_of, to);
  const auto depth = [&](int group) { return nth(tree.groups, group).depth; };
  const auto up = [&](int& group, int& place) {
    place = nth(tree.group_place, group);
    group = nth(tree.groups, group).parent;
  };
  while (a != b) {
    if (depth(a) >= depth(b))
      up(a, at);
    else
      up(b, bt);
  }
  if (at >= bt) return;
  std::vector<int>& reads = nth(nth(tree.groups, a).reads, bt);
  if (std::find(reads.begin(), reads.end(), at) == reads.end()) reads.push_back(at);
}

// The layout of a group: the places of its members in it.
struct Laid {
  float width = 0, height = 0;
  float line = -1;  // the y of a residual stream from the group's upper side; negative: none goes through the group
  std::vector<Box> members;
};

struct Layout {
  const std::vector<CardToPlace>& cards;
  const PlacementSizes& sizes;
  const Tree& tree;
  float inner_share;  // the share of a frame's height that the frames in it may take
  std::vector<Laid> laid;
  int broken = 0;

  ImVec2 size_of(int member) const {
    if (member >= 0) return {nth(cards, member).width, nth(cards, member).height};
    const auto group = static_cast<std::size_t>(-1 - member);
    if (tree.groups[group].folded) return {sizes.folded_width, sizes.folded_height};
    return {laid[group].width + 2 * sizes.around, laid[group].height + sizes.title + sizes.around};
  }

  // Returns the y, from a member's upper side, at which the residual stream of `around` goes through the member; negative: it does not.
  float line_of(int member, const Group& around) const {
    if (around.stream < 0) return -1;
    if (member >= 0) return nth(cards, member).stream < 0 ? -1 : size_of(member).y / 2;
    const auto group = static_cast<std::size_t>(-1 - member);
    if (tree.groups[group].stream < 0) return -1;
    return tree.groups[group].folded ? sizes.folded_height / 2 : laid[group].line + sizes.title;
  }

  void lay_out(int index, float height) {
    const Group& group = nth(tree.groups, index);
    for (const int member : group.members) {
      const int inner = -1 - member;
      if (member < 0 && !nth(tree.groups, inner).folded) lay_out(inner, std::max(height - sizes.title - sizes.around, 1.0f) * inner_share);
    }
    LayersToStack input{{}, group.reads, {}, {}, {}, height, sizes.across, sizes.down};
    for (const int member : group.members) {
      input.sizes.push_back(size_of(member));
      input.line.push_back(line_of(member, group));
      input.operands.push_back(member >= 0 && nth(cards, member).operand);
      input.aside.push_back(member < 0 && nth(tree.groups, -1 - member).aside);
    }
    Laid& out = nth(laid, index);
    StackedLayers stacked = stack_layers(input);
    out.members = std::move(stacked.members);
    out.line = stacked.line;
    broken += stacked.broken;
    out.width = 0;
    out.height = 0;
    for (const Box& box : out.members) {
      out.width = std::max(out.width, box.max.x);
      out.height = std::max(out.height, box.max.y);
    }
  }
};

Layout laid_out(const std::vector<CardToPlace>& cards, const PlacementSizes& sizes, const Tree& tree, float height, float inner_share) {
  Layout layout{cards, sizes, tree, inner_share, {}, 0};
  layout.laid.resize(tree.groups.size());
  layout.lay_out(0, height);
  return layout;
}

void put_group(const Layout& layout, int index, ImVec2 origin, Placement& out) {
  const Group& group = nth(layout.tree.groups, index);
  const Laid& laid = nth(layout.laid, index);
  for (std::size_t i = 0; i < group.members.size(); ++i) {
    const int member = group.members[i];
    if (group.folded) continue;
    const Box box = moved(laid.members[i], origin);
    if (member >= 0) {
      nth(out.cards, member) = box;
      continue;
    }
    const Group& inner = nth(layout.tree.groups, -1 - member);
    out.frames.push_back({inner.section, inner.depth, inner.folded, box});
    if (!inner.folded) put_group(layout, -1 - member, {box.min.x + layout.sizes.around, box.min.y + layout.sizes.title}, out);
  }
}

Placement placement_of(const Layout& layout) {
  const std::vector<CardToPlace>& cards = layout.cards;
  Placement placement;
  placement.cards.resize(cards.size());
  placement.in_folded.assign(cards.size(), -1);
  placement.width = layout.laid.front().width;
  placement.height = layout.laid.front().height;
  put_group(layout, 0, {0, 0}, placement);
  for (std::size_t card = 0; card < cards.size(); ++card) {
    const Group& home = nth(layout.tree.groups, layout.tree.group_of[card]);
    if (!home.folded) continue;
    for (std::size_t i = 0; i < placement.frames.size(); ++i)
      if (placement.frames[i].section == home.section) placement.in_folded[card] = static_cast<int>(i);
  }
  add_arrows(cards, placement);
  return placement;
}

// Whether a line goes through the middle of a box.
bool passes(ImVec2 a, ImVec2 b, const Box& box) {
  float from = 0, to = 1;
  const float inset = 0.2f;
  const auto cut = [&](float start, float way, float least, float most) {
    if (std::fabs(way) < 1e-3f) {
      if (start < least || start > most) from = 2;
      return;
    }
    const float at_least = (least - start) / way, at_most = (most - start) / way;
    from = std::max(from, std::min(at_least, at_most));
    to = std::min(to, std::max(at_least, at_most));
  };
  cut(a.x, b.x - a.x, box.min.x + box.width() * inset, box.max.x - box.width() * inset);
  cut(a.y, b.y - a.y, box.min.y + box.height() * inset, box.max.y - box.height() * inset);
  return from < to;
}

bool goes_behind(const PlacedArrow& arrow, const Placement& placement) {
  for (std::size_t card = 0; card < placement.cards.size(); ++card) {
    const int index = static_cast<int>(card);
    if (index == arrow.from || index == arrow.to || placement.in_folded[card] >= 0) continue;
    if (passes(arrow.start, arrow.end, placement.cards[card])) return true;
  }
  return false;
}

// Notes which arrows go on behind cards, and returns how many do.
float note_hidden_arrows(Placement& placement) {
  float count = 0;
  for (PlacedArrow& arrow : placement.arrows) {
    arrow.behind = !arrow.quiet && goes_behind(arrow, placement);
    if (arrow.behind) count += 1;
  }
  return count;
}

constexpr float kLargeEnough = 1.25f;                      // beyond this scale, order matters more than size
constexpr float kHiddenCost = 0.02f, kMostHidden = 0.12f;  // the share of the scale that an arrow behind a card costs, and the most in all
constexpr float kBrokenCost = 0.04f, kMostBroken = 0.12f;  // the same for a layer that is broken into a further column
constexpr float kBetter = 1.03f;

constexpr std::size_t kMany = 300;  // beyond so many cards, fewer heights are tried, so that the picture comes at once

// Tries heights, from flat pictures to high pictures. Keeps a picture until a later picture scores better by 3 percent.
Placement best_placement(const std::vector<CardToPlace>& cards, const PlacementSizes& sizes, const Tree& tree, ImVec2 window) {
  float least = 1, sum = 0;
  for (const CardToPlace& card : cards) {
    least = std::max(least, card.height);
    sum += card.height + sizes.down + sizes.title;
  }
  const bool many = cards.size() > kMany;
  const std::vector<float> shares = many ? std::vector<float>{1.0f} : std::vector<float>{1.0f, 0.6f, 0.36f};
  Placement best;
  float best_score = 0;
  for (float height = least; height < sum * 1.2f + least; height *= many ? 1.5f : 1.16f) {
    for (const float share : shares) {
      const Layout layout = laid_out(cards, sizes, tree, height, share);
      Placement tried = placement_of(layout);
      float scale = std::min({window.x / std::max(tried.width, 1.0f), window.y / std::max(tried.height, 1.0f), kLargeEnough});
      scale *= 1 - std::min(kBrokenCost * static_cast<float>(layout.broken), kMostBroken);
      if (scale <= best_score * kBetter) continue;
      const float hidden = many ? 0 : note_hidden_arrows(tried);
      const float score = scale * (1 - std::min(kHiddenCost * hidden, kMostHidden));
      if (score > best_score * kBetter) {
        best = std::move(tried);
        best_score = score;
      }
    }
  }
  return best;
}

}  // namespace

Placement place_cards(const std::vector<CardToPlace>& cards, const std::set<std::string>& folded, const PlacementSizes& sizes,
                      ImVec2 window) {
  if (cards.empty()) return {};
  Tree tree = make_tree(cards, folded);
  note_streams(tree, cards);
  const std::set<std::string_view> aside = sections_aside(cards);
  for (std::size_t to = 0; to < cards.size(); ++to)
    for (const int from : cards[to].reads) {
      if (!is_aside(aside, cards, from, static_cast<int>(to)))
        note_read(tree, from, static_cast<int>(to));
      else
        outermost_group(tree, from).aside = true;
    }
  return best_placement(cards, sizes, tree, window);
}

}  // namespace gf::ui
