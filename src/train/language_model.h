// A language model: a decoder with its tokenizer, read from a file, and the text that the decoder writes.
// In order: language_model() reads a file; ids_of() makes tokens of a text; a Writer reads them; next_token() draws the token after them.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/named_tensors.h"
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
  WeightFormat format = WeightFormat::float32;
};

/// Reads the bytes of a file that `glassformer train` wrote for the tasks tales, conversations and novel. Throws InputError as
/// shipped_model does, and if the file holds no language model.
LanguageModel language_model(std::string_view bytes, const std::string& where);
/// Returns the language model of a file that was read. Throws InputError if the file holds another kind of model.
LanguageModel language_model(ShippedModel file, const std::string& where);

/// Returns the ids that the model reads: <start>, then the tokens of a text. Any bytes have tokens.
std::vector<int> ids_of(const LanguageModel& model, std::string_view text);
/// Returns the bytes that tokens stand for.
std::string text_of(const LanguageModel& model, const std::vector<int>& ids);
/// Returns a token as people can read it.
const std::string& readable_token(const LanguageModel& model, int id);

/// Continues a text, token by token. The window has at most as many tokens as the table of positions has rows. When the window is full,
/// the oldest token falls out. The others then stand at other positions, and are read again.
class Writer {
 public:
  explicit Writer(const LanguageModel& model) : Writer(model.config, model.weights, model.format) {}
  Writer(TransformerConfig config, std::shared_ptr<const NamedTensors> weights, WeightFormat format = WeightFormat::float32);
  /// Begins with an empty window of at most `window` tokens. Throws std::invalid_argument if `window` is below 1 or above the number of
  /// positions.
  Writer(TransformerConfig config, std::shared_ptr<const NamedTensors> weights, Index window);
  /// Reads tokens, and returns the logits of the token after them, V floats. Throws std::invalid_argument if `ids` is empty.
  const std::vector<float>& read(const std::vector<int>& ids);
  /// Returns the tokens in the window.
  const std::vector<int>& window() const { return window_; }
  /// Returns the logits of the next token, V floats. They are empty before the first token was read.
  const std::vector<float>& logits() const { return logits_; }
  /// Returns the keys and values that each block keeps of the tokens in the window.
  std::vector<KeyValues> kept() const { return decoding_.kept(); }
  /// Returns the number of all tokens that were read.
  Index read_in_all() const { return forgotten_ + std::ssize(window_); }
  /// Returns the number of tokens that fell out of the window.
  Index forgotten() const { return forgotten_; }

 private:
  void take(std::vector<int> ids);

  TransformerConfig config_;
  std::shared_ptr<const NamedTensors> weights_;
  Decoding decoding_;
  std::optional<Index> most_;  // tokens in the window; none: no limit
  std::vector<int> window_;
  std::vector<float> logits_;  // V
  Index forgotten_ = 0;
};

/// Returns the number in [0, 1) that draws the next token. It depends on the seed and the token's place alone.
double drawn_number(const Writer& writer, std::uint32_t seed);
/// Returns the next token, drawn with drawn_number().
int next_token(const Writer& writer, const SamplingSettings& settings, std::uint32_t seed);

/// Continues a text until it has `most` new tokens, until <end>, or until `goes_on` returns false for a token. Returns the new tokens,
/// without <end>. If a call's tokens are appended to the prompt, the next call continues as a longer first call would.
std::vector<int> go_on(const LanguageModel& model, const std::vector<int>& prompt, Index most, const SamplingSettings& settings,
                       std::uint32_t seed, const std::function<bool(int token)>& goes_on = {});

}  // namespace gf
