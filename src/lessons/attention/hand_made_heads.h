// Attention weights made by hand, in which every head has one job that can be checked.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/tensor.h"

namespace gf::multi_head {

inline constexpr Index kHandWidth = 16, kHandHeads = 4;

/// Returns the known features of words, in the columns of the embedding that a sinusoidal position hardly touches: 8 a pronoun, 10 a
/// living thing, 12 any thing, 14 what is said of things (verbs and states). All else is 0. Words in no list are added to `unlisted`, once.
Tensor hand_embeddings(const std::vector<std::string>& tokens, std::vector<std::string>& unlisted);

/// `w_q`, `w_k`, `w_v`, `w_o`, all (16, 16), four heads of width 4:
///   head 0  queries 3·pronoun, keys 3·living thing
///   head 1  queries 3·said of things, keys 3·thing
///   head 2  queries 4·(the first two waves of the position, turned back by one place), keys 4·(these waves): the word before
///   head 3  asks nothing: its rows are even
/// Values are the four features; W_O adds up what the heads found, with weights 1, ½, ¼ and 0.
Tensor hand_weights(std::string_view name);

}  // namespace gf::multi_head
