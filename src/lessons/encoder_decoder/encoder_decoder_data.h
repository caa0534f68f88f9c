// The sentences of the encoder-decoder lesson, and where its trained weights lie.
#pragma once

#include <string>
#include <vector>

#include "protocol/schema.h"

namespace gf::encoder_decoder {

inline constexpr const char* kToy = "toy";
inline constexpr const char* kTaught = "teacher-forced";
inline constexpr const char* kByItself = "step by step";

/// A translator that comes with the program, and a sentence that it was made to translate.
struct Shipped {
  const char* name;
  const char* path;
  const char* source;
  const char* target;
};
inline constexpr Shipped kShipped[] = {
    {"english-spanish", "assets/models/english-spanish.safetensors", "you are welcome", "de nada"},
    {"french-english", "assets/models/french-english.safetensors", "le chat est sous la table", "the cat is under the table"}};
/// Null for the toy.
const Shipped* shipped_translator(const std::string& weights);

/// Inputs that set a matrix of the toy, and the weight that each sets. x and y are its token tables.
struct MatrixInput {
  const char* input;
  const char* weight;
};
const std::vector<MatrixInput>& matrix_inputs();

}  // namespace gf::encoder_decoder
