// The model of the lesson encoder-decoder: a transformer with its weights and words, made of the lesson's inputs.
// In order: translator_of() reads the inputs; taught() or by_itself() gives the tokens that the decoder reads; append_weights() and
// append_pass() append the nodes.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/named_tensors.h"
#include "lessons/lesson.h"
#include "model/transformer.h"

namespace gf::encoder_decoder {

struct Shipped;  // encoder_decoder_data.h

/// The words of a vocabulary, and the ids of its three signs.
struct Words {
  Labels tokens;
  int start = 0, end = 0, pad = 0;
};

/// Returns the words without the signs.
std::vector<std::string> without_signs(const Words& words);

struct Translator {
  bool toy = true;
  TransformerConfig made;    // of the weights
  TransformerConfig config;  // `made` with the changes of the lesson's switches
  std::shared_ptr<const NamedTensors> weights;
  Words source_words, target_words;

  Labels source_tokens;     // as typed
  std::vector<int> source;  // the ids of source_tokens
  Index source_length = 0;  // without padding
  std::vector<int> target;  // ids of the translation that is taught, without signs; empty if the model generates by itself
  Index padding = 0;        // the number of <pad> behind the target

  std::vector<std::string> seeded;  // words whose rows were drawn
};

/// Returns the translator of the lesson's inputs. Throws InputError for no words, too many words, unknown words, and matrices of other
/// shapes.
Translator translator_of(const InputReader& in);

/// Returns a shipped model without switches, which reads the input `source` and generates by itself. Throws as translator_of.
Translator speaking_translator(const InputReader& in, const Shipped& shipped);

/// The tokens that the decoder reads, and the label of each position.
struct Reading {
  std::vector<int> read;    // <start>, words and padding
  std::vector<int> labels;  // of each token that is read; -1 asks for no token; empty: no loss
  Index length = 0;         // of `read` without padding
};

/// Returns <start> and the target, with the target and <end> as labels.
Reading taught(const Translator& translator);

/// Returns <start> and the first `steps` words that the model generates, each the likeliest one. Stops before <end>. The cells of `pins`
/// are held in each pass. Each word is a step of the replay. With a memo, a pass takes over the rows of the pass before.
Reading by_itself(const Translator& translator, Index steps, const std::vector<Pin>& pins, ForwardOptions options, Replay* replay = nullptr,
                  TraceMemo* memo = nullptr);

/// Appends the weights. If an input sets a weight, adds the node and the name of the input to `input_nodes`.
ParameterNodes append_weights(Tape& tape, const Translator& translator, std::vector<std::pair<NodeId, std::string>>* input_nodes = nullptr);

/// Appends the forward pass. The words of `reading` are added to `options`.
TransformerNodes append_pass(Tape& tape, const Translator& translator, const ParameterNodes& weights, const Reading& reading,
                             ForwardOptions options);

}  // namespace gf::encoder_decoder
