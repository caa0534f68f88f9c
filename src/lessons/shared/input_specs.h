// Declarations of inputs, one function a type, so that a lesson's list of inputs reads as a table.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "protocol/schema.h"

namespace gf {

inline InputSpec text_input(const char* name, const char* initial) {
  return {.name = name, .type = InputType::text, .initial = std::string(initial), .choices = {}, .shape = {}};
}
/// A step of 1 means whole numbers.
inline InputSpec number_input(const char* name, double initial, double least, double most, double step = 1) {
  return {.name = name,
          .type = InputType::number,
          .initial = initial,
          .least = least,
          .most = most,
          .step = step,
          .logarithmic = most > 1000,
          .choices = {},
          .shape = {}};
}
inline InputSpec toggle_input(const char* name, bool initial) {
  return {.name = name, .type = InputType::toggle, .initial = initial, .choices = {}, .shape = {}};
}
/// The first choice is the default.
inline InputSpec choice_input(const char* name, std::vector<std::string> choices) {
  return {.name = name, .type = InputType::choice, .initial = choices.front(), .choices = choices, .shape = {}};
}
/// The same input, that matters only while another one has one of these choices; without choices, while that is on or not 0.
inline InputSpec only_with(const char* input, std::vector<std::string> choices, InputSpec spec) {
  spec.only_with = OnlyWith{input, std::move(choices)};
  return spec;
}
/// Made from the other inputs until it is set; `shape` is for messages.
inline InputSpec matrix_input(const char* name, const char* shape) {
  return {.name = name, .type = InputType::matrix, .initial = Tensor(), .choices = {}, .shape = shape};
}

}  // namespace gf
