// The input of a training by PyTorch: examples as rows, and first weights in the form of a model.
#include "train/torch_export.h"

#include <nlohmann/json.hpp>

#include "core/problem.h"
#include "model/safetensors.h"
#include "support.h"
#include "text/bpe_tokenizer.h"
#include "train/batch.h"
#include "train/language_model.h"

using namespace gf;
using nlohmann::json;

namespace torch_export_test {
namespace {

// Returns a data set of two texts with a few tokens.
Dataset small_language() {
  Dataset data;
  data.task = "tales";
  data.tokenizer = std::make_shared<const BpeTokenizer>(
      learn_bpe(byte_row(byte_tokenizer(), "the sun. the sun. the moon. the sun, the moon, the sun.", BpeSplit::pieces), 12));
  for (const std::string& name : piece_names(*data.tokenizer)) data.source.add(name);
  data.target = data.source;
  data.training = {{{}, pieces_of(*data.tokenizer, "the sun.")}, {{}, pieces_of(*data.tokenizer, "the moon, the sun.")}};
  return data;
}

}  // namespace

TEST_SUITE("train/torch_export") {
  TEST_CASE("a row has the question, <start>, the answer, <end>") {
    Dataset data;
    data.training = {{{"b", "a"}, {"a"}}, {{}, {"b"}}};
    data.held_out = {{{"a"}, {}}};
    for (const char* token : {"a", "b"}) data.source.add(token);
    data.target = data.source;
    const json examples = json::parse(examples_json(data));
    CHECK(examples["training"]["rows"] == json::parse("[[4, 3, 1, 3, 2], [1, 4, 2]]"));
    CHECK(examples["training"]["asked"] == json::parse("[[[2, 4]], [[0, 2]]]"));
    CHECK(examples["held_out"] == json::parse(R"({"rows": [[3, 1, 2]], "asked": [[[1, 2]]]})"));
    data.training.push_back({{}, {"c"}});
    CHECK_THROWS_AS(examples_json(data), std::invalid_argument);
  }

  TEST_CASE("in a conversation the assistant's words are asked for, turn by turn") {
    Dataset data;
    for (const char* token : {"<user>", "<assistant>", "a", "b"}) data.source.add(token);
    data.target = data.source;
    data.training = {{{}, {"<user>", "a", "<assistant>", "b", "<user>", "a", "b", "<assistant>", "a"}}};
    const json examples = json::parse(examples_json(data))["training"];
    CHECK(examples["rows"][0] == json{1, 3, 5, 4, 6, 3, 5, 6, 4, 5, 2});
    const Batch batch = make_batch(data, TransformerConfig{}, {&data.training[0]});
    std::vector<int> labels(batch.labels.size(), -1);
    for (const json& span : examples["asked"][0])
      for (auto place = span[0].get<std::size_t>(); place < span[1].get<std::size_t>(); ++place)
        labels[place] = examples["rows"][0][place + 1].get<int>();
    CHECK(labels == batch.labels);
    CHECK(examples["asked"][0].size() == 2);
  }

  TEST_CASE("the first weights of a language model write already: its pieces come with them") {
    Dataset data = small_language();
    TrainSettings settings;
    settings.task = data.task;
    settings.transformer().width = 8;
    fit_sizes(data, settings.transformer());
    const NamedTensors start =
        model_file(settings, data, initial_parameters(settings.transformer(), settings.initialisation, settings.seed), 0);
    const LanguageModel model = language_model(encode_safetensors(start, StoredAs::f32), "start");
    CHECK(model.tokenizer.pieces == data.tokenizer->pieces);
    CHECK(model.weights->metadata.at("steps") == "0");
    const std::vector<int> prompt = ids_of(model, "the sun.");
    CHECK(json::parse(examples_json(data))["training"]["rows"][0].size() == prompt.size() + 1);
    CHECK(go_on(model, prompt, 3, {}, 1).size() <= 3);
  }

  TEST_CASE("a decoder that sees no later token and drops nothing out; nothing else") {
    TrainSettings settings;
    check_torch_export(settings);
    settings.transformer().dropout = 0.1f;
    CHECK_THROWS_AS(check_torch_export(settings), InputError);
    settings.transformer().dropout = 0;
    settings.transformer().causal = false;
    CHECK_THROWS_AS(check_torch_export(settings), InputError);
    settings.model = NextWordConfig{};
    CHECK_THROWS_AS(check_torch_export(settings), InputError);
  }
}

}  // namespace torch_export_test
