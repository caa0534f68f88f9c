// The reader's answers: a guess for each step that asks, and a number for each blank. In JSON both stand in one object, as lists of numbers
// whose meaning depends on the question. Here each has a type.
#pragma once

#include <cstddef>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "protocol/document.h"

namespace gf {

/// The reader asked to be shown, without a guess.
struct NoGuess {
  bool operator==(const NoGuess&) const = default;
};
/// One of several answers, or of the places of a row, from 0.
struct Choice {
  std::size_t place = 0;
  bool operator==(const Choice&) const = default;
};
struct Number {
  double value = 0;
  bool operator==(const Number&) const = default;
};
/// In the order of their row.
struct Shares {
  std::vector<double> parts;
  bool operator==(const Shares&) const = default;
};
struct PlaceInPlane {
  double x = 0, y = 0;
  bool operator==(const PlaceInPlane&) const = default;
};

using Guess = std::variant<NoGuess, Choice, Number, Shares, PlaceInPlane>;
/// By the id of the step.
using Guesses = std::map<std::string, Guess>;

/// The number typed for a blank, and the number that it was compared with. If nothing was typed, the reader asked to be shown.
struct Filling {
  std::optional<double> typed;
  double asked = 0;
  bool stacked = false;  // its node has outer axes, and so three numbers in the name of a cell
  bool operator==(const Filling&) const = default;
};
using Fillings = std::map<Selection, Filling>;

/// Whether a number was typed for a blank, whatever the cell says by now.
bool was_typed(const Fillings& fillings, const Selection& at);

/// All that the reader answered in a lesson.
struct Answers {
  Guesses guesses;
  Fillings fillings;
  std::size_t size() const { return guesses.size() + fillings.size(); }
  bool operator==(const Answers&) const = default;
};

inline constexpr std::size_t kMostAnswers = 1024;  // of a lesson

/// A guess as it is written: the number; the shares in their order; x and y of a place; the place of a choice. It is empty if the reader
/// asked to be shown.
using GuessNumbers = std::vector<double>;
/// All answers as they are written, by the id of the step or the name of the blank's cell. A filling is {typed, asked}, or {asked} alone.
/// Example: {"shares", {0.5, 0.3, 0.2}}, {"sum[0,0]", {11, 11.3}}.
using WrittenAnswers = std::map<std::string, GuessNumbers>;

GuessNumbers written(const Guess& guess);
WrittenAnswers written(const Answers& answers);

/// The name under which a filling is written: "weights[0,1]".
std::string name_of_filling(const Selection& at, bool stacked);

/// The fillings among what was written: those under the name of a cell, with one or two finite numbers.
Fillings fillings_in(const WrittenAnswers& all);

/// {"shares": [0.5, 0.3, 0.2], "two_scores": []}
nlohmann::json to_json(const WrittenAnswers& answers);
/// Throws InputError that names the field and what was expected.
WrittenAnswers answers_from_json(const nlohmann::json& json);
/// Throws likewise.
GuessNumbers guess_from_json(const nlohmann::json& json);

}  // namespace gf
