// The two ways to make a translator: of the toy's inputs, or of a shipped file.
#pragma once

#include <string>
#include <vector>

#include "lessons/encoder_decoder/encoder_decoder_data.h"
#include "lessons/encoder_decoder/translator.h"

namespace gf::encoder_decoder {

/// Returns the toy, without the changes of switches: width 4, and one block in each stack. Numbers that the source gives are taken from it;
/// all others are drawn from the seed.
Translator toy_translator(const InputReader& in);

/// Returns the shipped model of a file, without the changes of switches. Reads the sentence of the input `source`, and if `taught` that of
/// the input `target`.
Translator trained_translator(const InputReader& in, const Shipped& shipped, bool taught);

/// Returns the input that sets a weight of the toy, or an empty text.
std::string input_of_weight(const std::string& weight);

/// A typed sentence without <start>, <end> and <pad>.
struct Sentence {
  std::vector<std::string> tokens;
  Index padding = 0;  // the number of <pad> at the end
};

/// Reads a sentence. Throws InputError "no_tokens" if it has no word, and "too_many_tokens" if it has more than `most` tokens.
Sentence sentence_of(const std::string& where, const std::string& text, Index most);

/// Returns the rows of the toy's source table: the distinct words of a text, and <pad> if the text ends with one. Throws as sentence_of.
std::vector<std::string> toy_source_words(const std::string& text);
/// Returns the rows of the toy's target table: <start>, the distinct words of a text, <end>, <pad>. Throws as sentence_of.
Words toy_target_words(const std::string& text);

}  // namespace gf::encoder_decoder
