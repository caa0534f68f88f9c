// The reader's answers in a lesson: a guess for each step that asks, and a number for each blank. In JSON, both are lists of numbers in one
// object, and the question decides what the numbers mean. In C++, each kind of answer has a type; `written_answers` makes the lists.
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

/// The reader asked to be shown the answer, and did not guess.
struct NoGuess {
  bool operator==(const NoGuess&) const = default;
};
/// One of several answers, or one of several cells of a row or column.
struct Choice {
  std::size_t place = 0;  // from 0
  bool operator==(const Choice&) const = default;
};
struct Number {
  double value = 0;
  bool operator==(const Number&) const = default;
};
struct Shares {
  std::vector<double> parts;  // in the order of their row; their sum is 1
  bool operator==(const Shares&) const = default;
};
struct PlaceInPlane {
  double x = 0, y = 0;
  bool operator==(const PlaceInPlane&) const = default;
};

using Guess = std::variant<NoGuess, Choice, Number, Shares, PlaceInPlane>;
/// The guesses in a lesson, by the id of the step.
using Guesses = std::map<std::string, Guess>;

/// The reader's answer at a blank.
struct Filling {
  std::optional<double> typed;  // none: the reader asked to be shown the number
  double asked = 0;             // the value of the cell when the reader answered
  bool stacked = false;         // the node has outer axes, so the name of a cell has three numbers
  bool operator==(const Filling&) const = default;
};
using Fillings = std::map<Selection, Filling>;

/// Whether a number was typed for a blank. The value of the cell may have changed since then.
bool was_typed(const Fillings& fillings, const Selection& blank);

/// All answers of the reader in one lesson.
struct Answers {
  Guesses guesses;
  Fillings fillings;
  std::size_t size() const { return guesses.size() + fillings.size(); }
  bool operator==(const Answers&) const = default;
};

inline constexpr std::size_t kMostAnswers = 1024;  // of a lesson

/// A guess as a list: the place of a choice, a number, the shares in order, or x and y of a place in the plane. NoGuess is empty.
/// guess_for (study/ask.h) turns the list back into a guess.
using GuessNumbers = std::vector<double>;
/// All answers as lists, by the id of the step or the name of the blank's cell. A filling is {typed, asked}, or {asked} without `typed`.
/// Example: {"shares", {0.5, 0.3, 0.2}}, {"sum[0,0]", {11, 11.3}}.
using WrittenAnswers = std::map<std::string, GuessNumbers>;

GuessNumbers numbers_of(const Guess& guess);
WrittenAnswers written_answers(const Answers& answers);

/// Returns the name of a blank's cell in WrittenAnswers: "weights[0,1]", or "weights[2,0,1]" if `stacked`.
std::string name_of_filling(const Selection& blank, bool stacked);

/// Returns the fillings among written answers: each list of one or two finite numbers under the name of a cell. Ignores the other lists.
Fillings fillings_in(const WrittenAnswers& all);

/// {"shares": [0.5, 0.3, 0.2], "two_scores": []}
nlohmann::json to_json(const WrittenAnswers& answers);
/// Reads the form of to_json. Throws InputError that names the field and the expected form.
WrittenAnswers answers_from_json(const nlohmann::json& json);
/// Reads one list of numbers. Throws InputError if `json` is not a list of at most 64 finite numbers.
GuessNumbers guess_from_json(const nlohmann::json& json);

}  // namespace gf
