// Attention weights made by hand, in which every head has one job that can be checked.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/tensor.h"

namespace gf::multi_head {

inline constexpr Index kHandWidth = 16, kHandHeads = 4;

/// Returns the known features of words, (T, 16), in the columns that a sinusoidal position hardly changes: 8 a pronoun, 10 a living thing,
/// 12 any thing, 14 a verb or a state. The other columns are 0. A word in no list is added to `unlisted` once.
Tensor hand_embeddings(const std::vector<std::string>& tokens, std::vector<std::string>& unlisted);

/// Returns `w_q`, `w_k`, `w_v` or `w_o`, (16, 16), for four heads of width 4:
///   head 0  queries 3·pronoun, keys 3·living thing: pronouns attend to living things
///   head 1  queries 3·(verb or state), keys 3·thing: verbs and states attend to things
///   head 2  queries 4·(the first two waves of the position, turned back by one place), keys 4·(these waves): each word attends to the one
///   before head 3  queries 0: each word attends to all words alike
/// Values are the four features. W_O adds the heads' outputs, with weights 1, ½, ¼ and 0.
Tensor hand_weights(std::string_view name);

}  // namespace gf::multi_head
