#include "ui/stage/place_arrows.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <utility>

#include "core/nth.h"

namespace gf::ui {

namespace {

std::string_view outermost(const std::string& section) { return std::string_view(section).substr(0, section.find('.')); }

const Box& box_of(const Placement& placement, int card) {
  const int folded = nth(placement.in_folded, card);
  return folded < 0 ? nth(placement.cards, card) : nth(placement.frames, folded).box;
}

// Returns the arrow from one box to another: down if the second box is below the first and begins left of its right side, otherwise to the
// right.
PlacedArrow arrow_between(int from, int to, const Box& a, const Box& b) {
  PlacedArrow arrow{from, to, {}, {}, b.min.x < a.max.x && b.min.y >= a.max.y, false};
  if (arrow.down) {
    const float left = std::max(a.min.x, b.min.x), right = std::min(a.max.x, b.max.x);
    const float x = left < right ? (left + right) / 2 : a.centre().x;
    arrow.start = {x, a.max.y};
    arrow.end = {left < right ? x : b.centre().x, b.min.y};
  } else {
    arrow.start = {a.max.x, a.centre().y};
    arrow.end = {b.min.x, b.centre().y};
  }
  return arrow;
}

// Whether an arrow would lead back to the left: it would go around the cards between.
bool goes_back(const Box& a, const Box& b) { return b.min.x < a.max.x && b.min.y < a.max.y; }

// Whether a card is weights in a folded frame, from whose small box the arrows to all products would start.
bool is_put_away(const std::vector<CardToPlace>& cards, const Placement& placement, int card) {
  return nth(cards, card).parameter && nth(placement.in_folded, card) >= 0;
}

bool comes_late(const std::vector<CardToPlace>& cards, int from, int to) { return nth(cards, to).late && !nth(cards, from).late; }

bool in_stream(const std::vector<CardToPlace>& cards, int from, int to) {
  const int stream = nth(cards, from).stream;
  return stream >= 0 && stream == nth(cards, to).stream;
}

// Returns the card at which the arrow ends: the weights between `from` and its product, if there are any, otherwise `to`. So the other
// operand comes in on the left of the weights, and the line reads as an equation.
int way_in(const std::vector<CardToPlace>& cards, const Placement& placement, int from, int to) {
  const Box &a = box_of(placement, from), &b = box_of(placement, to);
  for (const int other : nth(cards, to).reads) {
    if (other == from || !nth(cards, other).operand) continue;
    const Box& operand = box_of(placement, other);
    const bool between = operand.max.x <= b.min.x && operand.min.x >= a.max.x && operand.min.y < b.max.y && operand.max.y > b.min.y;
    if (between) return other;
  }
  return to;
}

// Returns the share of a side at which the i-th arrow of the list comes in. Arrows are spread evenly around the residual stream, which
// comes in at the middle.
float share_of(const std::vector<PlacedArrow*>& list, std::size_t i) {
  const auto at = static_cast<float>(i) + 1, count = static_cast<float>(list.size());
  const auto stream = std::find_if(list.begin(), list.end(), [](const PlacedArrow* arrow) { return arrow->stream; });
  if (stream == list.end()) return at / (count + 1);
  const auto middle = static_cast<float>(stream - list.begin()) + 1;
  return at <= middle ? 0.5f * at / middle : 0.5f + 0.5f * (at - middle) / (count + 1 - middle);
}

// Spreads the arrows that come in on one side of a box, in the order of their starts.
void spread_ends(std::vector<PlacedArrow>& arrows, const Placement& placement) {
  std::map<std::pair<const Box*, bool>, std::vector<PlacedArrow*>> sides;
  for (PlacedArrow& arrow : arrows) sides[{&box_of(placement, arrow.to), arrow.down}].push_back(&arrow);
  for (auto& [side, list] : sides) {
    const Box& box = *side.first;
    const bool down = side.second;
    std::stable_sort(list.begin(), list.end(),
                     [&](const PlacedArrow* a, const PlacedArrow* b) { return down ? a->start.x < b->start.x : a->start.y < b->start.y; });
    if (list.size() < 2) continue;
    for (std::size_t i = 0; i < list.size(); ++i) {
      const float share = share_of(list, i);
      (down ? list[i]->end.x : list[i]->end.y) = down ? box.min.x + box.width() * share : box.min.y + box.height() * share;
    }
  }
}

}  // namespace

std::set<std::string_view> sections_aside(const std::vector<CardToPlace>& cards) {
  std::set<std::string_view> aside, others;
  for (const CardToPlace& card : cards) (card.parameter && !card.section.empty() ? aside : others).insert(outermost(card.section));
  std::erase_if(aside, [&](std::string_view section) { return others.count(section) > 0; });
  return aside;
}

bool is_aside(const std::set<std::string_view>& aside, const std::vector<CardToPlace>& cards, int from, int to) {
  const std::string_view section = outermost(nth(cards, from).section);
  return aside.count(section) > 0 && section != outermost(nth(cards, to).section);
}

void add_arrows(const std::vector<CardToPlace>& cards, Placement& placement) {
  const std::set<std::string_view> aside = sections_aside(cards);
  std::map<std::pair<const Box*, const Box*>, std::size_t> drawn;  // the index of the arrow from box to box
  for (int to = 0; to < static_cast<int>(cards.size()); ++to) {
    for (const int from : nth(cards, to).reads) {
      const int end = way_in(cards, placement, from, to);
      const Box &a = box_of(placement, from), &b = box_of(placement, end);
      if (&a == &b) continue;
      PlacedArrow arrow = arrow_between(from, end, a, b);
      arrow.quiet = nth(cards, to).quiet || comes_late(cards, from, to) || is_put_away(cards, placement, from) ||
                    is_aside(aside, cards, from, to) || goes_back(a, b);
      arrow.reader = to;
      arrow.stream = end == to && in_stream(cards, from, to);
      const auto [known, fresh] = drawn.emplace(std::pair(&a, &b), placement.arrows.size());
      if (fresh)
        placement.arrows.push_back(arrow);
      else if (placement.arrows[known->second].quiet && !arrow.quiet)
        placement.arrows[known->second] = arrow;
    }
  }
  std::map<std::pair<int, int>, int> through;  // from weights and their product to the other operand
  for (const PlacedArrow& arrow : placement.arrows)
    if (arrow.reader != arrow.to) through[{arrow.to, arrow.reader}] = arrow.from;
  for (PlacedArrow& arrow : placement.arrows)
    if (const auto other = through.find({arrow.from, arrow.to}); other != through.end()) arrow.through = other->second;
  spread_ends(placement.arrows, placement);
}

}  // namespace gf::ui
