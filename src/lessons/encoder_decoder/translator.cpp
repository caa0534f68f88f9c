#include "lessons/encoder_decoder/translator.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "core/nth.h"
#include "core/problem.h"
#include "lessons/encoder_decoder/encoder_decoder_data.h"
#include "lessons/encoder_decoder/translator_parts.h"
#include "model/token_axes.h"

namespace gf::encoder_decoder {
namespace {

// Returns the config with the changes of the lesson's switches.
TransformerConfig switched(const InputReader& in, TransformerConfig config) {
  if (!in.toggle("positions")) config.positions = Positions::none;
  config.causal = in.toggle("mask");
  config.residual = in.toggle("residual");
  config.output_projection = config.output_projection && in.toggle("w_o");
  const std::string& norm = in.text("norm");
  if (norm == "before") config.norm = NormPlacement::before;
  if (norm == "after") config.norm = NormPlacement::after;
  if (norm == "none") config.norm = NormPlacement::none;
  return config;
}

// Throws InputError if a matrix of the toy is set: a trained model has other sizes.
void refuse_matrices(const InputReader& in) {
  for (const MatrixInput& matrix : matrix_inputs())
    if (in.matrix(matrix.input)) throw InputError({"only_for_toy", {{"where", matrix.input}, {"weights", in.text("weights")}}});
}

int likeliest_next(const Tensor& logits) {
  const float* last = logits.row(logits.rows() - 1);
  return static_cast<int>(std::max_element(last, last + logits.cols()) - last);
}

Batch batch_of(const Translator& translator, const Reading& reading) {
  Batch batch;
  batch.source = translator.source;
  batch.source_length = std::ssize(translator.source);
  batch.source_lengths = {translator.source_length};
  batch.target = reading.read;
  batch.target_length = std::ssize(reading.read);
  batch.target_lengths = {reading.length};
  batch.labels = reading.labels;
  return batch;
}

// Appends the weights. The nodes of the toy's token tables are named x and y.
ParameterNodes weights_on(Tape& tape, const Translator& translator, const std::vector<ParameterSpec>& specs,
                          std::vector<std::pair<NodeId, std::string>>* input_nodes) {
  ParameterNodes nodes;
  for (const ParameterSpec& spec : specs) {
    const std::string input = translator.toy ? input_of_weight(spec.name) : std::string();
    Label label(input.size() == 1 ? input : spec.name);
    const std::shared_ptr<const Tensor> value(translator.weights, &translator.weights->at(spec.name));
    const NodeId node = parameter(tape, value, std::move(label).with_rows(spec.row_axis).with_cols(spec.col_axis));
    nodes.set(spec.name, node);
    if (input_nodes && !input.empty()) input_nodes->emplace_back(node, input);
  }
  return nodes;
}

}  // namespace

std::vector<std::string> without_signs(const Words& words) {
  std::vector<std::string> others;
  for (std::size_t id = 0; id < words.tokens.size(); ++id) {
    const int sign = static_cast<int>(id);
    if (sign != words.start && sign != words.end && sign != words.pad) others.push_back(words.tokens[id]);
  }
  return others;
}

Translator translator_of(const InputReader& in) {
  const Shipped* shipped = shipped_translator(in.text("weights"));
  if (shipped) refuse_matrices(in);
  Translator translator = shipped ? trained_translator(in, *shipped, in.text("mode") == kTaught) : toy_translator(in);
  translator.config = switched(in, translator.made);
  return translator;
}

Translator speaking_translator(const InputReader& in, const Shipped& shipped) {
  Translator translator = trained_translator(in, shipped, false);
  translator.config = translator.made;
  return translator;
}

Reading taught(const Translator& translator) {
  const Words& words = translator.target_words;
  Reading reading;
  reading.read.push_back(words.start);
  reading.read.insert(reading.read.end(), translator.target.begin(), translator.target.end());
  reading.labels = translator.target;
  reading.labels.push_back(words.end);
  reading.length = std::ssize(reading.read);
  reading.read.insert(reading.read.end(), static_cast<std::size_t>(translator.padding), words.pad);
  reading.labels.insert(reading.labels.end(), static_cast<std::size_t>(translator.padding), -1);
  return reading;
}

Reading by_itself(const Translator& translator, Index steps, const std::vector<Pin>& pins, ForwardOptions options, Replay* replay,
                  TraceMemo* memo) {
  Reading reading;
  reading.read.push_back(translator.target_words.start);
  reading.length = 1;
  options.probabilities = false;
  options.loss = false;
  const std::vector<ParameterSpec> specs = parameter_specs(translator.made);  // these passes are not shown, so their axes have no labels
  for (Index step = 0; step < steps && reading.length < translator.made.longest; ++step) {
    const int next = once(replay, [&] {
      Tape tape(pins, replay, {memo});
      const ParameterNodes weights = weights_on(tape, translator, specs, nullptr);
      return likeliest_next(tape.value(transformer(tape, translator.config, weights, batch_of(translator, reading), options).logits));
    });
    if (next == translator.target_words.end) break;
    reading.read.push_back(next);
    ++reading.length;
  }
  return reading;
}

ParameterNodes append_weights(Tape& tape, const Translator& translator, std::vector<std::pair<NodeId, std::string>>* input_nodes) {
  check_parameters(translator.made, *translator.weights);
  std::vector<ParameterSpec> specs = parameter_specs(translator.made);
  name_tokens(specs, translator.source_words.tokens, translator.target_words.tokens);
  return weights_on(tape, translator, specs, input_nodes);
}

TransformerNodes append_pass(Tape& tape, const Translator& translator, const ParameterNodes& weights, const Reading& reading,
                             ForwardOptions options) {
  options.source_tokens = translator.source_tokens;
  for (const int id : reading.read) options.target_tokens.push_back(nth(translator.target_words.tokens, id));
  options.target_vocabulary = translator.target_words.tokens;
  return transformer(tape, translator.config, weights, batch_of(translator, reading), options);
}

}  // namespace gf::encoder_decoder
