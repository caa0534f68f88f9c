// Declarations of inputs, one function a type, so that a lesson's list of inputs reads as a table:
//   text_input("phrases", kPhrases).lines(), number_input("length", 3, 1, 512).logarithmic(), seed_input(42)
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "protocol/schema.h"

namespace gf {

/// A declaration to which something may be added.
struct DeclaredInput : InputSpec {
  /// A text of several lines.
  DeclaredInput lines() && {
    InputSpec::lines = true;
    return std::move(*this);
  }
  /// A slider that spreads the number by its logarithm.
  DeclaredInput logarithmic() && {
    InputSpec::logarithmic = true;
    return std::move(*this);
  }
  /// A number that a button counts up, one after the other is shown: what a model writes. The button's words are `inputs.<name>.run` and
  /// `rest`, those of the one for a single step `one`, of the one that takes over what was written (the note `written`) `keep`.
  DeclaredInput runs() && {
    InputSpec::runs = true;
    return std::move(*this);
  }
  /// An input that matters only while another one has one of these choices; without choices, while that is on or not 0.
  DeclaredInput only_with(const char* input, std::vector<std::string> with = {}) && {
    InputSpec::only_with = OnlyWith{input, std::move(with)};
    return std::move(*this);
  }
};

inline DeclaredInput text_input(const char* name, const char* initial) {
  return {{.name = name, .type = InputType::text, .initial = std::string(initial), .choices = {}, .shape = {}}};
}
/// A step of 1 means whole numbers. Above a thousand a slider spreads them by their logarithm.
inline DeclaredInput number_input(const char* name, double initial, double least, double most, double step = 1) {
  return {{.name = name,
           .type = InputType::number,
           .initial = initial,
           .least = least,
           .most = most,
           .step = step,
           .logarithmic = most > 1000,
           .choices = {},
           .shape = {}}};
}
/// What random numbers are drawn from.
inline DeclaredInput seed_input(double initial) { return number_input("seed", initial, 0, 4294967295.0); }
inline DeclaredInput toggle_input(const char* name, bool initial) {
  return {{.name = name, .type = InputType::toggle, .initial = initial, .choices = {}, .shape = {}}};
}
inline DeclaredInput choice_input(const char* name, std::vector<std::string> choices, std::string initial) {
  return {{.name = name, .type = InputType::choice, .initial = std::move(initial), .choices = std::move(choices), .shape = {}}};
}
/// The first choice is the default.
inline DeclaredInput choice_input(const char* name, std::vector<std::string> choices) {
  std::string first = choices.front();
  return choice_input(name, std::move(choices), std::move(first));
}
/// `shape` is for messages. An empty default is made from the other inputs until the matrix is set.
inline DeclaredInput matrix_input(const char* name, const char* shape, Tensor initial = {}) {
  return {{.name = name, .type = InputType::matrix, .initial = std::move(initial), .choices = {}, .shape = shape}};
}

}  // namespace gf
