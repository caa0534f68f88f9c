// The sizes of a GPT or a Llama, and how many numbers each kind of matrix in it has. Whole numbers, exact up to 2⁶³.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace gf::scaling_lesson {

/// A decoder-only transformer. A GPT (Radford et al. 2019) ties its output to the token table, has learned places, and biases everywhere;
/// a Llama (Touvron et al. 2023) has neither, but a gate in feed-forward, and norms with a gain alone.
struct ModelShape {
  std::int64_t layers = 12, width = 768, hidden = 3072, heads = 12, kv_heads = 12, vocabulary = 50257, window = 1024;
  bool tied = true, gated = false, biases = true, places = true;

  /// The numbers of a key, or of a value, of all heads together. Heads may share them (Ainslie et al. 2023): then there are fewer.
  std::int64_t kv_width() const { return kv_heads * (width / heads); }
};

/// The part of the model that a matrix belongs to.
enum class ModelPart { tables, attention, feed_forward, rest };
inline constexpr int kModelParts = 4;

/// All matrices of one kind: `copies` of them, (rows, columns) each.
struct MatrixKind {
  const char* name;  // a symbol ("W_Q"), or a key of the texts ("@norms")
  ModelPart part;
  std::int64_t rows, columns, copies;
};

/// In the order of the forward pass; kinds that the model lacks are left out.
/// Example: of GPT-2 the first one is {"@token_table", tables, 50257, 768, 1}.
std::vector<MatrixKind> matrix_kinds(const ModelShape& shape);

/// How many numbers the model learns: the sum over all kinds of rows · columns · copies.
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

/// The sizes of a known model; null where there is none of that name.
const ModelShape* known_shape(std::string_view choice);

}  // namespace gf::scaling_lesson
