// A language model as a file has it: a decoder with the pieces that it reads, and text that it writes.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/decoding.h"
#include "model/sampling.h"
#include "train/pieces.h"
#include "train/shipped_model.h"

namespace gf {

struct LanguageModel {
  TransformerConfig config;
  std::shared_ptr<const NamedTensors> weights;
  Vocabulary vocabulary;
  BpeTokenizer tokenizer;
  Labels readable;  // all tokens as people can read them: "␣sun", "⏎", "<end>"
};

/// Reads the bytes of a file that `glassformer train` wrote for the tasks tales and conversations. Throws InputError, as shipped_model
/// does, and where it is no language model.
LanguageModel language_model(std::string_view bytes, const std::string& where);
/// Returns the language model of a file that was read. Throws InputError if the file holds another kind of model.
LanguageModel language_model(ShippedModel file, const std::string& where);

/// Returns the ids that the model reads: <start>, then the tokens of a text. Any bytes have tokens.
std::vector<int> ids_of(const LanguageModel& model, std::string_view text);
/// The bytes that tokens stand for.
std::string text_of(const LanguageModel& model, const std::vector<int>& ids);
/// A token as people can read it.
const std::string& readable_token(const LanguageModel& model, int id);

/// Continues a text, token by token. The window has as many tokens as the table of positions has rows, or fewer: when it is full, the
/// oldest token falls out, and all others, each at another position now, are read again.
class Writer {
 public:
  explicit Writer(const LanguageModel& model) : Writer(model.config, model.weights) {}
  Writer(TransformerConfig config, std::shared_ptr<const NamedTensors> weights);
  /// With a window of so many tokens. Throws std::invalid_argument for none, and for more than there are places.
  Writer(TransformerConfig config, std::shared_ptr<const NamedTensors> weights, Index window);
  /// Reads tokens; the last row of logits. Throws std::invalid_argument for none.
  const std::vector<float>& read(const std::vector<int>& ids);
  /// The tokens in the window.
  const std::vector<int>& window() const { return window_; }
  /// The logits of what comes next; none before anything was read.
  const std::vector<float>& logits() const { return logits_; }
  /// The keys and values that each block keeps of the tokens in the window.
  std::vector<KeyValues> kept() const { return decoding_.kept(); }
  /// How many tokens were read in all.
  Index read_in_all() const { return forgotten_ + static_cast<Index>(window_.size()); }
  /// How many have fallen out of it.
  Index forgotten() const { return forgotten_; }

 private:
  void take(std::vector<int> ids);

  TransformerConfig config_;
  std::shared_ptr<const NamedTensors> weights_;
  Decoding decoding_;
  std::optional<Index> most_;  // tokens in the window
  std::vector<int> window_;
  std::vector<float> logits_;
  Index forgotten_ = 0;
};

/// The number of [0, 1) that the token that comes next is drawn with. Each comes from a stream of its own, of the seed and the place of the
/// token.
double drawn_number(const Writer& writer, std::uint32_t seed);
/// The token that comes next: drawn with that number.
int next_token(const Writer& writer, const SamplingSettings& settings, std::uint32_t seed);

/// Goes on from a text until `most` tokens, <end>, or `said` says no. Returns the tokens, without <end>. Going on
/// again from what it said itself says the same.
std::vector<int> go_on(const LanguageModel& model, const std::vector<int>& prompt, Index most, const SamplingSettings& settings,
                       std::uint32_t seed, const std::function<bool(int token)>& said = {});

}  // namespace gf
