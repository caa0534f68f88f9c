// Runs the commands of language models: tokens, logits, texts, and writing. Each command returns the exit code, and throws InputError that
// says what was expected.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>

#include "core/tensor.h"
#include "model/sampling.h"

namespace gf {

class Texts;

/// The arguments of `tokenize`, `logits` and `generate`.
struct LanguageCommand {
  std::string model;  // a file that `glassformer train` wrote
  bool int8 = false;  // round the weights of the products to 8 bits
  std::string text;
  Index tokens = 64;  // the most tokens to write
  SamplingSettings sampling;
  std::uint32_t seed = 1;
};

/// Writes {"ids": [...], "pieces": [...]}, with <start> first.
int tokenize_command(const LanguageCommand& command, std::ostream& out);
/// Writes {"pieces": [...], "logits": [[...], ...]}: for each of T tokens, a row of V logits for the next token. A logit that is not finite
/// is written as null. A sentence on `err` then says so, and the exit code is 1, so that a script does not take the logits for good ones.
int logits_command(const LanguageCommand& command, const Texts& texts, std::ostream& out, std::ostream& err);
/// The tasks of language models.
inline constexpr std::string_view kTextTasks[] = {"tales", "conversations", "novel"};

/// The arguments of `texts`.
struct TextsCommand {
  std::string task;
  std::uint32_t seed = 1;
  bool held_out = false;
  std::string book;   // the file of the book, for the task "novel"
  std::string model;  // the file of a language model, which adds the bits of each text
  bool int8 = false;  // round the weights of its products to 8 bits
};
/// Writes the training texts of a task, or its held-out texts, each as a line {"pieces": [...], "text": "..."}. With a model, a line also
/// has "bits": −Σ log₂ p of the pieces and <end>, with each text read alone.
int texts_command(const TextsCommand& command, std::ostream& out);
/// Writes the prompt and the tokens that follow, each as soon as it is drawn. Ctrl-C ends the program. Checks the settings and the
/// weights before writing: refuses a model with a weight that is not finite, since it can predict no token.
int generate_command(const LanguageCommand& command, std::ostream& out);

}  // namespace gf
