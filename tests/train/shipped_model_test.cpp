#include "train/shipped_model.h"

#include "core/problem.h"
#include "model/safetensors.h"
#include "support.h"
#include "train/answers.h"
#include "train/default_settings.h"
#include "train/run_model.h"
#include "train/tasks/tasks.h"
#include "train/trainer.h"

using namespace gf;

namespace shipped_model_test {
namespace {

ShippedModel load(const std::string& task) {
  const std::string path = "assets/models/" + task + ".safetensors";
  return shipped_model(test::read_source_file(path), path);
}

std::string answer(const ShippedModel& model, const std::string& question) {
  const Dataset words = words_of(model);
  return joined(answer_of(words, model.settings.model, model.weights, question_tokens(words, question)), " ");
}

}  // namespace

TEST_SUITE("train/shipped_model") {
  TEST_CASE("every task has a model: its configuration is the task's defaults, and it achieves what its file says" *
            doctest::test_suite("learning")) {
    std::size_t bytes = 0;
    for (const std::string& task : task_names()) {
      if (task == "own") continue;
      CAPTURE(task);
      TrainSettings settings = settings_from_json(test::read_source_file("assets/models/" + task + ".json"));
      CHECK(settings == default_settings(task));
      const ShippedModel model = load(task);
      const auto dataset = dataset_of(settings);
      const Dataset& data = *dataset;
      fit_model(data, settings.model);
      CHECK(model.settings == settings);
      CHECK(model.source.tokens() == data.source.tokens());
      CHECK(model.target.tokens() == data.target.tokens());
      CHECK(model.longest_answer == data.longest_answer);
      const Evaluation found = evaluate(data, settings.model, model.weights, true, 10000, 10000);
      const auto metadata_number = [&](const char* name) { return std::stod(model.weights.metadata.at(name)); };
      CHECK(found.examples == static_cast<Index>(data.held_out.size()));
      CHECK(static_cast<double>(found.examples) == metadata_number("held_out_examples"));
      // Other builds round otherwise: an answer in 500 may be a tie that falls to the other side.
      CHECK(found.exact_match == doctest::Approx(metadata_number("exact_match")).epsilon(0.002));
      CHECK(found.token_accuracy == doctest::Approx(metadata_number("held_out_accuracy")).epsilon(0.001));
      CHECK(found.loss == doctest::Approx(metadata_number("held_out_loss")).epsilon(0.02));
      CHECK(found.exact_match >= 0.99);
      bytes += test::read_source_file("assets/models/" + task + ".safetensors").size();
    }
    CHECK(bytes < 650'000);
  }

  TEST_CASE("a configuration leads to its model: reverse passes 99 % within half of its steps" * doctest::test_suite("learning")) {
    Trainer trainer(settings_from_json(test::read_source_file("assets/models/reverse.json")));
    while (2 * trainer.step() < trainer.settings().steps) REQUIRE(!trainer.advance().diverged);
    CHECK(trainer.evaluate(true, 10000, 10000).exact_match >= 0.99);
  }

  TEST_CASE("the translators answer what the documents ask") {
    const ShippedModel french = load("french-english"), spanish = load("english-spanish");
    CHECK(answer(french, "le chat est sous la table") == "the cat is under the table");
    CHECK(answer(french, "de rien") == "you are welcome");
    CHECK(answer(spanish, "You are welcome") == "de nada");
    CHECK(answer(spanish, "the cat is under the table") == "el gato está debajo de la mesa");
    CHECK(answer(spanish, "you are happy") == "tú estás contento");  // the words of the phrase “you are” are still known
  }

  TEST_CASE("a file without its words, or of other shapes, is refused") {
    const std::string path = "assets/models/english-spanish.safetensors";
    const NamedTensors whole = decode_safetensors(test::read_source_file(path), path);
    for (const char* name : {"format", "settings", "source_vocabulary", "target_vocabulary", "longest_answer"}) {
      CAPTURE(name);
      NamedTensors file = whole;
      file.metadata.erase(name);
      CHECK_THROWS_AS(shipped_model(encode_safetensors(file, StoredAs::f16), path), InputError);
      file.metadata[name] = "[1";
      CHECK_THROWS_AS(shipped_model(encode_safetensors(file, StoredAs::f16), path), InputError);
    }
    NamedTensors file = whole;
    file.metadata["source_vocabulary"] = R"(["<pad>", "<start>", "<end>", "a"])";
    CHECK_THROWS_AS(shipped_model(encode_safetensors(file, StoredAs::f16), path), InputError);
    file = whole;
    file.tensors.pop_back();
    CHECK_THROWS_AS(shipped_model(encode_safetensors(file, StoredAs::f16), path), InputError);
  }

  TEST_CASE("every file holds the model of the task that it is named after, and another task's model in its place is refused") {
    for (const std::string& task : task_names()) {
      if (task == "own") continue;
      CAPTURE(task);
      const std::string path = "assets/models/" + task + ".safetensors";
      CHECK(model_of_task(test::read_source_file(path), path).settings.task == task);
    }
    const std::string sorting = test::read_source_file("assets/models/sort.safetensors"), path = "assets/models/copy.safetensors";
    REQUIRE(sorting.size() == test::read_source_file(path).size());
    try {
      model_of_task(sorting, path);
      FAIL("the model of another task was taken");
    } catch (const InputError& error) {
      CHECK(test::english().format(error.problem()) ==
            path + ": expected the model of the task “copy”; this file holds the model of the task “sort”.");
    }
  }
}

}  // namespace shipped_model_test
