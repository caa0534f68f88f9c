// Known words for a place in a sentence: in the place of a word that a model does not know, and to go on with.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace gf {

/// Words of `known` that could stand in the place of the token `at`, which is none of them (kMostNearWords at most): first those that are
/// near in spelling, then those of the kind that fits between its neighbours. Kinds are known of the English words of the small
/// translators' lexicon (train/tasks/lexicon.h); for other words only the spelling counts. Example: "my little dog" gives adjectives for
/// "little".
std::vector<std::string> offered_words(const std::vector<std::string>& known, const std::vector<std::string>& tokens, std::size_t at);

/// English words of `known` that a clause can go on with, `most` of them at most. Empty if the clause is complete.
/// Example: after "the girl sleeps under" come "the", "my", "this" and "a".
std::vector<std::string> following_words(const std::vector<std::string>& known, const std::vector<std::string>& tokens, std::size_t most);

}  // namespace gf
