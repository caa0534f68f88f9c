// Texts as the tokens that a language model reads: byte pairs, and a token before the words of each speaker.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "text/bpe_tokenizer.h"

namespace gf {

/// A part of a conversation: "@user who is there?" is {"user", "who is there?"}. A text without marks is one turn without a speaker.
struct Turn {
  std::string speaker;  // system, user, assistant; empty: none
  std::string text;
};
/// Returns the turns of a text. A mark is an @ before the name of a speaker; any other @ is a letter.
std::vector<Turn> turns_of(std::string_view text);

/// Returns the tokens of a text by name (byte_name), with a token such as <user> before the words of each speaker.
/// Example: with the merges of a language model, "the sun" is {"the", "Ġsun"}.
std::vector<std::string> pieces_of(const BpeTokenizer& tokenizer, std::string_view text);
/// Returns the names of all byte pairs and of the three speakers' tokens. A vocabulary has them beside <pad>, <start> and <end>.
std::vector<std::string> piece_names(const BpeTokenizer& tokenizer);
/// Returns the bytes that a token adds to a text: "@user " for <user>, none for <pad>, <start> and <end>.
std::string bytes_of_token(std::string_view token);

/// Returns the merges as vocabulary files have them: a line such as "Ġt he" for each.
std::string merges_text(const BpeTokenizer& tokenizer);
/// Returns the tokenizer that merges_text() wrote. Throws std::invalid_argument for a line that is no merge of two known tokens.
BpeTokenizer tokenizer_of(std::string_view merges);

}  // namespace gf
