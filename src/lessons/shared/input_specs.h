// Declarations of inputs, one function a type, so that a lesson's list of inputs reads as a table:
//   constexpr InputSpec kInputs[] = {text_input("phrases", kPhrases).lines(), number_input("length", 3, 1, 512).logarithmic(),
//                                    choice_input("axis", "rows, columns"), seed_input(42)};
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "protocol/schema.h"

namespace gf {

/// A declaration to which something may be added.
struct DeclaredInput : InputSpec {
  /// A text of several lines.
  constexpr DeclaredInput lines() && {
    InputSpec::lines = true;
    return *this;
  }
  /// A slider that spreads the number by its logarithm.
  constexpr DeclaredInput logarithmic() && {
    InputSpec::logarithmic = true;
    return *this;
  }
  /// A number that a button counts up, one after the other is shown: what a model writes. The button's words are `inputs.<name>.run` and
  /// `rest`, those of the one for a single step `one`, of the one that takes over what was written (the note `written`) `keep`.
  constexpr DeclaredInput runs() && {
    InputSpec::runs = true;
    return *this;
  }
  /// An input that matters only while another one has one of these choices; without choices, while that is on or not 0.
  constexpr DeclaredInput only_with(const char* input, NameList with = {}) && {
    InputSpec::only_with = OnlyWith{input, with};
    return *this;
  }
};

constexpr DeclaredInput text_input(const char* name, std::string_view initial) {
  return {{.name = name, .type = InputType::text, .initial = initial}};
}
/// A step of 1 means whole numbers. Above a thousand a slider spreads them by their logarithm.
constexpr DeclaredInput number_input(const char* name, double initial, double least, double most, double step = 1) {
  return {{.name = name,
           .type = InputType::number,
           .initial = initial,
           .least = least,
           .most = most,
           .step = step,
           .logarithmic = most > 1000}};
}
/// The seed that random numbers are drawn from.
constexpr DeclaredInput seed_input(double initial) { return number_input("seed", initial, 0, 4294967295.0); }
constexpr DeclaredInput toggle_input(const char* name, bool initial) {
  return {{.name = name, .type = InputType::toggle, .initial = initial}};
}
constexpr DeclaredInput choice_input(const char* name, NameList choices, std::string_view initial) {
  return {{.name = name, .type = InputType::choice, .initial = initial, .choices = choices}};
}
/// The first choice is the default.
constexpr DeclaredInput choice_input(const char* name, NameList choices) { return choice_input(name, choices, choices.front()); }
/// The text of NameList, built in a constant.
struct NameText {
  std::array<char, 768> text = {};
  std::size_t size = 0;

  constexpr NameText& add(std::string_view name) {
    if (name.empty()) return *this;
    if (size > 0)
      for (const char c : std::string_view(", ")) text[size++] = c;
    for (const char c : name) text[size++] = c;
    return *this;
  }
  constexpr NameText& more(char c) {
    text[size++] = c;
    return *this;
  }
  constexpr operator NameList() const { return text.data(); }
};
/// The choices that the rows of a constant table have, after and before others.
/// Example: constexpr NameText kChoices = choice_names(kMatrices, &MatrixChoice::choice, "own").
template <typename Row, std::size_t N>
constexpr NameText choice_names(const Row (&rows)[N], const char* Row::*choice, std::string_view first = {}, std::string_view last = {}) {
  NameText names;
  names.add(first);
  for (const Row& row : rows) names.add(row.*choice);
  names.add(last);
  return names;
}
/// `shape` is for messages. Without a default the matrix is made from the other inputs until it is set.
constexpr DeclaredInput matrix_input(const char* name, const char* shape, MatrixData initial = {}) {
  return {{.name = name, .type = InputType::matrix, .initial = initial, .shape = shape}};
}

}  // namespace gf
