// The sizes of a GPT or a Llama, and the number of parameters in each kind of its matrices. All numbers are whole, and exact up to 2⁶³.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace gf::scaling_lesson {

/// The sizes of a decoder-only transformer. A GPT (Radford et al. 2019) has tied output weights, learned positions, and biases everywhere.
/// A Llama (Touvron et al. 2023) has none of them, but a gate in its feed-forward layers, and norms with a gain alone.
struct ModelShape {
  std::int64_t layers = 12, width = 768, hidden = 3072, heads = 12, kv_heads = 12, vocabulary = 50257, window = 1024;
  bool tied = true, gated = false, biases = true, places = true;  // places: a table of learned positions

  /// Returns the width of a token's keys, or of its values, in all heads together. It is less than `width` if heads share keys and values
  /// (Ainslie et al. 2023).
  std::int64_t kv_width() const { return kv_heads * (width / heads); }
};

/// The part of the model that a matrix belongs to.
enum class ModelPart { tables, attention, feed_forward, rest };
inline constexpr int kModelParts = 4;

/// The matrices of one kind: `copies` matrices, each (rows, columns).
struct MatrixKind {
  const char* name;  // a symbol ("W_Q"), or a key of the texts ("@norms")
  ModelPart part;
  std::int64_t rows, columns, copies;
};

/// Returns the kinds of matrices that the model has, in the order of the forward pass.
/// Example: the first kind of GPT-2 is {"@token_table", tables, 50257, 768, 1}.
std::vector<MatrixKind> matrix_kinds(const ModelShape& shape);

/// Returns how many numbers the model learns: the sum over all kinds of rows · columns · copies.
/// Example: 124,439,808 for GPT-2.
std::int64_t numbers_learned(const ModelShape& shape);

/// A model whose sizes were published. `choice` is its name among the choices of the lesson.
struct KnownModel {
  const char* choice;
  ModelShape shape;
};
inline constexpr KnownModel kKnownModels[] = {
    {"gpt2", {12, 768, 3072, 12, 12, 50257, 1024, true, false, true, true}},
    {"gpt3", {96, 12288, 49152, 96, 96, 50257, 2048, true, false, true, true}},
    {"llama_7b", {32, 4096, 11008, 32, 32, 32000, 4096, false, true, false, false}},
    {"llama_70b", {80, 8192, 28672, 64, 8, 32000, 4096, false, true, false, false}},
    {"llama3_8b", {32, 4096, 14336, 32, 8, 128256, 8192, false, true, false, false}},
    {"tales", {4, 128, 512, 4, 4, 1462, 128, true, false, true, true}},
};

/// Returns the sizes of a known model, or null for an unknown choice.
const ModelShape* known_shape(std::string_view choice);

}  // namespace gf::scaling_lesson
