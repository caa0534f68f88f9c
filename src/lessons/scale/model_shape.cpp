#include "lessons/scale/model_shape.h"

namespace gf::scaling_lesson {
namespace {

// Returns the number of biases in a block: those of queries, keys, values and W_O, then those of feed-forward.
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

const ModelShape* known_shape(std::string_view choice) {
  for (const KnownModel& model : kKnownModels)
    if (choice == model.choice) return &model.shape;
  return nullptr;
}

}  // namespace gf::scaling_lesson
