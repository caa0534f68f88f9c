// A decoder that keeps keys and values gives the logits of one pass over all tokens.
#include "model/decoding.h"

#include <cstring>

#include "autograd/tape.h"
#include "core/kernels.h"
#include "model/parameters.h"
#include "support.h"

using namespace gf;
using namespace gf::test;

namespace decoding_test {
namespace {

TransformerConfig small_decoder(Positions positions, Index heads) {
  TransformerConfig config;
  config.vocabulary = 11;
  config.width = 12;
  config.heads = heads;
  config.hidden = 20;
  config.decoder_layers = 3;
  config.positions = positions;
  config.longest = 16;
  config.activation = Activation::gelu;
  config.tied = true;
  return config;
}

std::shared_ptr<const NamedTensors> weights_for(const TransformerConfig& config) {
  return std::make_shared<const NamedTensors>(initial_parameters(config, Initialisation::xavier, 3));
}

// Returns the logits of all tokens in one pass.
Tensor logits_at_once(const TransformerConfig& config, const NamedTensors& weights, const std::vector<int>& tokens) {
  Batch batch;
  batch.target = tokens;
  batch.target_length = static_cast<Index>(tokens.size());
  ForwardOptions options;
  options.loss = options.probabilities = false;
  Tape tape;
  return tape.value(transformer(tape, config, ParameterNodes(tape, config, weights), batch, options).logits);
}

float farthest(const float* a, const float* b, Index count) {
  float most = 0;
  for (Index i = 0; i < count; ++i) most = std::max(most, std::abs(a[i] - b[i]));
  return most;
}

const std::vector<int> kTokens{1, 5, 3, 3, 7, 10, 2, 4, 9, 6};

}  // namespace

TEST_SUITE("model/decoding") {
  TEST_CASE("read in parts of any length, with any positions and heads, the logits are those of one pass") {
    for (const Positions positions : {Positions::learned, Positions::sinusoidal, Positions::none})
      for (const Index heads : {1, 3}) {
        const TransformerConfig config = small_decoder(positions, heads);
        const auto weights = weights_for(config);
        const Tensor whole = logits_at_once(config, *weights, kTokens);
        for (const Index part : {1, 3, 10}) {
          CAPTURE(part);
          Decoding decoding(config, weights);
          for (Index begin = 0; begin < 10; begin += part) {
            const Index end = std::min<Index>(begin + part, 10);
            const Tensor logits = decoding.read({kTokens.begin() + begin, kTokens.begin() + end});
            REQUIRE(logits.rows() == end - begin);
            CHECK(farthest(logits.data(), whole.row(begin), logits.size()) < 2e-6f);
          }
          CHECK(decoding.length() == 10);
          REQUIRE(decoding.kept().size() == 3);
          CHECK(decoding.kept()[0].key->shape() == (heads == 1 ? matrix_shape(10, 12) : Shape{{3}, 10, 4}));
        }
      }
  }

  TEST_CASE("kept keys and values have the same bits, however many tokens come after them") {
    const TransformerConfig config = small_decoder(Positions::learned, 3);
    Decoding decoding(config, weights_for(config));
    decoding.read({1, 5, 3});
    const std::vector<KeyValues> before = decoding.kept();
    decoding.read({7});
    decoding.read({2});
    for (std::size_t block = 0; block < before.size(); ++block)
      for (Index head = 0; head < 3; ++head)
        CHECK(std::memcmp(before[block].value->matrix(head), decoding.kept()[block].value->matrix(head), 3 * 4 * sizeof(float)) == 0);
  }

  TEST_CASE("the first part of a decoding can be kept, and copies go on by themselves") {
    const TransformerConfig config = small_decoder(Positions::learned, 3);
    Decoding decoding(config, weights_for(config));
    decoding.read({1, 5, 3});
    Decoding copy = decoding;
    const Tensor next = decoding.read({7});
    copy.read({2, 4});
    CHECK(decoding.length() == 4);
    CHECK(copy.length() == 5);
    decoding.keep_first(3);
    CHECK(decoding.length() == 3);
    CHECK(same_values(decoding.read({7}), next));
    copy.keep_first(3);
    CHECK(same_values(copy.read({7}), next));
    CHECK_THROWS_AS(copy.keep_first(5), std::invalid_argument);
    copy.forget();
    CHECK(copy.kept().empty());
  }

  TEST_CASE("several that read on from one, each another token, have what each has alone") {
    const TransformerConfig config = small_decoder(Positions::learned, 2);
    const auto weights = weights_for(config);
    Decoding start(config, weights);
    start.read({1, 5, 3});
    std::vector<Decoding> chain{start};
    for (const int token : {7, 10, 2}) {
      chain.push_back(chain.back());
      chain.back().read({token});
    }
    Decoding branch = chain[1], alone(config, weights);
    branch.read({4});
    start.read({9});
    alone.read({1, 5, 3});
    for (std::size_t i = 0; i < chain.size(); ++i) {
      if (i > 0) alone.read({std::vector{7, 10, 2}[i - 1]});
      CHECK(chain[i].length() == alone.length());
      for (std::size_t layer = 0; layer < alone.kept().size(); ++layer) {
        CHECK(same_values(*chain[i].kept()[layer].key, *alone.kept()[layer].key));
        CHECK(same_values(*chain[i].kept()[layer].value, *alone.kept()[layer].value));
      }
    }
    Decoding other(config, weights);
    other.read({1, 5, 3});
    other.read({7});
    CHECK(same_values(other.read({4}), Decoding(chain[1]).read({4})));
    CHECK(branch.length() == 5);
  }

  TEST_CASE("a model in any of its forms is read as the whole pass computes it") {
    using Change = void (*)(TransformerConfig&);
    for (const Change change : std::initializer_list<Change>{
             [](TransformerConfig& c) { c.norm = NormPlacement::after; }, [](TransformerConfig& c) { c.norm = NormPlacement::none; },
             [](TransformerConfig& c) { c.norm_gain = c.biases = false; }, [](TransformerConfig& c) { c.final_norm = c.residual = false; },
             [](TransformerConfig& c) { c.feed_forward = false; }, [](TransformerConfig& c) { c.output_projection = false; },
             [](TransformerConfig& c) { c.activation = Activation::relu; }, [](TransformerConfig& c) { c.activation = Activation::none; },
             [](TransformerConfig& c) { c.gelu_tanh = true; }, [](TransformerConfig& c) { c.tied = false; },
             [](TransformerConfig& c) { c.output_bias = false; }, [](TransformerConfig& c) { c.scaled_embeddings = true; }}) {
      TransformerConfig config = small_decoder(Positions::sinusoidal, 3);
      change(config);
      NamedTensors drawn = initial_parameters(config, Initialisation::xavier, 3);
      for (NamedTensor& weight : drawn.tensors)  // so that biases and gains have an effect
        for (Index i = 0; i < weight.value.size(); ++i) weight.value.data()[i] += 0.1f * static_cast<float>(i % 3);
      const auto weights = std::make_shared<const NamedTensors>(std::move(drawn));
      const Tensor whole = logits_at_once(config, *weights, kTokens);
      Decoding decoding(config, weights);
      CHECK(same_values(decoding.read(kTokens), whole));
    }
  }

  TEST_CASE("no room, and models that can't keep what they read, are refused") {
    const TransformerConfig config = small_decoder(Positions::learned, 3);
    Decoding decoding(config, weights_for(config));
    decoding.read(std::vector<int>(16, 1));
    CHECK_THROWS_AS(decoding.read({1}), std::invalid_argument);
    CHECK(decoding.length() == 16);
    decoding.forget();
    CHECK_THROWS_AS(decoding.read({}), std::invalid_argument);
    CHECK_THROWS_AS(decoding.read({11}), ShapeError);
    CHECK_THROWS_AS(decoding.read({-1}), ShapeError);
    TransformerConfig sees_all = config, translator = config;
    sees_all.causal = false;
    translator.architecture = Architecture::encoder_decoder;
    CHECK_THROWS_AS(Decoding(sees_all, nullptr), std::invalid_argument);
    CHECK_THROWS_AS(Decoding(translator, nullptr), std::invalid_argument);
  }

  TEST_CASE("large weights are read in panels from the second token on, with the same bits; what is held on a tape is not") {
    TransformerConfig config = small_decoder(Positions::learned, 4);
    config.width = 384;
    config.hidden = 512;
    config.decoder_layers = 1;
    const auto weights = weights_for(config);
    const NamedPanels panels = panels_of(config, *weights);
    CHECK(panels.contains("decoder.0.feed_forward.w_1"));
    CHECK_FALSE(panels.contains("token_table"));
    CHECK(panels_of(small_decoder(Positions::learned, 3), *weights_for(small_decoder(Positions::learned, 3))).empty());

    Decoding decoding(config, weights);
    decoding.read({1});
    decoding.read({5});
    ForwardOptions options;
    options.loss = options.probabilities = false;
    options.past = decoding.kept();
    const Tensor kept = decoding.read({7});
    const auto pass = [&](const NamedPanels& of, std::vector<Pin> pins) {
      Tape tape(std::move(pins));
      Batch batch;
      batch.target = {7};
      batch.target_length = 1;
      return tape.value(transformer(tape, config, ParameterNodes(tape, config, weights, of), batch, options).logits);
    };
    CHECK(same_values(kept, pass({}, {})));
    const std::vector<Pin> held{{"decoder.0.feed_forward.w_1", {0, 3, 4}, 9.0f}};
    CHECK(same_values(pass(panels, held), pass({}, held)));
    CHECK_FALSE(same_values(pass(panels, held), kept));

    decoding.forget();
    CHECK(decoding.length() == 0);
    CHECK(same_values(decoding.read({1}), Decoding(config, weights).read({1})));
  }

  TEST_CASE("with weights of 8 bits, all products take the rounded weights, and a table that serves as output matrix is rounded as one") {
    TransformerConfig config = small_decoder(Positions::learned, 3);
    config.tied = false;
    const auto weights = weights_for(config);
    const NamedInt8Panels panels = int8_panels_of(config, *weights);
    CHECK(panels.size() == 3 * 6 + 1);
    auto rounded = std::make_shared<NamedTensors>(*weights);
    for (const auto& [name, matrix] : panels)
      for (Index row = 0; row < matrix->inner(); ++row)
        for (Index col = 0; col < matrix->cols(); ++col) rounded->find(name)->at(row, col) = matrix->weight(row, col);
    Decoding decoding(config, weights, WeightFormat::int8), other(config, rounded);
    for (const std::vector<int>& tokens : {std::vector<int>{1, 5, 3, 3}, {7}, {10}, std::vector<int>(10, 2)}) {
      const Tensor logits = decoding.read(tokens), expected = other.read(tokens);
      CHECK(farthest(logits.data(), expected.data(), logits.size()) < 5e-4f);
    }
    decoding.keep_first(4);
    Decoding exact(config, weights);
    exact.read({1, 5, 3, 3});
    CHECK(farthest(decoding.read({7}).data(), exact.read({7}).data(), config.vocabulary) > 1e-3f);

    TransformerConfig tied = config;
    tied.tied = true;
    auto with_table = std::make_shared<NamedTensors>(*weights), with_matrix = std::make_shared<NamedTensors>(*weights);
    std::erase_if(with_table->tensors, [](const NamedTensor& tensor) { return tensor.name == "output.w"; });
    for (Index row = 0; row < config.width; ++row)
      for (Index col = 0; col < config.vocabulary; ++col)
        with_matrix->find("output.w")->at(row, col) = weights->at("decoder.token_table").at(col, row);
    CHECK(same_values(Decoding(tied, with_table, WeightFormat::int8).read(kTokens),
                      Decoding(config, with_matrix, WeightFormat::int8).read(kTokens)));
  }

  TEST_CASE("multiplications are those of the products, counted by hand") {
    const TransformerConfig config = small_decoder(Positions::learned, 3);
    // A block has 4 products with 12 x 12, twice 12 for each token that is seen, 12 x 20 and 20 x 12. Then come 12 for each of 11 logits.
    CHECK(multiplications(config, 1, 10) == 3 * (4 * 144 + 2 * 10 * 12 + 2 * 240) + 132);
    CHECK(multiplications(config, 10, 10) == 10 * multiplications(config, 1, 10));
  }
}

}  // namespace decoding_test
