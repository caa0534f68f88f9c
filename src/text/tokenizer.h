// Splits text into words and punctuation marks, and relates the tokens of a text before and after an edit.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gf {

/// Returns the words and punctuation marks of a UTF-8 text. White space separates tokens, and each punctuation mark is a token. An
/// apostrophe or hyphen inside a word belongs to the word, and a name in angle brackets is one token. Combining accents and joined emoji
/// stay in their word.
/// Example: `word_tokens("Didn't it?")` is {"Didn't", "it", "?"}; `word_tokens("<start> de nada")` is {"<start>", "de", "nada"}.
std::vector<std::string> word_tokens(std::string_view text);

/// Returns the index in `before` of each token of `after`, by a longest common subsequence; -1 for a new token.
/// Example: {"a", "c"} after {"a", "b", "c"} is {0, 2}.
std::vector<int> align_tokens(const std::vector<std::string>& before, const std::vector<std::string>& after);

}  // namespace gf
