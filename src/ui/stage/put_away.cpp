#include "ui/stage/put_away.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <string_view>

#include "ui/bars/sections.h"
#include "ui/stage/place_arrows.h"
#include "ui/stage/sights.h"

namespace gf::ui {

namespace {

constexpr float kLeastWhole = 0.24f;  // the zoom of the whole below which names can't be read
constexpr float kUsed = 0.5f;         // about the share of the window that the cards of a picture and the gaps between them cover

// A section, its depth, and the area of the cards in it.
struct Weight {
  std::string section;
  std::size_t depth = 0;
  float area = 0;
};

float area_of(const CardToPlace& card, const PlacementSizes& sizes) { return (card.width + sizes.across) * (card.height + sizes.down); }

float area_folded(const PlacementSizes& sizes) { return (sizes.folded_width + sizes.across) * (sizes.folded_height + sizes.down); }

// Returns the area of cards that can be seen in a window at a zoom.
float area_seen(const RoomForCards& room, float zoom) { return room.window.x * room.window.y * kUsed / (zoom * zoom); }

// Returns the sections that are not put away yet, with the area of their cards: inner sections before outer sections, large sections first.
// Sets the area of all cards that are not put away.
std::vector<Weight> sections_by_weight(const std::vector<CardToPlace>& cards, const PlacementSizes& sizes,
                                       const std::set<std::string>& away, float& sum) {
  std::map<std::string, Weight> weights;
  sum = 0;
  for (const CardToPlace& card : cards) {
    if (!folded_around(away, card.section).empty()) continue;
    sum += area_of(card, sizes);
    const std::vector<std::string> path = section_path(card.section);
    for (std::size_t depth = 0; depth < path.size(); ++depth) {
      Weight& weight = weights[path[depth]];
      weight.section = path[depth];
      weight.depth = depth;
      weight.area += area_of(card, sizes);
    }
  }
  std::vector<Weight> order;
  for (const auto& [section, weight] : weights) order.push_back(weight);
  std::stable_sort(order.begin(), order.end(),
                   [](const Weight& a, const Weight& b) { return a.depth != b.depth ? a.depth > b.depth : a.area > b.area; });
  return order;
}

}  // namespace

std::set<std::string> frames_to_put_away(const Look& look, const std::vector<CardToPlace>& cards, const PlacementSizes& sizes,
                                         const RoomForCards& room) {
  std::set<std::string> away = look.folded;
  float sum = 0;
  const std::vector<Weight> order = sections_by_weight(cards, sizes, away, sum);
  const auto stays = [&](const std::string& section) {
    const auto inside = [&](const std::string& opened) { return stands_in(opened, section); };
    return std::any_of(look.opened.begin(), look.opened.end(), inside) || (!room.focus.empty() && stands_in(room.focus, section));
  };
  const std::set<std::string_view> aside = sections_aside(cards);
  for (const Weight& outer : order) {
    if (sum <= area_seen(room, kReadable) || aside.count(outer.section) == 0 || stays(outer.section)) continue;
    sum -= outer.area - area_folded(sizes);
    away.insert(outer.section);
  }
  for (const Weight& outer : order) {
    if (sum <= area_seen(room, kLeastWhole)) break;
    if (stays(outer.section) || outer.area <= area_folded(sizes) || !folded_around(away, outer.section).empty()) continue;
    float saved = 0;  // the area that folded frames in the section have saved already
    for (const Weight& inner : order)
      if (inner.section != outer.section && stands_in(inner.section, outer.section) && away.count(inner.section) > 0) {
        saved += inner.area - area_folded(sizes);
        away.erase(inner.section);
      }
    sum -= outer.area - saved - area_folded(sizes);
    away.insert(outer.section);
  }
  return away;
}

}  // namespace gf::ui
