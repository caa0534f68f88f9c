// The tensors of a checkpoint in the lesson on the language model, compared with the file itself and with the known size of GPT-2.
#include <algorithm>
#include <string>

#include "lessons/context.h"

using namespace gf;
using namespace gf::test;

namespace checkpoint_names_test {

TEST_SUITE("lessons/language_model") {
  TEST_CASE("checkpoint: names and shapes are those of the shipped file") {
    const Trace trace = run_with_files({"language-model", {{"checkpoint", true}}});
    const TraceNode& shapes = node(trace, "checkpoint.shapes");
    const std::string& bytes = file_once("assets/models/tales.safetensors")->bytes();
    for (std::size_t i = 0; i < shapes.rows.labels.size(); ++i) {
      const auto row = static_cast<Index>(i);
      const auto size = [&](Index col) { return std::to_string(static_cast<Index>(shapes.value->at(row, col))); };
      const std::size_t place = bytes.find("\"" + shapes.rows.labels[i] + "\":{");
      REQUIRE_MESSAGE(place != std::string::npos, shapes.rows.labels[i]);
      const std::string entry = bytes.substr(place, bytes.find('}', place) - place);
      CHECK_MESSAGE(entry.find("\"shape\":[" + size(0) + "," + size(1) + "]") != std::string::npos, entry);
      CHECK(node(trace, "checkpoint.numbers").value->at(row, 0) == shapes.value->at(row, 0) * shapes.value->at(row, 1));
    }
    CHECK(shapes.rows.labels.size() == 8);
  }

  // 124,439,808 is what the library transformers counts of openai-community/gpt2, by sum(p.numel() for p in model.parameters()).
  TEST_CASE("checkpoint: with biases and norms, twelve blocks of GPT-2's tensors are its 124 million parameters") {
    const Trace trace = run_with_files({"language-model", {{"checkpoint", true}}});
    const TraceNode& numbers = node(trace, "checkpoint.gpt2_numbers");
    double outside = 0, block = 0;
    for (std::size_t i = 0; i < numbers.rows.labels.size(); ++i)
      (numbers.rows.labels[i].starts_with("h.0.") ? block : outside) += static_cast<double>(numbers.value->at(static_cast<Index>(i), 0));
    constexpr double kWidth = 768, kBiases = (3 + 1 + 4 + 1) * kWidth, kNorms = 4 * kWidth, kLastNorm = 2 * kWidth;
    CHECK(outside + 12 * (block + kBiases + kNorms) + kLastNorm == 124439808);
    const float* first = numbers.value->data();
    CHECK(std::max_element(first, first + numbers.value->size()) == first);
    CHECK(numbers.rows.labels[0] == "wte.weight");
    CHECK(static_cast<double>(*first) / 124439808 == doctest::Approx(0.31).epsilon(0.01));
    const Tensor& shapes = *node(trace, "checkpoint.gpt2_shapes").value;
    CHECK(shapes.at(2, 1) == 3 * shapes.at(3, 1));
  }
}

}  // namespace checkpoint_names_test
