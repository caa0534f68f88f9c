// The places of the cards of a picture: apart, in the order of the flow, in frames, as large as the window lets them be.
#include "ui/stage/place.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "lessons/registry.h"
#include "ui/bars/sections.h"
#include "ui/driver.h"
#include "ui/snapshots.h"
#include "ui/stage/picture.h"
#include "ui/stage/put_away.h"

using namespace gf;
using namespace gf::test;
using namespace gf::ui;

namespace place_test {
namespace {

const PlacementSizes kSizes;
constexpr ImVec2 kWindow{1200, 620};

CardToPlace card(std::vector<int> reads = {}, std::string section = {}, float width = 100, float height = 80) {
  return {width, height, std::move(section), std::move(reads), false, false, false};
}

CardToPlace weights(std::string section = {}) { return {100, 80, std::move(section), {}, false, true, true}; }

bool overlap(const Box& a, const Box& b) {
  return a.min.x < b.max.x - 0.5f && b.min.x < a.max.x - 0.5f && a.min.y < b.max.y - 0.5f && b.min.y < a.max.y - 0.5f;
}

bool inside(const Box& inner, const Box& outer) {
  return inner.min.x >= outer.min.x && inner.min.y >= outer.min.y && inner.max.x <= outer.max.x && inner.max.y <= outer.max.y;
}

const PlacedFrame& frame_of(const Placement& placement, const std::string& section) {
  const auto found = std::find_if(placement.frames.begin(), placement.frames.end(),
                                  [&](const PlacedFrame& placed_frame) { return placed_frame.section == section; });
  REQUIRE(found != placement.frames.end());
  return *found;
}

// Checks the rules that every picture must keep.
void check_sound(const std::vector<CardToPlace>& cards, const Placement& placement) {
  const Box whole{{0, 0}, {placement.width + 0.5f, placement.height + 0.5f}};
  for (std::size_t i = 0; i < cards.size(); ++i) {
    if (placement.in_folded[i] >= 0) continue;
    CHECK(placement.cards[i].width() == doctest::Approx(cards[i].width));
    CHECK(inside(placement.cards[i], whole));
    for (std::size_t k = 0; k < i; ++k)
      if (placement.in_folded[k] < 0) CHECK_FALSE_MESSAGE(overlap(placement.cards[i], placement.cards[k]), i, " on ", k);
    for (const PlacedFrame& frame : placement.frames) {
      const bool own = stands_in(cards[i].section, frame.section);
      if (own) CHECK(inside(placement.cards[i], frame.box));
      if (!own) CHECK_FALSE_MESSAGE(overlap(placement.cards[i], frame.box), i, " in ", frame.section);
    }
  }
  for (const PlacedArrow& arrow : placement.arrows) {
    const auto box = [&](int place) {
      const int folded = placement.in_folded[static_cast<std::size_t>(place)];
      return folded < 0 ? placement.cards[static_cast<std::size_t>(place)] : placement.frames[static_cast<std::size_t>(folded)].box;
    };
    const Box from = box(arrow.from), to = box(arrow.to);
    CHECK(arrow.start.x >= from.min.x);
    CHECK(arrow.start.x <= from.max.x);
    CHECK((arrow.down ? arrow.start.y == from.max.y : arrow.start.x == from.max.x));
    CHECK((arrow.down ? arrow.end.y == to.min.y : arrow.end.x == to.min.x));
    CHECK(arrow.end.y >= to.min.y);
    CHECK(arrow.end.y <= to.max.y);
  }
}

}  // namespace

TEST_SUITE("ui/place") {
  TEST_CASE("two thousand cards are placed like a few, in the order of the flow") {
    std::vector<CardToPlace> cards;
    for (int i = 0; i < 2000; ++i) {
      const std::string block = std::to_string(i / 100), part = block + "." + std::to_string(i / 20);
      cards.push_back(card(i == 0 ? std::vector<int>{} : std::vector<int>{std::max(0, i - 1 - i * 7 % 15)}, part,
                           80.0f + static_cast<float>(i * 37 % 200)));
    }
    const Placement placement = place_cards(cards, {}, kSizes, kWindow);
    const Box whole{{0, 0}, {placement.width + 0.5f, placement.height + 0.5f}};
    for (const Box& box : placement.cards) CHECK(inside(box, whole));
    CHECK(placement.frames.size() == 120);
    CHECK(placement.arrows.size() > 1900);
  }

  TEST_CASE("weights that are gathered in a frame of their own stand after the flow, and their arrows wait to be asked for") {
    const std::vector<CardToPlace> cards{weights("weights.first"), weights("weights.second"), card({}, "model"), card({0, 2}, "model"),
                                         card({1, 3}, "loss")};
    const Placement placement = place_cards(cards, {}, kSizes, {1600, 320});
    check_sound(cards, placement);
    CHECK(frame_of(placement, "weights").box.min.x > frame_of(placement, "loss").box.min.x);
    for (const PlacedArrow& arrow : placement.arrows) CHECK(arrow.quiet == (arrow.from < 2));
    CHECK(placement.arrows.size() == 4);
  }

  TEST_CASE("weights that stand aside are closed first, where the rest is larger without them, unless somebody wants to see them") {
    std::vector<CardToPlace> cards{weights("weights.first"), weights("weights.second"), card({}, "model"), card({0, 2}, "model"),
                                   card({1, 3}, "loss")};
    const auto away = [&](ImVec2 window, const std::string& focus = {}, const Look& look = {}) {
      return frames_to_put_away(look, cards, kSizes, {window, focus});
    };
    using Names = std::set<std::string>;
    CHECK(away({1600, 800}) == Names{});
    cards[0].height = cards[1].height = 2600;
    CHECK(away({900, 500}) == Names{"weights"});
    CHECK(away({900, 500}, "weights.first") == Names{});
    CHECK(away({900, 500}, "loss") == Names{"weights"});
    Look look;
    look.opened = {"weights"};
    CHECK(away({900, 500}, "", look) == Names{});
    look.opened = {"weights.second"};
    CHECK(away({900, 500}, "", look) == Names{});
    look.opened.clear();
    look.folded = {"loss"};
    CHECK(away({900, 500}, "", look) == Names{"loss", "weights"});
    // The rest has no room either, so innermost frames are folded next.
    CHECK(away({90, 60}) == Names{"weights", "model"});
  }

  TEST_CASE("an operand stands to the left of its reader, while there is room") {
    const std::vector<CardToPlace> cards{card(), card({0}), card({1})};
    const Placement placement = place_cards(cards, {}, kSizes, kWindow);
    check_sound(cards, placement);
    CHECK(placement.cards[1].min.x > placement.cards[0].max.x);
    CHECK(placement.cards[2].min.x > placement.cards[1].max.x);
    REQUIRE(placement.arrows.size() == 2);
    CHECK_FALSE(placement.arrows[0].down);
  }

  TEST_CASE("three products stand below each other, each beside its weights, and what is multiplied comes in through these") {
    const std::vector<CardToPlace> cards{card(), weights(), card({0, 1}), weights(), card({0, 3}), weights(), card({0, 5})};
    const Placement placement = place_cards(cards, {}, kSizes, kWindow);
    check_sound(cards, placement);
    for (const std::size_t product : {2u, 4u, 6u}) {
      const Box &w = placement.cards[product - 1], &p = placement.cards[product];
      CHECK(w.max.x < p.min.x);
      CHECK(w.centre().y == doctest::Approx(p.centre().y));
      CHECK(w.min.x > placement.cards[0].max.x);
    }
    CHECK(placement.cards[4].min.y > placement.cards[2].max.y);
    CHECK(placement.cards[6].min.y > placement.cards[4].max.y);
    // From the input to the weights, from the weights to the product: no arrow goes past the weights.
    CHECK(std::count_if(placement.arrows.begin(), placement.arrows.end(),
                        [](const PlacedArrow& placed_arrow) { return placed_arrow.from == 0; }) == 3);
    for (const PlacedArrow& arrow : placement.arrows)
      if (arrow.from == 0) CHECK(arrow.to % 2 == 1);
  }

  TEST_CASE("a long chain is broken into columns, so that the whole is as large as can be") {
    std::vector<CardToPlace> cards{card()};
    for (int i = 0; i < 39; ++i) cards.push_back(card({i}));
    const Placement placement = place_cards(cards, {}, kSizes, kWindow);
    check_sound(cards, placement);
    const float scale = std::min(kWindow.x / placement.width, kWindow.y / placement.height);
    CHECK(scale > 0.75f);  // one line of cards would have the scale 0.22
    const float ratio = placement.width / placement.height;
    CHECK(ratio > 1.2f);
    CHECK(ratio < 3.5f);
  }

  TEST_CASE("sections are frames; folded they are one box, which arrows go to and from") {
    const std::vector<CardToPlace> cards{card({}, "encoder"), card({0}, "encoder.0"), card({1}, "encoder.0"), card({2}, "encoder.1"),
                                         card({3}, "output")};
    const Placement open = place_cards(cards, {}, kSizes, kWindow);
    check_sound(cards, open);
    CHECK(inside(frame_of(open, "encoder.0").box, frame_of(open, "encoder").box));
    CHECK_FALSE(overlap(frame_of(open, "encoder").box, frame_of(open, "output").box));
    CHECK(frame_of(open, "encoder.0").depth == 1);
    const Placement folded = place_cards(cards, {"encoder.0"}, kSizes, kWindow);
    check_sound(cards, folded);
    CHECK(folded.in_folded[1] >= 0);
    CHECK(folded.in_folded[1] == folded.in_folded[2]);
    CHECK(folded.in_folded[3] < 0);
    CHECK(frame_of(folded, "encoder.0").box.width() == kSizes.folded_width);
    CHECK(folded.arrows.size() == 3);
    CHECK(place_cards(cards, {"encoder", "encoder.0"}, kSizes, kWindow).frames.size() == 2);
  }

  TEST_CASE("a residual stream is a straight line through all frames, with nothing on it or below it that it goes by") {
    const auto on_line = [](CardToPlace card_to_place) {
      card_to_place.stream = 0;
      return card_to_place;
    };
    // Two blocks: x, what is made of it, the sum of both, its norm; words are looked up before.
    std::vector<CardToPlace> cards{card({}, "words"), on_line(card({0}, "words", 90, 60))};
    for (int block = 0; block < 2; ++block) {
      const int x = static_cast<int>(cards.size()) - 1;
      const std::string section = "block." + std::to_string(block);
      for (const int reads : {x, x, x}) cards.push_back(card({reads}, section));
      cards.push_back(card({x + 1, x + 2, x + 3}, section, 80, 120));
      cards.push_back(on_line(card({x, x + 4}, section)));
      cards.push_back(on_line(card({x + 5}, section, 70, 50)));
    }
    cards.push_back(card({static_cast<int>(cards.size()) - 1}, "output"));
    for (const ImVec2 window : {kWindow, ImVec2{600, 600}, ImVec2{2400, 500}}) {
      const Placement placement = place_cards(cards, {}, kSizes, window);
      check_sound(cards, placement);
      const float line = placement.cards[1].centre().y;
      int pieces = 0;
      for (const PlacedArrow& arrow : placement.arrows) {
        if (!arrow.stream) continue;
        ++pieces;
        CHECK(arrow.start.y == doctest::Approx(line));
        CHECK(arrow.end.y == doctest::Approx(line));
        for (std::size_t i = 0; i < cards.size(); ++i)
          if (cards[i].stream < 0 && placement.cards[i].min.x < arrow.end.x) CHECK(placement.cards[i].max.y < line);
      }
      CHECK(pieces == 4);
      const Placement folded = place_cards(cards, {"block.0"}, kSizes, window);
      check_sound(cards, folded);
      CHECK(frame_of(folded, "block.0").box.centre().y == doctest::Approx(folded.cards[1].centre().y));
    }
  }

  TEST_CASE("arrows from cards of values to cards of gradients are quiet, and an arrow that goes on behind a card says so") {
    std::vector<CardToPlace> cards{card(), card({0}), card({1}), card({0, 2})};
    cards[2].late = cards[3].late = true;
    Placement placement = place_cards(cards, {}, kSizes, kWindow);
    for (const PlacedArrow& arrow : placement.arrows) CHECK(arrow.quiet == (arrow.from < 2 && arrow.to >= 2));
    cards[2].late = cards[3].late = false;
    placement = place_cards(cards, {}, kSizes, {4000, 90});
    for (const PlacedArrow& arrow : placement.arrows) CHECK(arrow.behind == (arrow.from == 0 && arrow.to == 3));
  }

  TEST_CASE("nothing to place, and cards that read in a circle of frames") {
    CHECK(place_cards({}, {}, kSizes, kWindow).arrows.empty());
    const std::vector<CardToPlace> cards{card({}, "a"), card({0}, "b"), card({1}, "a"), card({2}, "b")};
    check_sound(cards, place_cards(cards, {}, kSizes, kWindow));
    const std::vector<CardToPlace> one{card({}, "", 4000, 3000)};
    check_sound(one, place_cards(one, {}, kSizes, {200, 100}));
  }

  TEST_CASE("equal cards have equal places") {
    const std::vector<CardToPlace> cards{card(), weights(), card({0, 1}), card({2}, "x"), card({0}, "x")};
    const Placement a = place_cards(cards, {}, kSizes, kWindow), b = place_cards(cards, {}, kSizes, kWindow);
    CHECK(a.cards == b.cards);
  }
}

}  // namespace place_test
