#include "protocol/answers.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "core/json_fields.h"
#include "core/overloaded.h"
#include "protocol/limits.h"

namespace gf {
namespace {

using nlohmann::json;

constexpr std::size_t kMostNumbersOfGuess = 64;
constexpr std::size_t kMostDigitsOfPlace = 9;

// Reads a name such as "weights[0,1]": returns the cell, and whether the name has three numbers. Returns none for any other text.
std::optional<std::pair<Selection, bool>> filling_named(std::string_view name) {
  const std::size_t open = name.rfind('[');
  if (open == std::string_view::npos || !name.ends_with(']')) return std::nullopt;
  std::vector<Index> places;
  for (std::size_t begin = open + 1; begin < name.size();) {
    const std::size_t end = std::min(name.find(',', begin), name.size() - 1);
    const std::string_view digits = name.substr(begin, end - begin);
    Index place = 0;
    const char* const last = digits.data() + digits.size();
    if (digits.empty() || digits.size() > kMostDigitsOfPlace || std::from_chars(digits.data(), last, place).ptr != last || place < 0)
      return std::nullopt;
    places.push_back(place);
    begin = end + 1;
  }
  if (places.size() != 2 && places.size() != 3) return std::nullopt;
  const bool stacked = places.size() == 3;
  const Cell cell{stacked ? places.front() : 0, places[places.size() - 2], places.back()};
  return std::pair(Selection{std::string(name.substr(0, open)), cell}, stacked);
}

}  // namespace

bool was_typed(const Fillings& fillings, const Selection& blank) {
  const auto filling = fillings.find(blank);
  return filling != fillings.end() && filling->second.typed;
}

GuessNumbers numbers_of(const Guess& guess) {
  return std::visit(Overloaded{
                        [](const NoGuess&) { return GuessNumbers{}; },
                        [](const Choice& choice) { return GuessNumbers{static_cast<double>(choice.place)}; },
                        [](const Number& number) { return GuessNumbers{number.value}; },
                        [](const Shares& shares) { return shares.parts; },
                        [](const PlaceInPlane& place) {
                          return GuessNumbers{place.x, place.y};
                        },
                    },
                    guess);
}

std::string name_of_filling(const Selection& blank, bool stacked) {
  return blank.node + to_string(blank.cell, Shape{std::vector<Index>(stacked ? 1 : 0, 1), 1, 1});
}

WrittenAnswers written_answers(const Answers& answers) {
  WrittenAnswers all;
  for (const auto& [step, guess] : answers.guesses) all[step] = numbers_of(guess);
  for (const auto& [blank, filling] : answers.fillings) {
    GuessNumbers& numbers = all[name_of_filling(blank, filling.stacked)];
    if (filling.typed) numbers.push_back(*filling.typed);
    numbers.push_back(filling.asked);
  }
  return all;
}

Fillings fillings_in(const WrittenAnswers& all) {
  Fillings fillings;
  for (const auto& [name, numbers] : all) {
    const auto blank_and_stacked = filling_named(name);
    const bool finite = std::all_of(numbers.begin(), numbers.end(), [](double number) { return std::isfinite(number); });
    if (!blank_and_stacked || !finite || (numbers.size() != 1 && numbers.size() != 2)) continue;
    const auto& [blank, stacked] = *blank_and_stacked;
    fillings[blank] = {numbers.size() == 2 ? std::optional(numbers.front()) : std::nullopt, numbers.back(), stacked};
  }
  return fillings;
}

json to_json(const WrittenAnswers& answers) {
  json result = json::object();
  for (const auto& [name, numbers] : answers) result[name] = numbers;
  return result;
}

GuessNumbers guess_from_json(const json& value) {
  if (!value.is_array() || value.size() > kMostNumbersOfGuess) wrong_type("guess", "@numbers", value);
  GuessNumbers guess;
  for (const json& number : value) guess.push_back(static_cast<double>(float_from_json(number, "guess")));
  return guess;
}

WrittenAnswers answers_from_json(const json& value) {
  if (!value.is_object() || value.size() > kMostAnswers) wrong_type("guesses", "@object", value);
  WrittenAnswers answers;
  for (const auto& [name, guess] : value.items()) {
    check_name(name, "guesses");
    answers[name] = guess_from_json(guess);
  }
  return answers;
}

}  // namespace gf
