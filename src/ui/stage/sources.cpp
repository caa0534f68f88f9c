#include "ui/stage/sources.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/nth.h"

namespace gf::ui {

namespace {

std::size_t at(int index) { return static_cast<std::size_t>(index); }

// Returns the card of each node: the card that is about the node, or otherwise the first card that shows the node; -1: none.
std::vector<int> cards_of_nodes(const Frame& frame, const Picture& picture) {
  std::vector<int> card_of(frame.trace->nodes.size(), -1);
  for (const bool about : {true, false}) {
    for (std::size_t i = 0; i < picture.cards.size(); ++i) {
      for (const PanelView* panel : panels_on(picture.cards[i])) {
        for (const int node : panel->nodes) {
          int& card = nth(card_of, node);
          if (card < 0 && (!about || node == subject_of(frame, *panel))) card = static_cast<int>(i);
        }
      }
    }
  }
  return card_of;
}

// Has a bit for each node and card: whether the node stands on the card, or is computed from a node on the card.
class Ancestry {
 public:
  Ancestry(const Trace& trace, const std::vector<int>& card_of, std::size_t cards)
      : words_((cards + 63) / 64), bits_(trace.nodes.size() * words_, 0) {
    for (std::size_t node = 0; node < trace.nodes.size(); ++node) {
      if (const int card = card_of[node]; card >= 0) bits_[node * words_ + at(card) / 64] |= std::uint64_t{1} << (at(card) % 64);
      for (const int input : trace.nodes[node].inputs)
        for (std::size_t word = 0; word < words_; ++word) bits_[node * words_ + word] |= bits_[at(input) * words_ + word];
    }
  }
  bool has(int node, int card) const { return (bits_[at(node) * words_ + at(card) / 64] >> (at(card) % 64) & 1) != 0; }

 private:
  std::size_t words_;
  std::vector<std::uint64_t> bits_;
};

// A card that another card is computed from.
struct Source {
  int card = -1;
  bool direct = false;  // a node of the other card reads it, with no node of no card between
};

struct Collector {
  const Trace& trace;
  const std::vector<int>& card_of;
  int reader;  // the card whose sources are collected
  std::vector<bool> seen;
  std::vector<Source> sources = {};

  void add(int card, bool direct) {
    const auto known = std::find_if(sources.begin(), sources.end(), [&](const Source& source) { return source.card == card; });
    if (known == sources.end())
      sources.push_back({card, direct});
    else
      known->direct |= direct;
  }

  // Goes back from a node to the nearest nodes that are shown on another card.
  void collect(int node, bool direct) {
    for (const int input : trace.node(node).inputs) {
      const int card = nth(card_of, input);
      if (card >= 0 && card != reader) add(card, direct);
      if (nth(seen, input) || (card >= 0 && card != reader)) continue;
      nth(seen, input) = true;
      collect(input, direct && card == reader);
    }
  }
};

std::vector<Source> all_sources(const Frame& frame, const Picture& picture, const std::vector<int>& card_of, int card) {
  Collector collector{*frame.trace, card_of, card, std::vector<bool>(frame.trace->nodes.size())};
  const PictureCard& shown = nth(picture.cards, card);
  if (shown.views.empty()) return {};
  for (const int node : shown.views.front().nodes) {
    const int about = nth(card_of, node);
    if (about != card && about >= 0)
      collector.add(about, true);
    else
      collector.collect(node, true);
  }
  return std::move(collector.sources);
}

}  // namespace

std::vector<std::vector<int>> sources_of_cards(const Frame& frame, const Picture& picture) {
  const std::vector<int> card_of = cards_of_nodes(frame, picture);
  const Ancestry ancestry(*frame.trace, card_of, picture.cards.size());
  const auto made_from = [&](int card, int source) {
    const int node = subject_of(frame, nth(picture.cards, card));
    return card != source && node >= 0 && ancestry.has(node, source);
  };
  std::vector<std::vector<int>> sources(picture.cards.size());
  for (std::size_t card = 0; card < sources.size(); ++card) {
    const std::vector<Source> all = all_sources(frame, picture, card_of, static_cast<int>(card));
    for (const Source& source : all) {
      const bool over_another = std::any_of(all.begin(), all.end(), [&](const Source& other) {
        return made_from(other.card, source.card) && !made_from(source.card, other.card);
      });
      if (source.direct || !over_another) sources[card].push_back(source.card);
    }
  }
  return sources;
}

}  // namespace gf::ui
