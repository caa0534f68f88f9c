// The shipped translators of the lesson encoder-decoder with their sentences, and the matrices of its toy.
#pragma once

#include <string>
#include <vector>

#include "protocol/schema.h"

namespace gf::encoder_decoder {

inline constexpr const char* kToy = "toy";
inline constexpr const char* kTaught = "teacher-forced";
inline constexpr const char* kByItself = "step by step";

/// A translator that comes with the program, with a sentence and its translation.
struct Shipped {
  const char* name;
  const char* path;
  const char* source;
  const char* target;
};
inline constexpr Shipped kShipped[] = {
    {"english-spanish", "assets/models/english-spanish.safetensors", "you are welcome", "de nada"},
    {"french-english", "assets/models/french-english.safetensors", "le chat est sous la table", "the cat is under the table"}};
/// Returns the translator of a choice of the input `weights`, or null for the toy.
const Shipped* shipped_translator(const std::string& weights);

/// An input that sets a matrix of the toy, and the name of the weight. The inputs x and y are the token tables.
struct MatrixInput {
  const char* input;
  const char* weight;
};
const std::vector<MatrixInput>& matrix_inputs();

}  // namespace gf::encoder_decoder
