// Measures how much of the stage a scene covers, and finds texts that lie upon each other.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "ui/picture/drawn_text.h"
#include "ui/places.h"

namespace gf::test {

/// Shares of the stage. `reach`: the smallest box around the cards, the callout and the board of a guess; `cover`: the sum of their areas;
/// `focus`: the card of the focus.
struct Cover {
  double reach = 0, cover = 0, focus = 0;
  bool focus_fills = false;  // the focus has at least 85 % of the width or of the height of the stage
};

inline Cover cover_of(const ui::PlacedScene& scene) {
  ui::Box reach{{1e9f, 1e9f}, {-1e9f, -1e9f}};
  const auto area = [](const ui::Box& box) { return static_cast<double>(box.width()) * static_cast<double>(box.height()); };
  Cover cover;
  std::vector<ui::Box> boxes;
  for (const ui::PlacedScene::Card& card : scene.cards) {
    boxes.push_back(card.box);
    if (card.node != scene.focus) continue;
    cover.focus = std::max(cover.focus, area(card.box) / area(scene.stage));
    constexpr float kNearlyAll = 0.85f;
    cover.focus_fills = card.box.width() >= kNearlyAll * scene.stage.width() || card.box.height() >= kNearlyAll * scene.stage.height();
  }
  for (const ui::Box& box : {scene.callout, scene.board})
    if (box.width() > 0) boxes.push_back(box);
  for (const ui::Box& box : boxes) {
    reach.min = {std::min(reach.min.x, box.min.x), std::min(reach.min.y, box.min.y)};
    reach.max = {std::max(reach.max.x, box.max.x), std::max(reach.max.y, box.max.y)};
    cover.cover += area(box) / area(scene.stage);
  }
  cover.reach = area(reach) / area(scene.stage);
  return cover;
}

inline double median(std::vector<double> numbers) {
  std::sort(numbers.begin(), numbers.end());
  return numbers.empty() ? 0 : numbers[numbers.size() / 2];
}

/// Returns the pairs of texts whose letters lie upon each other, as "earlier | later".
inline std::vector<std::string> overlapping_texts(const std::vector<ui::DrawnText>& texts) {
  constexpr float kTouch = 1.5f;  // pixels that neighbours may share
  std::vector<std::string> found;
  for (std::size_t i = 0; i < texts.size(); ++i)
    for (std::size_t k = 0; k < i; ++k) {
      const ui::Box both = common(texts[i].box, texts[k].box);
      if (both.width() <= kTouch || both.height() <= kTouch) continue;
      const bool upon = std::any_of(texts[i].letters.begin(), texts[i].letters.end(), [&](const ui::Box& letter) {
        return std::any_of(texts[k].letters.begin(), texts[k].letters.end(), [&](const ui::Box& earlier) {
          const ui::Box shared = common(letter, earlier);
          return shared.width() > kTouch && shared.height() > kTouch;
        });
      });
      if (upon) found.push_back(texts[k].text + " | " + texts[i].text);
    }
  return found;
}

}  // namespace gf::test
