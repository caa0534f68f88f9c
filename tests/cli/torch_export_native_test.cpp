// A training that is exported for PyTorch. tests/golden/generate.py ran the program with torchrun, once with one process and once with two.
#include "cli/torch_export.h"

#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/train.h"
#include "core/random.h"
#include "export/files.h"
#include "golden.h"
#include "model/safetensors.h"
#include "temporary_folder.h"
#include "train/shipped_model.h"

using namespace gf;
using namespace gf::test;
using nlohmann::json;

namespace exported_training_test {
namespace {

constexpr const char* kFiles[] = {"config.json", "examples.json", "start.safetensors", "train.py"};

// Floats on both sides, in sums of other orders: a dozen steps amplify roundings of 6e-8 to less than 1e-6.
constexpr double kTolerance = 1e-5;

struct Outcome {
  int code = 0;
  std::string out, err;
};

std::optional<std::string> asset(std::string_view path) { return read_asset(std::string(path)); }

// Runs the command line with the file "given.json" of the folder.
Outcome run(const TemporaryFolder& folder, const std::string& out = "out") {
  const std::string config = folder.file("given.json"), into = folder.file(out);
  const char* arguments[] = {"glassformer", "export", config.c_str(), "--torch", "--out", into.c_str()};
  std::ostringstream output, errors;
  const int code = run_command_line(6, arguments, english(), asset, output, errors);
  return {code, output.str(), errors.str()};
}

void write_config(const TemporaryFolder& folder, const json& content) { write_atomically(folder.file("given.json"), content.dump()); }

Outcome run_with(const TemporaryFolder& folder, const json& config) {
  write_config(folder, config);
  return run(folder);
}

TrainSettings settings_of(const json& entry) { return training_file_from_json(entry["config"].dump()).settings; }

const json& golden_named(const json& cases, const std::string& name) {
  for (const json& entry : cases)
    if (entry["name"] == name) return entry;
  FAIL("no golden ", name);
  return cases;
}

// Returns the loss of the first batch of a run.
double first_batch_loss(const Trainer& trained) {
  Trainer again(trained.settings());
  again.go_back({.weights = trained.weights()});
  return again.advance().loss;
}

void check_close(double got, double expected) {
  CAPTURE(got);
  CAPTURE(expected);
  CHECK(std::abs(got - expected) <= kTolerance);
}

// Whether a weight has a gradient. That of b_k is 0, since a bias of all keys moves all scores of a row alike: only rounding moves b_k, and
// b_k moves no loss.
bool is_learned(const std::string& name) { return !name.ends_with(".b_k"); }

}  // namespace

TEST_SUITE("cli/torch_export") {
  TEST_CASE("the program that is exported is the one that was run") {
    const std::string program = read_asset("assets/torch/train.py");
    for (const json& entry : golden("torchrun.json")) {
      std::ostringstream hash;
      hash << std::hex;
      hash.width(8);
      hash.fill('0');
      hash << seed_of_word(0, program);
      CHECK(hash.str() == entry["program"]);
    }
  }

  TEST_CASE("the losses of our trainer are those of PyTorch, of one process and of two") {
    for (const json& entry : golden("torchrun.json")) {
      CAPTURE(entry["name"].get<std::string>());
      Trainer trainer(settings_of(entry));
      CHECK(entry["losses"].size() >= 2);
      for (Index step = 0; step < trainer.settings().steps; ++step) {
        CAPTURE(step);
        const double loss = trainer.advance().loss;
        for (const auto& run_once : entry["losses"].items()) {
          CAPTURE(run_once.key());
          REQUIRE(run_once.value().size() == static_cast<std::size_t>(trainer.settings().steps));
          check_close(run_once.value()[static_cast<std::size_t>(step)].get<double>(), loss);
        }
      }
      check_close(first_batch_loss(trainer), entry["first_batch_afterwards"].get<double>());
    }
  }

  TEST_CASE("a training that two processes saved is read back: weights, words, results") {
    const json cases = golden("torchrun.json");
    const json& one = golden_named(cases, "gpt");
    const std::string bytes = read_source_file("tests/golden/torchrun.safetensors");
    const ShippedModel model = shipped_model(bytes, "torchrun.safetensors");
    Trainer trainer(settings_of(one));
    while (trainer.step() < trainer.settings().steps) trainer.advance();

    CHECK(model.settings == trainer.settings());
    CHECK(model.source.tokens() == trainer.dataset().source.tokens());
    for (const NamedTensor& weight : trainer.weights().tensors) {
      CAPTURE(weight.name);
      const Tensor& theirs = model.weights.at(weight.name);
      for (Index i = 0; i < weight.value.size() && is_learned(weight.name); ++i)
        check_close(static_cast<double>(theirs.data()[i]), static_cast<double>(weight.value.data()[i]));
    }

    const Evaluation held_out = trainer.evaluate(true, 100, 100);
    const NamedTensors ours = with_measures(model_file(trainer.settings(), trainer.dataset(), trainer.weights(), trainer.step()), held_out);
    for (const auto& word : ours.metadata) {
      CAPTURE(word.first);
      REQUIRE(model.weights.metadata.contains(word.first));
      if (word.first != "held_out_loss") CHECK(model.weights.metadata.at(word.first) == word.second);
    }
    CHECK(model.weights.metadata.size() == ours.metadata.size());
    check_close(std::stod(model.weights.metadata.at("held_out_loss")), held_out.loss);

    Trainer again(model.settings);
    again.go_back({.weights = model.weights});
    check_close(again.advance().loss, one["first_batch_afterwards"].get<double>());
  }

  TEST_CASE("the export writes the program, the settings, the examples and the first weights") {
    const TemporaryFolder folder;
    const json cases = golden("torchrun.json");
    const json& config = golden_named(cases, "vaswani")["config"];
    const Outcome outcome = run_with(folder, config);
    CHECK(outcome.code == 0);
    CHECK(outcome.err.empty());
    const json summary = json::parse(outcome.out);
    CHECK(summary["steps"] == 12);
    CHECK(summary["training_examples"] == 10);
    CHECK(summary["files"].size() == 4);
    for (const char* name : kFiles) CHECK(std::filesystem::exists(folder.file(std::string("out/") + name)));

    CHECK(read_file(folder.file("out/train.py")) == read_asset("assets/torch/train.py"));
    const std::string written = read_file(folder.file("out/config.json"));
    const TrainingFile file = training_file_from_json(written), given = training_file_from_json(config.dump());
    CHECK(file.settings == given.settings);
    CHECK(file.checkpoint_every == 5);
    CHECK(json::parse(written)["model"]["tied"] == false);  // a default, which the program reads

    const Trainer trainer(given.settings);
    const ShippedModel start = shipped_model(read_file(folder.file("out/start.safetensors")), "start.safetensors");
    CHECK(start.weights.metadata.at("steps") == "0");
    for (const NamedTensor& weight : trainer.weights().tensors) {
      CAPTURE(weight.name);
      const Tensor& first = start.weights.at(weight.name);
      CHECK(std::equal(first.data(), first.data() + first.size(), weight.value.data()));
    }

    const json examples = json::parse(read_file(folder.file("out/examples.json")));
    CHECK(examples["held_out"]["rows"].size() == 1);
    const auto id = [&](const char* token) { return trainer.dataset().source.find(token); };
    const auto place = [&](const Example& example) { return example.question == std::vector<std::string>{"b", "c", "a"}; };
    const auto& training = trainer.dataset().training;
    const auto found = std::find_if(training.begin(), training.end(), place);
    REQUIRE(found != training.end());
    const auto row = static_cast<std::size_t>(found - training.begin());
    CHECK(examples["training"]["rows"][row] == json{id("b"), id("c"), id("a"), 1, id("a"), id("c"), id("b"), 2});
    CHECK(examples["training"]["asked"][row] == json::parse("[[3, 7]]"));
  }

  TEST_CASE("a training that can't be exported is refused in one line, and no file is written") {
    const TemporaryFolder folder;
    const auto refused = [&](const json& config) {
      const Outcome outcome = run_with(folder, config);
      CHECK(outcome.code == 2);
      CHECK(outcome.out.empty());
      CHECK_FALSE(std::filesystem::exists(folder.file("out")));
      return outcome.err;
    };
    const std::string expected =
        ": expected a transformer with the architecture “decoder” that sees no later token and has no dropout, got ";
    const auto with = [](const json& model) { return json{{"task", "reverse"}, {"model", model}}; };
    CHECK(refused(with({{"architecture", "encoder-decoder"}})) == "glassformer: model.architecture" + expected + "encoder-decoder.\n");
    CHECK(refused(with({{"architecture", "encoder"}})) == "glassformer: model.architecture" + expected + "encoder.\n");
    CHECK(refused(with({{"causal", false}})) == "glassformer: model.causal" + expected + "false.\n");
    CHECK(refused(with({{"dropout", 0.1}})) == "glassformer: model.dropout" + expected + "0.1.\n");
    CHECK(refused({{"task", "phrases"}, {"next_word", {{"width", 4}}}}) == "glassformer: settings" + expected + "another kind of model.\n");
    CHECK(refused({{"steps", 0}}) == "glassformer: steps: expected a number from 1 to 10000000, got 0.\n");
    CHECK(refused({{"stepz", 1}}) == "glassformer: settings: there is no field named “stepz”.\n");

    write_atomically(folder.file("taken"), "a file");
    write_config(folder, with({{"architecture", "decoder"}}));
    const Outcome unwritable = run(folder, "taken/out");
    CHECK(unwritable.code == 1);
    CHECK(unwritable.out.empty());
    CHECK(unwritable.err.find("taken/out: this file can't be written (Not a directory)") != std::string::npos);
    CHECK(read_file(folder.file("taken")) == "a file");
  }
}

}  // namespace exported_training_test
