// A language model on the command line: its tokens, its logits, and text that it writes.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>

#include "model/sampling.h"

namespace gf {

class Texts;

/// The arguments of `tokenize`, `logits` and `generate`.
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
/// A logit that is no finite number stands there as null. Then a sentence on `err` says so, and the exit code is 1, as of a training that
/// diverged: the logits were computed, but who reads only the exit code must not take them for good ones.
int logits_command(const LanguageCommand& command, const Texts& texts, std::ostream& out, std::ostream& err);
/// The tasks of language models.
inline constexpr std::string_view kTextTasks[] = {"tales", "conversations", "novel"};

/// The arguments of `texts`.
struct TextsCommand {
  std::string task;
  std::uint32_t seed = 1;
  bool held_out = false;
  std::string book;   // a file, of task "novel"
  std::string model;  // a file of a language model: how many bits each text takes it
};
/// The texts that a task of a language model learns from, or those that are held out: {"pieces": [...], "text": "..."} a line, and with a
/// model "bits": −Σ log₂ p of the pieces and <end>, each text read alone.
int texts_command(const TextsCommand& command, std::ostream& out);
/// The prompt and what follows, each token as soon as it is drawn; Ctrl-C ends it. Nothing is written before the settings and the weights
/// are checked: a weight that is no finite number is refused, since no token can be predicted with it.
int generate_command(const LanguageCommand& command, std::ostream& out);

}  // namespace gf
