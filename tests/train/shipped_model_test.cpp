#include "train/shipped_model.h"

#include "io/safetensors.h"
#include "protocol/problem.h"
#include "support.h"
#include "train/default_settings.h"
#include "train/tasks.h"

using namespace gf;

namespace {

ShippedModel load(const std::string& task) {
  const std::string path = "assets/models/" + task + ".safetensors";
  return shipped_model(decode_safetensors(test::read_source_file(path), path), path);
}

std::string answer(const ShippedModel& model, const std::string& question) {
  const Dataset words = words_of(model);
  return joined(answer_of(words, model.settings.model, model.weights, question_tokens(words, question)));
}

}  // namespace

TEST_SUITE("train/shipped_model") {
  TEST_CASE("the translators answer what the documents ask") {
    const ShippedModel french = load("french-english"), spanish = load("english-spanish");
    CHECK(answer(french, "le chat est sous la table") == "the cat is under the table");
    CHECK(answer(french, "de rien") == "you are welcome");
    CHECK(answer(spanish, "You are welcome") == "de nada");
    CHECK(answer(spanish, "the cat is under the table") == "el gato está debajo de la mesa");
    CHECK(answer(spanish, "you are happy") == "tú estás contento");  // the phrase has not swallowed its words
  }

  TEST_CASE("a file without its words, or of other shapes, is refused") {
    const std::string path = "assets/models/english-spanish.safetensors";
    const NamedTensors whole = decode_safetensors(test::read_source_file(path), path);
    for (const char* name : {"format", "settings", "source_vocabulary", "target_vocabulary", "longest_answer"}) {
      CAPTURE(name);
      NamedTensors file = whole;
      file.metadata.erase(name);
      CHECK_THROWS_AS(shipped_model(file, path), InputError);
      file.metadata[name] = "[1";
      CHECK_THROWS_AS(shipped_model(file, path), InputError);
    }
    NamedTensors file = whole;
    file.metadata["source_vocabulary"] = R"(["<pad>", "<start>", "<end>", "a"])";
    CHECK_THROWS_AS(shipped_model(file, path), InputError);
    file = whole;
    file.tensors.pop_back();
    CHECK_THROWS_AS(shipped_model(file, path), InputError);
  }
}
