// A language model on the command line: its tokens, its logits, and text that it writes.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>

#include "model/sampling.h"

namespace gf {

/// What `tokenize`, `logits` and `generate` are asked.
struct LanguageCommand {
  std::string model;  // a file that `glassformer train` wrote
  std::string text;
  Index tokens = 64;  // that are written, at most
  SamplingSettings sampling;
  std::uint32_t seed = 1;
};

/// Each returns the exit code, and throws InputError that says what was expected.

/// {"ids": [...], "pieces": [...]}, with <start> first.
int tokenize_command(const LanguageCommand& command, std::ostream& out);
/// {"pieces": [...], "logits": [[...], ...]}: a row of V logits for the token behind each one.
int logits_command(const LanguageCommand& command, std::ostream& out);
/// The texts that a task of a language model learns from, or those that are held out: {"pieces": [...], "text": "..."} a line.
int texts_command(const std::string& task, std::uint32_t seed, bool held_out, std::ostream& out);
/// The prompt and what follows, each token as soon as it is drawn; Ctrl-C ends it.
int generate_command(const LanguageCommand& command, std::ostream& out);

}  // namespace gf
