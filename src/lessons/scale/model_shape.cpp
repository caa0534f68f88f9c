#include "lessons/scale/model_shape.h"

namespace gf::scaling_lesson {
namespace {

// All biases of a block in one row: of queries, keys, values and W_O, then of feed-forward.
std::int64_t biases_of_block(const ModelShape& s) { return s.width + 2 * s.kv_width() + s.width + (s.gated ? 2 : 1) * s.hidden + s.width; }

}  // namespace

std::vector<MatrixKind> matrix_kinds(const ModelShape& s) {
  using enum ModelPart;
  std::vector<MatrixKind> kinds{{"@token_table", tables, s.vocabulary, s.width, 1}};
  if (s.places) kinds.push_back({"@places", tables, s.window, s.width, 1});
  kinds.push_back({"W_Q", attention, s.width, s.width, s.layers});
  kinds.push_back({"W_K", attention, s.width, s.kv_width(), s.layers});
  kinds.push_back({"W_V", attention, s.width, s.kv_width(), s.layers});
  kinds.push_back({"W_O", attention, s.width, s.width, s.layers});
  kinds.push_back({"W_1", feed_forward, s.width, s.hidden, s.layers});
  if (s.gated) kinds.push_back({"@gate", feed_forward, s.width, s.hidden, s.layers});
  kinds.push_back({"W_2", feed_forward, s.hidden, s.width, s.layers});
  if (s.biases) kinds.push_back({"@biases", rest, 1, biases_of_block(s), s.layers});
  kinds.push_back({"@norms", rest, s.biases ? 2 : 1, s.width, 2 * s.layers + 1});
  if (!s.tied) kinds.push_back({"@output", tables, s.width, s.vocabulary, 1});
  return kinds;
}

std::int64_t numbers_learned(const ModelShape& shape) {
  std::int64_t total = 0;
  for (const MatrixKind& kind : matrix_kinds(shape)) total += kind.rows * kind.columns * kind.copies;
  return total;
}

const std::vector<KnownModel>& known_models() {
  constexpr bool kYes = true, kNo = false;
  static const std::vector<KnownModel> models = {
      {"gpt2", {12, 768, 3072, 12, 12, 50257, 1024, kYes, kNo, kYes, kYes}},
      {"gpt3", {96, 12288, 49152, 96, 96, 50257, 2048, kYes, kNo, kYes, kYes}},
      {"llama_7b", {32, 4096, 11008, 32, 32, 32000, 4096, kNo, kYes, kNo, kNo}},
      {"llama_70b", {80, 8192, 28672, 64, 8, 32000, 4096, kNo, kYes, kNo, kNo}},
      {"tales", {4, 128, 512, 4, 4, 1462, 128, kYes, kNo, kYes, kYes}},
  };
  return models;
}

const ModelShape* known_shape(std::string_view choice) {
  for (const KnownModel& model : known_models())
    if (choice == model.choice) return &model.shape;
  return nullptr;
}

}  // namespace gf::scaling_lesson
