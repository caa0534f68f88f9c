// How a translator is made: of the toy's inputs, or of a shipped file.
#pragma once

#include <string>

#include "lessons/encoder_decoder/encoder_decoder_data.h"
#include "lessons/encoder_decoder/translator.h"

namespace gf::encoder_decoder {

/// The small model whose numbers are the document's where it gives them and drawn from the seed elsewhere: width 4, one block each.
/// Without the lesson's switches.
Translator toy_translator(const InputReader& in);

/// The shipped model, read from its file, with the sentence of the input `source`, and where it is `taught` that of `target`. Without the
/// lesson's switches.
Translator trained_translator(const InputReader& in, const Shipped& shipped, bool taught);

/// The input that sets a weight of the toy; empty where there is none.
std::string input_of_weight(const std::string& weight);

/// A typed sentence without the signs around it: padding behind it is counted.
struct Sentence {
  std::vector<std::string> tokens;
  Index padding = 0;
};

/// Throws InputError "no_tokens" where there is no word, "too_many_tokens" above `most` tokens.
Sentence sentence_of(const std::string& where, const std::string& text, Index most);

/// The rows of the toy's token tables: the distinct words of the source; <start>, those of the target, <end>, <pad>. Throw likewise.
std::vector<std::string> toy_source_words(const std::string& text);
Words toy_target_words(const std::string& text);

}  // namespace gf::encoder_decoder
