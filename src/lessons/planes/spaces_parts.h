// The parts of the lesson spaces: each appends nodes and lists their panels.
#pragma once

#include <optional>
#include <string>

#include "lessons/planes/fruit_and_phone.h"

namespace gf::spaces {

/// Two words of the table: the ends of the ruler that a space is measured with.
struct Ends {
  int first = -1, second = -1;
};

/// Returns the words that pull the pulled word hardest in the two sentences: banana and phone. Returns none if both are the same word, or
/// if a sentence has no other word.
std::optional<Ends> ends_of_ruler(const Tensor& table, const fruit_and_phone::Sentences& sentences, const std::string& word);

/// The words of the lesson, which all parts show. W is the width.
struct Shown {
  const InputReader& in;
  const fruit_and_phone::Sentences& sentences;
  NodeId words = -1;  // (words, W)
  bool plane = true;  // whether W is 2
  std::optional<Ends> ends = {};
};

/// Shows x ↦ M x of all words with M (W, W), and the determinant of M. A note says if M is singular.
void show_transformation(const Shown& shown, NodeId m, LessonBuild& out);

/// Shows one step of attention in the space of M for both sentences, and the distance between the two results for the pulled word, also by
/// the ruler of that space. The nodes are in the scope `name`. If `m` is -1, the space is the original one.
void show_space(const Shown& shown, const std::string& name, NodeId m, LessonBuild& out);

/// Shows the query and key spaces of the words of `pair`, (P, W), and their table of pulls, (P, P): the word of column j pulls that of row
/// i.
void show_pair(const Shown& shown, NodeId pair, NodeId w_q, NodeId w_k, LessonBuild& out);

/// Shows one step of attention for both sentences: the weights come from the words as they are, and weight the values x W_V.
void show_values(const Shown& shown, NodeId w_v, LessonBuild& out);

struct Projections {
  NodeId w_q, w_k, w_v;
};
/// Shows softmax(Q Kᵀ) V of the whole first sentence, with or without 1/√W.
void show_phrase(const Shown& shown, const Projections& w, LessonBuild& out);

}  // namespace gf::spaces
