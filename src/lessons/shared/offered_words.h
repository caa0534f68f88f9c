// Words that a model knows for a place in a sentence: replacements for an unknown word, and next words.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace gf {

/// Returns at most kMostNearWords words of `known` that can replace the unknown token `at`: first words of a similar spelling, then words
/// of the kind that fits between its neighbours. The lexicon of the small translators (train/tasks/lexicon.h) has the kinds of English
/// words. Example: "my little dog" gives adjectives for "little".
std::vector<std::string> offered_words(const std::vector<std::string>& known, const std::vector<std::string>& tokens, std::size_t at);

/// Returns at most `most` English words of `known` that can come next in a clause. Returns none if the clause is complete.
/// Example: after "the girl sleeps under" come "the", "my", "this" and "a".
std::vector<std::string> following_words(const std::vector<std::string>& known, const std::vector<std::string>& tokens, std::size_t most);

}  // namespace gf
