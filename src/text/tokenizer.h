// Splits text into tokens.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gf {

/// Words and punctuation marks of a UTF-8 text: white space separates, a punctuation mark is a token of its own, an apostrophe or
/// hyphen inside a word belongs to it, and a name in angle brackets is one token. Letters are never cut: combining accents and joined
/// emoji stay with what they belong to.
/// Example: `word_tokens("Didn't it?")` is {"Didn't", "it", "?"}; `word_tokens("<start> de nada")` is {"<start>", "de", "nada"}.
std::vector<std::string> word_tokens(std::string_view text);

/// Returns the index in `before` of each token of `after`, -1 for a new one: a longest common subsequence.
/// Example: {"a", "c"} after {"a", "b", "c"} is {0, 2}.
std::vector<int> align_tokens(const std::vector<std::string>& before, const std::vector<std::string>& after);

}  // namespace gf
