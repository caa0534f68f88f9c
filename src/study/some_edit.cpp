#include "study/some_edit.h"

#include <algorithm>
#include <utility>

namespace gf {
namespace {

double edited_number(const InputSpec& spec, double now, std::uint32_t number) {
  constexpr double kParts = 997;  // steps in the range of an input that declares no step
  const double steps = 1 + number % 5;
  const double step = spec.step > 0 ? spec.step : (spec.most - spec.least) / kParts;
  const double up = now + steps * step;
  const double down = now - steps * step;
  return up <= spec.most ? up : std::max(down, spec.least);
}

std::string edited_choice(const InputSpec& spec, const std::string& now) {
  const auto present = std::find(spec.choices.begin(), spec.choices.end(), now);
  const auto next = present == spec.choices.end() ? present : std::next(present);
  return std::string(next == spec.choices.end() ? *spec.choices.begin() : *next);
}

// Returns where each word of a text begins and ends, in bytes. A space or the end of a line ends a word.
std::vector<std::pair<std::size_t, std::size_t>> words_of(const std::string& text) {
  std::vector<std::pair<std::size_t, std::size_t>> words;
  for (std::size_t begin = text.find_first_not_of(" \n"); begin != std::string::npos;) {
    const std::size_t end = std::min(text.find_first_of(" \n", begin), text.size());
    words.emplace_back(begin, end);
    begin = text.find_first_not_of(" \n", end);
  }
  return words;
}

std::string edited_text(std::string text, std::uint32_t number) {
  const auto words = words_of(text);
  if (words.empty()) return "a";
  const auto word = [&](std::size_t i) { return text.substr(words[i].first, words[i].second - words[i].first); };
  const std::size_t which = number / 3 % words.size(), other = (which + 1) % words.size();
  if (number % 3 == 0 && words.size() > 1) return text.substr(0, words[words.size() - 2].second);
  if (number % 3 == 1 || words.size() == 1) return text + " " + word(which);
  const std::string first = word(std::min(which, other)), second = word(std::max(which, other));
  text.replace(words[std::max(which, other)].first, second.size(), first);
  return text.replace(words[std::min(which, other)].first, first.size(), second);
}

Tensor edited_matrix(Tensor now, std::uint32_t number) {
  if (now.size() > 0) now.data()[static_cast<Index>(number) % now.size()] += 0.01f * static_cast<float>(1 + number % 7);
  return now;
}

}  // namespace

InputValue edited_value(const InputSpec& spec, const InputValue& now, std::uint32_t number) {
  switch (spec.type) {
    case InputType::toggle:
      return !std::get<bool>(now);
    case InputType::number:
      return edited_number(spec, std::get<double>(now), number);
    case InputType::choice:
      return edited_choice(spec, std::get<std::string>(now));
    case InputType::matrix:
      return edited_matrix(std::get<Tensor>(now), number);
    default:
      return edited_text(std::get<std::string>(now), number);
  }
}

}  // namespace gf
