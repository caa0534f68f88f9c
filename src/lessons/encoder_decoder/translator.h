// The model of the encoder-decoder lesson: a transformer with its weights and words, made of the lesson's inputs.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "lessons/lesson.h"
#include "model/transformer.h"

namespace gf::encoder_decoder {

struct Shipped;  // encoder_decoder_data.h

/// Words by id, and the three signs among them.
struct Words {
  Labels tokens;
  int start = 0, end = 0, pad = 0;
};

/// The words without the signs.
std::vector<std::string> without_signs(const Words& words);

struct Translator {
  bool toy = true;
  TransformerConfig made;    // as the weights are
  TransformerConfig config;  // with what the lesson's switches change
  std::shared_ptr<const NamedTensors> weights;
  Words source_words, target_words;

  Labels source_tokens;     // as typed
  std::vector<int> source;  // their ids
  Index source_length = 0;  // without padding
  std::vector<int> target;  // ids of what the decoder is taught to say, without signs; empty where it speaks by itself
  Index padding = 0;        // signs <pad> behind the target

  std::vector<std::string> seeded;  // words whose rows were drawn
};

/// Throws InputError where the inputs do not fit together: no words, too many, unknown ones, matrices of other shapes.
Translator translator_of(const InputReader& in);

/// A shipped model as it was made, which reads the input `source` and speaks by itself. Throws likewise.
Translator speaking_translator(const InputReader& in, const Shipped& shipped);

/// The tokens that the decoder reads, and the token that it is to say at each position.
struct Reading {
  std::vector<int> read;    // <start> and words
  std::vector<int> labels;  // -1 where nothing is asked; empty: nowhere
  Index length = 0;         // of `read` without padding
};

/// <start> and the target; it is to say the target and <end>.
Reading taught(const Translator& translator);

/// <start> and the first `steps` words that the model says by itself, each the likeliest one; fewer where it says <end> before. Cells
/// of `pins` are held at every step. Each word is a step of the replay. With a memo a word is read on behind those before it, whose nodes
/// have the same names.
Reading by_itself(const Translator& translator, Index steps, const std::vector<Pin>& pins, ForwardOptions options, Replay* replay = nullptr,
                  TraceMemo* memo = nullptr);

/// The weights as nodes; those that an input sets are added to `input_nodes` with its name.
ParameterNodes append_weights(Tape& tape, const Translator& translator, std::vector<std::pair<NodeId, std::string>>* input_nodes = nullptr);

/// The forward pass. `options` gets the words.
TransformerNodes append_pass(Tape& tape, const Translator& translator, const ParameterNodes& weights, const Reading& reading,
                             ForwardOptions options);

}  // namespace gf::encoder_decoder
