// Whole models against torch.nn.Transformer's modules: logits, loss and the gradient of every parameter, for the same weights.
#include <algorithm>

#include "autograd/ops.h"
#include "core/node_name.h"
#include "golden.h"
#include "model/transformer.h"

using namespace gf;
using namespace gf::test;
using nlohmann::json;

namespace transformer_golden_test {
namespace {

template <typename Enum>
Enum named(const std::string& name, std::initializer_list<Enum> all) {
  const auto found = std::find_if(all.begin(), all.end(), [&](Enum candidate) { return name_of(candidate) == name; });
  REQUIRE_MESSAGE(found != all.end(), name);
  return *found;
}

TransformerConfig config_of(const json& entry) {
  TransformerConfig config;
  config.architecture =
      named(entry["architecture"], {Architecture::encoder_only, Architecture::decoder_only, Architecture::encoder_decoder});
  config.norm = named(entry["norm"], {NormPlacement::before, NormPlacement::after});
  config.positions = named(entry["positions"], {Positions::none, Positions::sinusoidal, Positions::learned});
  config.activation = named(entry["activation"], {Activation::relu, Activation::gelu});
  config.tied = entry["tied"];
  config.vocabulary = entry["vocabulary"];
  config.target_vocabulary = entry["target_vocabulary"];
  config.width = entry["width"];
  config.heads = entry["heads"];
  config.hidden = entry["hidden"];
  config.longest = entry["longest"];
  config.encoder_layers = config.decoder_layers = 2;
  return config;
}

NamedTensors weights_of(const json& entry) {
  NamedTensors weights;
  for (const auto& [name, value] : entry["weights"].items()) weights.tensors.push_back({name, tensor_of(value)});
  return weights;
}

Batch batch_of(const json& entry) {
  Batch batch;
  batch.size = entry["size"];
  batch.source_length = entry["source_length"];
  batch.target_length = entry["target_length"];
  batch.source = entry["source"].get<std::vector<int>>();
  batch.target = entry["target"].get<std::vector<int>>();
  batch.labels = entry["labels"].get<std::vector<int>>();
  batch.source_lengths = entry["source_lengths"].get<std::vector<Index>>();
  batch.target_lengths = entry["target_lengths"].get<std::vector<Index>>();
  return batch;
}

// PyTorch computes in double precision, the program in float: two blocks a stack with four norms, which divide by deviations of about 0.5.
// A value has about ten roundings of 6e-8, amplified less than tenfold.
constexpr double kModelTolerance = 2e-5;

}  // namespace

TEST_SUITE("model/transformer_golden") {
  TEST_CASE("logits, loss and every gradient are torch.nn's") {
    for (const json& entry : golden("models.json")) {
      CAPTURE(entry["architecture"].get<std::string>());
      CAPTURE(entry["norm"].get<std::string>());
      const TransformerConfig config = config_of(entry);
      Tape tape;
      const ParameterNodes parameters(tape, config, weights_of(entry));
      const TransformerNodes nodes = transformer(tape, config, parameters, batch_of(entry), {});
      check_golden(tape.value(nodes.logits), entry["logits"], kModelTolerance);
      CHECK(static_cast<double>(tape.value(nodes.loss).at(0, 0, 0)) ==
            doctest::Approx(entry["loss"].get<double>()).epsilon(kModelTolerance));
      backward(tape, nodes.loss);
      CHECK(entry["gradients"].size() == parameter_specs(config).size());
      for (const auto& [name, gradient] : entry["gradients"].items()) {
        CAPTURE(name);
        const NodeId node = tape.find(gradient_name(name));
        REQUIRE(node >= 0);
        check_golden(tape.value(node), gradient, kModelTolerance);
      }
    }
  }

  TEST_CASE("one sequence of a padded batch says what it says alone") {
    const json one = golden("models.json")[4];
    const TransformerConfig config = config_of(one);
    const NamedTensors weights = weights_of(one);
    const Batch all = batch_of(one);
    const auto logits = [&](const Batch& batch, Tape& tape) {
      const ParameterNodes parameters(tape, config, weights);
      return tape.value(transformer(tape, config, parameters, batch, {}).logits);
    };
    Tape together;
    const Tensor batched = logits(all, together);
    Batch alone;
    const Index sequence = 1, source = all.source_lengths[1], target = all.target_lengths[1];
    alone.source_length = source;
    alone.target_length = target;
    alone.source.assign(all.source.begin() + all.source_length, all.source.begin() + all.source_length + source);
    alone.target.assign(all.target.begin() + all.target_length, all.target.begin() + all.target_length + target);
    Tape single;
    const Tensor single_logits = logits(alone, single);
    REQUIRE(single_logits.shape() == Shape{{}, target, config.logits()});
    // The same sums with zeros between them: only the order of additions differs.
    for (Index t = 0; t < target; ++t)
      for (Index v = 0; v < single_logits.cols(); ++v)
        CHECK(static_cast<double>(single_logits.at(0, t, v)) ==
              doctest::Approx(static_cast<double>(batched.at(sequence, t, v))).epsilon(1e-5));
  }
}

}  // namespace transformer_golden_test
