// The parts of the lesson about spaces: each appends its nodes and lists its panels.
#pragma once

#include <optional>
#include <string>

#include "lessons/planes/fruit_and_phone.h"

namespace gf::spaces {

/// Two words of the table: the ends of the ruler that a space is measured with.
struct Ends {
  int first = -1, second = -1;
};

/// The words that pull hardest in the two sentences as they lie, beside the pulled word itself: banana and phone. Nothing where that is one
/// and the same word, or a sentence has no other.
std::optional<Ends> ends_of_ruler(const Tensor& table, const fruit_and_phone::Sentences& sentences, const std::string& word);

/// The words that every part shows something of. W is the width.
struct Shown {
  const InputReader& in;
  const fruit_and_phone::Sentences& sentences;
  NodeId words = -1;  // (words, W)
  bool plane = true;  // W is 2
  std::optional<Ends> ends = {};
};

/// x ↦ M x of all words, M (W, W), its determinant, and a note where it is singular.
void show_transformation(const Shown& shown, NodeId m, LessonBuild& out);

/// One step of attention in the space that M makes, in both sentences, and how far apart the pulled word ends up, in numbers and by the
/// ruler of that space: nodes `<name>.…`. An `m` of -1 is the original space.
void show_space(const Shown& shown, const std::string& name, NodeId m, LessonBuild& out);

/// Query and key spaces of the words of `pair`, (P, W), and their table of pulls, (P, P): row i is pulled by column j.
void show_pair(const Shown& shown, NodeId pair, NodeId w_q, NodeId w_k, LessonBuild& out);

/// Weights from the words as they are, values x W_V moved by them, in both sentences.
void show_values(const Shown& shown, NodeId w_v, LessonBuild& out);

struct Projections {
  NodeId w_q, w_k, w_v;
};
/// softmax(Q Kᵀ) V of the whole first sentence, with or without 1/√W.
void show_phrase(const Shown& shown, const Projections& w, LessonBuild& out);

}  // namespace gf::spaces
