#include "lessons/attention/hand_made_heads.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "text/letters.h"
#include "text/tokenizer.h"

namespace gf::multi_head {
namespace {

constexpr Index kHeadWidth = kHandWidth / kHandHeads;
constexpr Index kPronoun = 8, kLiving = 10, kThing = 12, kSaid = 14;
constexpr float kSharp = 3, kSharpPosition = 4;

struct Kind {
  std::vector<Index> features;
  std::vector<const char*> words;
};

const std::array<Kind, 5>& kinds() {
  static const std::array<Kind, 5> all = {
      Kind{{kPronoun}, {"i", "you", "he", "she", "it", "we", "they", "him", "her", "them"}},
      Kind{{kLiving, kThing},
           {"animal", "animals", "cat", "dog", "horse", "bird", "child", "children", "man", "woman", "boy", "girl", "king", "queen"}},
      Kind{{kThing}, {"street", "road", "mat", "table", "house", "river", "car", "ball", "phone", "banana", "apple", "box", "bridge"}},
      Kind{{kSaid}, {"cross",  "crossed", "didn't", "did",    "is",    "was",  "are",   "were", "sat",  "sleeps", "slept", "ate",
                     "chased", "ran",     "tired",  "hungry", "happy", "wide", "small", "old",  "cold", "wet",    "late",  "fits"}},
      Kind{{}, {"the", "a", "an", "because", "too", "on", "in", "and", "to", "of", "not", "so", "very", "when", "but", ".", ","}},
  };
  return all;
}

const Kind* kind_of(const std::string& token) {
  const std::string lower = lower_case(token);
  for (const Kind& kind : kinds())
    if (std::find(kind.words.begin(), kind.words.end(), lower) != kind.words.end()) return &kind;
  return nullptr;
}

Index column(Index head, Index feature) { return head * kHeadWidth + feature; }

// Makes a query of a pair of position columns that is turned back by one place: the encoding of the place before.
void turn_back(Tensor& w_q, Index pair, Index head) {
  const double turn = 1 / std::pow(10000.0, 2.0 * static_cast<double>(pair) / static_cast<double>(kHandWidth));
  const float cosine = kSharpPosition * static_cast<float>(std::cos(turn)), sine = kSharpPosition * static_cast<float>(std::sin(turn));
  const Index s = 2 * pair, c = s + 1;
  w_q.at(s, column(head, s)) = cosine;
  w_q.at(c, column(head, s)) = -sine;
  w_q.at(s, column(head, c)) = sine;
  w_q.at(c, column(head, c)) = cosine;
}

Tensor queries() {
  Tensor w(matrix_shape(kHandWidth, kHandWidth));
  w.at(kPronoun, column(0, 0)) = kSharp;
  w.at(kSaid, column(1, 0)) = kSharp;
  turn_back(w, 0, 2);
  turn_back(w, 1, 2);
  return w;
}
Tensor keys() {
  Tensor w(matrix_shape(kHandWidth, kHandWidth));
  w.at(kLiving, column(0, 0)) = kSharp;
  w.at(kThing, column(1, 0)) = kSharp;
  for (Index i = 0; i < kHeadWidth; ++i) w.at(i, column(2, i)) = kSharpPosition;
  return w;
}
// Returns the embedding's column of the feature that value column `i` of each head holds, pronoun first.
Index feature(Index i) { return kPronoun + 2 * i; }
Tensor values() {
  Tensor w(matrix_shape(kHandWidth, kHandWidth));
  for (Index head = 0; head < kHandHeads; ++head)
    for (Index i = 0; i < kHeadWidth; ++i) w.at(feature(i), column(head, i)) = 1;
  return w;
}
Tensor outputs() {
  constexpr float kOfHead[] = {1, 0.5f, 0.25f, 0};
  Tensor w(matrix_shape(kHandWidth, kHandWidth));
  for (Index head = 0; head < kHandHeads; ++head)
    for (Index i = 0; i < kHeadWidth; ++i) w.at(column(head, i), feature(i)) = kOfHead[head];
  return w;
}

}  // namespace

Tensor hand_embeddings(const std::vector<std::string>& tokens, std::vector<std::string>& unlisted) {
  Tensor x(matrix_shape(std::ssize(tokens), kHandWidth));
  for (std::size_t t = 0; t < tokens.size(); ++t) {
    const Kind* kind = kind_of(tokens[t]);
    if (!kind && std::find(unlisted.begin(), unlisted.end(), tokens[t]) == unlisted.end()) unlisted.push_back(tokens[t]);
    if (!kind) continue;
    for (const Index known : kind->features) x.at(static_cast<Index>(t), known) = 1;
  }
  return x;
}

Tensor hand_weights(std::string_view name) {
  if (name == "w_q") return queries();
  if (name == "w_k") return keys();
  return name == "w_v" ? values() : outputs();
}

}  // namespace gf::multi_head
