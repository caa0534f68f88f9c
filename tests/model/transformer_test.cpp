// The effects of the switches of a transformer, and its gradients under each of them.
#include <cmath>

#include "autograd/ops.h"
#include "core/node_name.h"
#include "model/transformer.h"
#include "support.h"

using namespace gf;
using namespace gf::test;

namespace transformer_test {
namespace {

TransformerConfig small(Architecture architecture) {
  TransformerConfig config;
  config.architecture = architecture;
  config.vocabulary = 7;
  config.target_vocabulary = architecture == Architecture::encoder_decoder ? 6 : 0;
  config.width = 8;
  config.heads = 2;
  config.hidden = 6;
  config.encoder_layers = config.decoder_layers = 1;
  config.activation = Activation::gelu;
  return config;
}

Batch small_batch() {
  Batch batch;
  batch.size = 2;
  batch.source_length = 4;
  batch.target_length = 3;
  batch.source = {3, 4, 5, 6, 4, 3, 0, 0};
  batch.target = {1, 3, 4, 1, 5, 0};
  batch.labels = {3, 4, 2, 5, 2, -1};
  batch.source_lengths = {4, 2};
  batch.target_lengths = {3, 2};
  return batch;
}

struct Run {
  Tape tape;
  TransformerNodes nodes;
};

void run(Run& out, const TransformerConfig& config, const NamedTensors& weights, const Batch& batch, const ForwardOptions& options = {}) {
  const ParameterNodes parameters(out.tape, config, weights);
  out.nodes = transformer(out.tape, config, parameters, batch, options);
}

double loss_of(const TransformerConfig& config, const NamedTensors& weights, const ForwardOptions& options) {
  Run one;
  run(one, config, weights, small_batch(), options);
  return static_cast<double>(one.tape.value(one.nodes.loss).at(0, 0, 0));
}

// A central difference with h = 0.01 has an error of order h² = 1e-4. A float loss of about 2 rounds by 1e-7, which / 2h is 1e-5.
void check_gradients(const TransformerConfig& config, const ForwardOptions& options) {
  const NamedTensors weights = initial_parameters(config, Initialisation::xavier, 5);
  Run one;
  run(one, config, weights, small_batch(), options);
  backward(one.tape, one.nodes.loss);
  for (const NamedTensor& weight : weights.tensors) {
    CAPTURE(weight.name);
    const NodeId node = one.tape.find(gradient_name(weight.name));
    REQUIRE(node >= 0);
    for (const Index place : {Index{0}, weight.value.size() / 2, weight.value.size() - 1}) {
      const auto moved = [&](float by) {
        NamedTensors other = weights;
        other.find(weight.name)->data()[place] += by;
        return loss_of(config, other, options);
      };
      const double estimate = (moved(0.01f) - moved(-0.01f)) / 0.02;
      CHECK(std::abs(estimate - static_cast<double>(one.tape.value(node).data()[place])) <= 5e-4);
    }
  }
}

bool has(const Tape& tape, const std::string& name) { return tape.find(name) >= 0; }

}  // namespace

TEST_SUITE("model/transformer") {
  TEST_CASE("gradients equal finite differences under every switch") {
    for (const Architecture architecture : {Architecture::encoder_only, Architecture::decoder_only, Architecture::encoder_decoder}) {
      CAPTURE(name_of(architecture));
      const TransformerConfig plain = small(architecture);
      const auto with = [&](auto change) {
        TransformerConfig config = plain;
        change(config);
        check_gradients(config, {});
      };
      with([](TransformerConfig&) {});
      with([](TransformerConfig& c) { c.positions = Positions::none, c.norm = NormPlacement::none; });
      with([](TransformerConfig& c) { c.residual = false, c.output_projection = false, c.biases = false; });
      with([](TransformerConfig& c) { c.causal = false, c.norm_gain = false, c.heads = 1, c.output_bias = false; });
      with([](TransformerConfig& c) { c.norm = NormPlacement::after, c.scaled_embeddings = true, c.gelu_tanh = true, c.tied = true; });
      with([](TransformerConfig& c) { c.target_vocabulary = 0, c.positions = Positions::learned, c.final_norm = false; });
    }
  }

  TEST_CASE("dropout: a mask of 0 and 1 / (1 - p), the same for the same seed, and its gradient") {
    TransformerConfig config = small(Architecture::encoder_decoder);
    config.dropout = 0.25f;
    ForwardOptions options;
    options.dropout_seed = 3;
    Run one, again, other, off;
    const NamedTensors weights = initial_parameters(config, Initialisation::xavier, 5);
    run(one, config, weights, small_batch(), options);
    run(again, config, weights, small_batch(), options);
    run(off, config, weights, small_batch());
    options.dropout_seed = 4;
    run(other, config, weights, small_batch(), options);
    const std::string name = "decoder.0.cross_attention.dropped_weights_mask";
    REQUIRE(has(one.tape, name));
    CHECK_FALSE(has(off.tape, name));
    const auto mask = [&](const Run& of) { return of.tape.value(of.tape.find(name)); };
    CHECK(same_values(mask(one), mask(again)));
    CHECK_FALSE(same_values(mask(one), mask(other)));
    Index dropped = 0, all = 0;
    for (const char* where :
         {"encoder.dropped_input_mask", "decoder.0.feed_forward.dropped_hidden_mask", "encoder.0.self_attention.dropped_mask"}) {
      const Tensor& values = one.tape.value(one.tape.find(where));
      for (Index i = 0; i < values.size(); ++i) {
        CHECK((values.data()[i] == 0 || values.data()[i] == 1 / 0.75f));
        dropped += values.data()[i] == 0;
      }
      all += values.size();
    }
    // Binomial: 164 draws with p = 1/4 have a deviation of 0.034.
    CHECK(static_cast<double>(dropped) / static_cast<double>(all) == doctest::Approx(0.25).epsilon(0.4));
    options.dropout_seed = 3;
    check_gradients(config, options);
  }

  TEST_CASE("a decoder does not look ahead, and sees only words of the source") {
    const TransformerConfig config = small(Architecture::encoder_decoder);
    Run one;
    run(one, config, initial_parameters(config, Initialisation::xavier, 5), small_batch());
    const Tensor& own = one.tape.value(one.tape.find("decoder.0.self_attention.weights"));
    CHECK(own.shape() == Shape{{2, 2}, 3, 3});
    const Tensor& crossed = one.tape.value(one.tape.find("decoder.0.cross_attention.weights"));
    CHECK(crossed.shape() == Shape{{2, 2}, 3, 4});
    for (Index k = 0; k < 4; ++k)
      for (Index r = 0; r < 3; ++r) {
        for (Index c = r + 1; c < 3; ++c) CHECK(own.at(k, r, c) == 0);
        for (Index c = 0; c < 4; ++c) CHECK((crossed.at(k, r, c) == 0) == (k / 2 == 1 && c >= 2));
      }
  }

  TEST_CASE("switches take their nodes away") {
    TransformerConfig config = small(Architecture::decoder_only);
    config.norm = NormPlacement::none;
    config.positions = Positions::none;
    config.residual = false;
    config.output_projection = false;
    config.causal = false;
    Run one;
    Batch batch = small_batch();
    batch.target_lengths.clear();
    run(one, config, initial_parameters(config, Initialisation::xavier, 5), batch);
    for (const char* name : {"decoder.position", "decoder.0.self_attention.norm", "decoder.0.self_attention.residual",
                             "decoder.0.self_attention.projection", "decoder.0.self_attention.masked_scores", "decoder.norm"})
      CHECK_FALSE_MESSAGE(has(one.tape, name), name);
    CHECK(has(one.tape, "decoder.0.self_attention.concat"));
  }

  TEST_CASE("without positions an encoder does not know the order of the words") {
    TransformerConfig config = small(Architecture::encoder_only);
    const NamedTensors weights = initial_parameters(config, Initialisation::xavier, 5);
    Batch batch, turned;
    batch.target_length = turned.target_length = 3;
    batch.target = {3, 4, 5};
    turned.target = {5, 3, 4};
    const auto difference = [&] {
      Run one, two;
      run(one, config, weights, batch);
      run(two, config, weights, turned);
      double most = 0;
      for (Index v = 0; v < 7; ++v)
        for (Index t = 0; t < 3; ++t)
          most = std::max(most, std::abs(static_cast<double>(one.tape.value(one.nodes.logits).at(0, t, v) -
                                                             two.tape.value(two.nodes.logits).at(0, (t + 1) % 3, v))));
      return most;
    };
    CHECK(difference() > 0.01);
    config.positions = Positions::none;
    CHECK(difference() < 1e-5);  // the same sums in another order
  }

  TEST_CASE("settings and parameters that do not fit are refused with the reason") {
    TransformerConfig config = small(Architecture::decoder_only);
    config.heads = 3;
    CHECK_THROWS_WITH(parameter_specs(config), "[transformer] width 8 is not a multiple of 3 heads");
    config = small(Architecture::decoder_only);
    NamedTensors weights = initial_parameters(config, Initialisation::xavier, 1);
    *weights.find("output.w") = Tensor(Shape{{}, 8, 9});
    CHECK_THROWS_WITH(check_parameters(config, weights), "output.w is (8, 9), expected (8, 7)");
    weights.tensors.pop_back();
    weights.tensors.pop_back();
    CHECK_THROWS_WITH(check_parameters(config, weights), "output.w is missing, expected (8, 7)");
    weights = initial_parameters(config, Initialisation::xavier, 1);
    weights.tensors.push_back({"more", Tensor(Shape{{}, 1, 1})});
    CHECK_THROWS_WITH(check_parameters(config, weights), "more belongs to no part of this model");
    config.positions = Positions::learned;
    config.longest = 2;
    Run one;
    CHECK_THROWS_WITH(run(one, config, initial_parameters(config, Initialisation::xavier, 1), small_batch()),
                      "[transformer] 3 tokens, but the position table ends at 2");
    Run two;
    Batch batch = small_batch();
    batch.labels = {-1, -1, -1, -1, -1, -1};
    config = small(Architecture::decoder_only);
    CHECK_THROWS_WITH(run(two, config, initial_parameters(config, Initialisation::xavier, 1), batch),
                      "[transformer] no token of the batch has a label");
  }

  TEST_CASE("first weights: by seed and name, a layer more does not change the others") {
    TransformerConfig config = small(Architecture::encoder_decoder);
    const NamedTensors one = initial_parameters(config, Initialisation::xavier, 5),
                       other = initial_parameters(config, Initialisation::xavier, 6);
    config.encoder_layers = 2;
    const NamedTensors deeper = initial_parameters(config, Initialisation::xavier, 5);
    CHECK(same_values(one.at("output.w"), deeper.at("output.w")));
    CHECK_FALSE(same_values(one.at("output.w"), other.at("output.w")));
    CHECK_FALSE(same_values(deeper.at("encoder.0.self_attention.w_q"), deeper.at("encoder.1.self_attention.w_q")));
    CHECK(one.at("encoder.0.self_attention.norm_gain").at(0, 0, 0) == 1);
    CHECK(one.at("output.b").at(0, 0, 0) == 0);
  }
}

}  // namespace transformer_test
