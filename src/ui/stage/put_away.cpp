#include "ui/stage/put_away.h"

#include <algorithm>
#include <map>

#include "ui/sections.h"
#include "ui/stage/place_arrows.h"
#include "ui/stage/sights.h"

namespace gf::ui {

namespace {

constexpr float kLeastWhole = 0.24f;  // the zoom of the whole below which names can't be read
constexpr float kUsed = 0.5f;         // of the window, about what the cards of a picture cover with what is between them

// A section with what stands in it.
struct Weight {
  std::string section;
  std::size_t depth = 0;
  float area = 0;
};

float area_of(const CardToPlace& card, const PlacementSizes& sizes) { return (card.width + sizes.across) * (card.height + sizes.down); }

float area_folded(const PlacementSizes& sizes) { return (sizes.folded_width + sizes.across) * (sizes.folded_height + sizes.down); }

// The area of cards that can be seen in a window at a zoom. A column scrolls: how long it may be has nothing to do with the height of the
// window, which changes with the caption.
float area_seen(const RoomForCards& room, float zoom) {
  const float height = room.one_column ? 2 * room.window.x : room.window.y;
  return room.window.x * height * kUsed / (zoom * zoom);
}

// The area of the cards in each section that is not put away yet: inner ones before those around them, large ones first.
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
      weight.section = path[depth], weight.depth = depth, weight.area += area_of(card, sizes);
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
  for (const Weight& one : order) {
    if (sum <= area_seen(room, kReadable) || aside.count(one.section) == 0 || stays(one.section)) continue;
    sum -= one.area - area_folded(sizes);
    away.insert(one.section);
  }
  for (const Weight& one : order) {
    if (sum <= area_seen(room, kLeastWhole)) break;
    if (stays(one.section) || one.area <= area_folded(sizes) || !folded_around(away, one.section).empty()) continue;
    float inner = 0;  // what frames in it have saved already
    for (const Weight& other : order)
      if (other.section != one.section && stands_in(other.section, one.section) && away.count(other.section) > 0) {
        inner += other.area - area_folded(sizes);
        away.erase(other.section);
      }
    sum -= one.area - inner - area_folded(sizes);
    away.insert(one.section);
  }
  return away;
}

}  // namespace gf::ui
