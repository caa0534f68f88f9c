#include "train/trained_model.h"

#include <cmath>
#include <stdexcept>

#include "core/overloaded.h"
#include "core/problem.h"
#include "model/side_by_side.h"
#include "train/batch.h"

namespace gf {
namespace {

constexpr int kFirstWord = 3;  // the first id of a vocabulary after <pad>, <start> and <end>

void fit_next_word(const Dataset& dataset, NextWordConfig& config) {
  config.vocabulary = dataset.source.size() - kFirstWord;
  if (config.vocabulary < 2) throw InputError({"vocabulary_too_small", {{"got", std::to_string(config.vocabulary)}}});
  for (const auto* examples : {&dataset.training, &dataset.held_out})
    for (const Example& example : *examples) {
      const bool words_fit = config.context != ContextVector::together || std::ssize(example.question) == config.words;
      for (const auto* side : {&example.question, &example.answer})
        for (const std::string& word : *side)
          if (dataset.source.find(word) < kFirstWord) throw InputError({"reserved_word", {{"got", word}}});
      if (example.answer.size() != 1 || !words_fit || example.question.empty())
        throw InputError({"task_of_another_model", {{"where", "next_word"}, {"task", dataset.task}}});
    }
}

int word_id(const Dataset& dataset, const std::string& word) {
  const int id = dataset.source.find(word);
  if (id < kFirstWord) throw std::invalid_argument("[next_word] the vocabulary has no word \"" + word + "\"");
  return id - kFirstWord;
}

BatchRun run_transformer(Tape& tape, const TransformerConfig& config, const NamedTensors& weights, const Dataset& dataset,
                         const std::vector<const Example*>& examples, bool loss, std::optional<std::uint32_t> dropout_seed) {
  Batch batch = make_batch(dataset, config, examples);
  const ParameterNodes parameters(tape, config, weights);
  ForwardOptions options;
  options.probabilities = false;
  options.loss = loss;
  options.dropout_seed = dropout_seed;
  const TransformerNodes nodes = transformer(tape, config, parameters, batch, options);
  return {{{nodes.logits, nodes.losses}}, nodes.loss, std::move(batch.labels), batch.target_length, 0};
}

// Runs a batch through transformers that are trained side by side. `append` appends the forward pass of one.
template <typename Config, typename Append>
BatchRun run_beside(Tape& tape, const Config& config, const NamedTensors& weights, const Dataset& dataset,
                    const std::vector<const Example*>& examples, bool loss, std::optional<std::uint32_t> dropout_seed, Append append) {
  Batch batch = make_batch(dataset, config.whole, examples);
  const ParameterNodes parameters(tape, parameter_specs(config), weights);
  ForwardOptions options;
  options.probabilities = false;
  options.loss = loss;
  options.dropout_seed = dropout_seed;
  BatchRun run;
  std::vector<NodeId> losses;
  const auto& models = models_of(config);
  for (auto model = loss ? models.begin() : models.end() - 1; model != models.end(); ++model) {
    const TransformerNodes nodes = append(tape, config, *model, parameters, batch, options);
    run.models.push_back({nodes.logits, nodes.losses});
    losses.push_back(nodes.loss);
  }
  if (loss) run.loss = total_loss(tape, losses);
  run.labels = std::move(batch.labels);
  run.places = batch.target_length;
  return run;
}

BatchRun run_next_word(Tape& tape, const NextWordConfig& config, const NamedTensors& weights, const Dataset& dataset,
                       const std::vector<const Example*>& examples, bool loss) {
  PhraseBatch batch = make_phrases(dataset, examples);
  std::vector<int> labels = batch.next.empty() ? std::vector<int>(examples.size(), 0) : batch.next;
  if (!loss) batch.next.clear();
  const ParameterNodes parameters(tape, parameter_specs(config), weights);
  BatchRun run;
  const std::vector<NextWordNodes> models = next_word(tape, config, parameters, batch);
  std::vector<NodeId> losses;
  for (const NextWordNodes& model : models) {
    run.models.push_back({model.logits, model.losses});
    losses.push_back(model.loss);
  }
  if (loss) run.loss = total_loss(tape, losses);
  run.labels = std::move(labels);
  run.first_token = kFirstWord;
  return run;
}

TransformerNodes transformer_of_tuned(Tape& tape, const AdapterConfig& config, Tuned tuned, const ParameterNodes& parameters,
                                      const Batch& batch, const ForwardOptions& options) {
  return tuned_model(tape, config, tuned, parameters, batch, options).nodes;
}

// Returns the config of the transformer, or null for a next-word model.
const TransformerConfig* transformer_of(const ModelConfig& config) {
  if (const auto* blocks = std::get_if<AblationConfig>(&config)) return &blocks->whole;
  if (const auto* adapters = std::get_if<AdapterConfig>(&config)) return &adapters->whole;
  return std::get_if<TransformerConfig>(&config);
}

}  // namespace

bool has_one_vocabulary(const ModelConfig& config) {
  const auto has_one = [](const TransformerConfig& c) { return c.architecture != Architecture::encoder_decoder; };
  return std::visit(
      Overloaded{has_one, [](const NextWordConfig&) { return true; }, [&](const AblationConfig& c) { return has_one(c.whole); },
                 [&](const AdapterConfig& c) { return has_one(c.whole); }},
      config);
}

void fit_model(const Dataset& dataset, ModelConfig& config) {
  std::visit(Overloaded{[&](TransformerConfig& c) { fit_sizes(dataset, c); }, [&](NextWordConfig& c) { fit_next_word(dataset, c); },
                        [&](AblationConfig& c) { fit_sizes(dataset, c.whole); }, [&](AdapterConfig& c) { fit_sizes(dataset, c.whole); }},
             config);
}

std::vector<ParameterSpec> weight_specs(const ModelConfig& config) {
  return std::visit([](const auto& c) { return parameter_specs(c); }, config);
}

Index learned_numbers(const ModelConfig& config) {
  Index count = 0;
  for (const ParameterSpec& spec : weight_specs(config)) count += spec.fixed ? 0 : spec.rows * spec.cols;
  return count;
}

double guessing_loss(const ModelConfig& config) {
  return std::visit(
      Overloaded{
          [](const TransformerConfig& c) { return std::log(static_cast<double>(c.logits())); },
          [](const NextWordConfig& c) { return static_cast<double>(models_of(c).size()) * std::log(static_cast<double>(c.vocabulary)); },
          [](const auto& c) { return static_cast<double>(models_of(c).size()) * std::log(static_cast<double>(c.whole.logits())); }},
      config);
}

std::vector<std::string> names_of_models(const ModelConfig& config) {
  std::vector<std::string> names;
  if (const auto* words = std::get_if<NextWordConfig>(&config))
    for (const ContextVector model : models_of(*words)) names.emplace_back(name_of(model));
  if (const auto* blocks = std::get_if<AblationConfig>(&config))
    for (const LeftOut part : models_of(*blocks)) names.emplace_back(name_of(part));
  if (const auto* adapters = std::get_if<AdapterConfig>(&config))
    for (const Tuned tuned : models_of(*adapters)) names.emplace_back(name_of(tuned));
  return names.size() > 1 ? names : std::vector<std::string>{};
}

bool sees_no_later_token(const ModelConfig& config) {
  // An encoder alone does not read its answer, and a next-word model answers with one word.
  const TransformerConfig* transformer = transformer_of(config);
  return !transformer || !transformer->has_decoder() || transformer->causal;
}

BatchRun run_batch(Tape& tape, const ModelConfig& config, const NamedTensors& weights, const Dataset& dataset,
                   const std::vector<const Example*>& examples, bool loss, std::optional<std::uint32_t> dropout_seed) {
  const auto beside = [&](const auto& c, auto append) {
    return run_beside(tape, c, weights, dataset, examples, loss, dropout_seed, append);
  };
  return std::visit(
      Overloaded{[&](const TransformerConfig& c) { return run_transformer(tape, c, weights, dataset, examples, loss, dropout_seed); },
                 [&](const NextWordConfig& c) { return run_next_word(tape, c, weights, dataset, examples, loss); },
                 [&](const AblationConfig& c) { return beside(c, ablated_model); },
                 [&](const AdapterConfig& c) { return beside(c, transformer_of_tuned); }},
      config);
}

PhraseBatch make_phrases(const Dataset& dataset, const std::vector<const Example*>& examples) {
  PhraseBatch batch;
  for (const Example* example : examples) {
    std::vector<int>& ids = batch.phrases.emplace_back();
    for (const std::string& word : example->question) ids.push_back(word_id(dataset, word));
    if (!example->answer.empty()) batch.next.push_back(word_id(dataset, example->answer.front()));
  }
  return batch;
}

std::vector<std::string> words_of_vocabulary(const Dataset& dataset) {
  const std::vector<std::string>& tokens = dataset.source.tokens();
  return {tokens.begin() + kFirstWord, tokens.end()};
}

}  // namespace gf
