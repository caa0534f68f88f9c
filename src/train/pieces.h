// Texts as the pieces that a language model reads: byte pairs, and a mark before what each speaker says.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "text/bpe_tokenizer.h"

namespace gf {

/// A part of a conversation: "@user who is there?" is {"user", "who is there?"}. A text without marks is one turn of nobody.
struct Turn {
  std::string speaker;  // system, user, assistant; empty: nobody
  std::string text;
};
/// The turns of a text. A mark is an @ before one of the three speakers; any other @ is a letter.
std::vector<Turn> turns_of(std::string_view text);

/// The pieces of a text, by name (byte_name), and a token such as <user> before the words of each speaker.
/// Example: with the merges of a language model, "the sun" is {"the", "Ġsun"}.
std::vector<std::string> pieces_of(const BpeTokenizer& tokenizer, std::string_view text);
/// The names of all pieces and of the three speakers' tokens: what a vocabulary has beside its three marks.
std::vector<std::string> piece_names(const BpeTokenizer& tokenizer);
/// The bytes of a token: what it adds to a text. A token such as <user> adds "@user ", <end> and its like nothing.
std::string bytes_of_token(std::string_view token);

/// Merges as vocabulary files have them, "Ġt he" a line, and back. Throws std::invalid_argument for a merge of what there is not.
std::string merges_text(const BpeTokenizer& tokenizer);
BpeTokenizer tokenizer_of(std::string_view merges);

}  // namespace gf
