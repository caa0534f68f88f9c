// Declarations of inputs, with a function for each type. A lesson's list of inputs reads as a table:
//   constexpr InputSpec kInputs[] = {text_input("phrases", kPhrases).lines(), number_input("length", 3, 1, 512).logarithmic(),
//                                    choice_input("axis", "rows, columns"), seed_input(42)};
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "protocol/schema.h"

namespace gf {

/// A declared input. The member functions add properties.
struct DeclaredInput : InputSpec {
  /// Allows a text of several lines.
  constexpr DeclaredInput lines() && {
    InputSpec::lines = true;
    return *this;
  }
  /// Spreads the slider by the logarithm of the number.
  constexpr DeclaredInput logarithmic() && {
    InputSpec::logarithmic = true;
    return *this;
  }
  /// Adds a button that counts the number up, so that a model writes token by token. The texts `inputs.<name>` have the words of the
  /// buttons: `run` and `rest` count up, `one` counts a single step, and `keep` takes over the written text (the note `written`).
  constexpr DeclaredInput runs() && {
    InputSpec::runs = true;
    return *this;
  }
  /// Makes the input matter only while another input has one of these choices. Without choices, the other input must be on, or not 0.
  constexpr DeclaredInput only_with(const char* input, NameList with = {}) && {
    InputSpec::only_with = OnlyWith{input, with};
    return *this;
  }
};

constexpr DeclaredInput text_input(const char* name, std::string_view initial) {
  return {{.name = name, .type = InputType::text, .initial = initial}};
}
/// Declares a number. A step of 1 means whole numbers. If `most` is above a thousand, the slider is logarithmic.
constexpr DeclaredInput number_input(const char* name, double initial, double least, double most, double step = 1) {
  return {{.name = name,
           .type = InputType::number,
           .initial = initial,
           .least = least,
           .most = most,
           .step = step,
           .logarithmic = most > 1000}};
}
/// Declares the seed of random numbers.
constexpr DeclaredInput seed_input(double initial) { return number_input("seed", initial, 0, 4294967295.0); }
constexpr DeclaredInput toggle_input(const char* name, bool initial) {
  return {{.name = name, .type = InputType::toggle, .initial = initial}};
}
constexpr DeclaredInput choice_input(const char* name, NameList choices, std::string_view initial) {
  return {{.name = name, .type = InputType::choice, .initial = initial, .choices = choices}};
}
/// Declares a choice. The first choice is the default.
constexpr DeclaredInput choice_input(const char* name, NameList choices) { return choice_input(name, choices, choices.front()); }

/// The text of a NameList, which a constant expression can build.
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

/// Returns the choices in the rows of a constant table, with `first` before them and `last` after them.
/// Example: constexpr NameText kChoices = choice_names(kMatrices, &MatrixChoice::choice, "own").
template <typename Row, std::size_t N>
constexpr NameText choice_names(const Row (&rows)[N], const char* Row::*choice, std::string_view first = {}, std::string_view last = {}) {
  NameText names;
  names.add(first);
  for (const Row& row : rows) names.add(row.*choice);
  names.add(last);
  return names;
}

/// Declares a matrix. `shape` is for messages. Without a default, the lesson makes the matrix from the other inputs until it is set.
constexpr DeclaredInput matrix_input(const char* name, const char* shape, MatrixData initial = {}) {
  return {{.name = name, .type = InputType::matrix, .initial = initial, .shape = shape}};
}

}  // namespace gf
