// Tasks on single signs: copy, reverse, sort, add, brackets.
#include <algorithm>
#include <array>
#include <cctype>

#include "core/problem.h"
#include "train/tasks/tasks.h"

namespace gf {
namespace {

constexpr int kShortest = 3, kLongest = 8;
constexpr DrawCounts kSequences = {8000, 800};
constexpr int kDigits = 3;  // of the numbers that are added

std::vector<std::string> draw_signs(NumpyRandom& random, char first, int count) {
  std::vector<std::string> signs(static_cast<std::size_t>(draw_between(random, kShortest, kLongest)));
  for (std::string& sign : signs) sign = std::string(1, static_cast<char>(first + draw_between(random, 0, count - 1)));
  return signs;
}

// 7 in four places: 0 0 0 7.
std::vector<std::string> digits_of(int number, int places) {
  std::vector<std::string> digits(static_cast<std::size_t>(places));
  for (auto digit = digits.rbegin(); digit != digits.rend(); ++digit, number /= 10)
    *digit = std::string(1, static_cast<char>('0' + number % 10));
  return digits;
}

std::vector<std::string> sum_question(int a, int b) {
  std::vector<std::string> tokens = digits_of(a, kDigits);
  tokens.emplace_back("+");
  for (std::string& digit : digits_of(b, kDigits)) tokens.push_back(std::move(digit));
  return tokens;
}

int draw_number(NumpyRandom& random) {
  // As many short numbers as long ones: else nine in ten have three digits.
  const std::array<int, 4> bounds = {0, 10, 100, 1000};
  const auto digits = static_cast<std::size_t>(draw_between(random, 1, kDigits));
  return draw_between(random, digits == 1 ? 0 : bounds[digits - 1], bounds[digits] - 1);
}

constexpr std::array<std::string_view, 4> kBrackets = {"()", "[]", "{}", "<>"};

// A beginning such as ( [ ] { and what closes it: } ).
Example draw_brackets(NumpyRandom& random) {
  const int length = draw_between(random, 3, 10);
  Example example;
  std::vector<std::size_t> open;
  for (int i = 0; i < length; ++i) {
    // The last one opens, so that there is always something to close.
    const bool opens = open.empty() || i + 1 == length || (open.size() < 5 && draw_chance(random, 0.55));
    if (opens) open.push_back(draw_index(random, kBrackets.size()));
    example.question.emplace_back(1, kBrackets[open.back()][opens ? 0 : 1]);
    if (!opens) open.pop_back();
  }
  for (auto kind = open.rbegin(); kind != open.rend(); ++kind) example.answer.emplace_back(1, kBrackets[*kind][1]);
  return example;
}

}  // namespace

TaskExamples copy_task(std::uint32_t seed) {
  return draw_examples(seed, kSequences, [](NumpyRandom& random) {
    const auto signs = draw_signs(random, 'a', 10);
    return Drawn{{signs, signs}, {joined(signs, " ")}};
  });
}

TaskExamples reverse_task(std::uint32_t seed) {
  return draw_examples(seed, kSequences, [](NumpyRandom& random) {
    const auto signs = draw_signs(random, '0', 10);
    return Drawn{{signs, {signs.rbegin(), signs.rend()}}, {joined(signs, " ")}};
  });
}

TaskExamples sort_task(std::uint32_t seed) {
  return draw_examples(seed, kSequences, [](NumpyRandom& random) {
    const auto signs = draw_signs(random, '0', 10);
    auto sorted = signs;
    std::sort(sorted.begin(), sorted.end());
    return Drawn{{signs, sorted}, {joined(sorted, " ")}};  // all orders of the same digits go together
  });
}

TaskExamples add_task(std::uint32_t seed) {
  return draw_examples(seed, {20000, 1000}, [](NumpyRandom& random) {
    const int a = draw_number(random), b = draw_number(random);
    return Drawn{{sum_question(a, b), digits_of(a + b, kDigits + 1)}, {joined(sum_question(std::min(a, b), std::max(a, b)), " ")}};
  });
}

TaskExamples brackets_task(std::uint32_t seed) {
  return draw_examples(seed, kSequences, [](NumpyRandom& random) {
    Example example = draw_brackets(random);
    std::string all = joined(example.question, " ");
    return Drawn{std::move(example), {std::move(all)}};
  });
}

std::vector<std::string> sum_tokens(const std::string& text) {
  std::string numbers[2];
  std::size_t side = 0;
  bool well_formed = true;
  std::string_view rest = text;
  while (!rest.empty() && (rest.back() == '=' || std::isspace(static_cast<unsigned char>(rest.back())))) rest.remove_suffix(1);
  for (const char c : rest) {
    if (c >= '0' && c <= '9')
      numbers[side] += c;
    else if (c == '+' && side == 0)
      side = 1;
    else
      well_formed = well_formed && c == ' ';
  }
  for (std::string& number : numbers) {
    while (number.size() > kDigits && number.front() == '0') number.erase(0, 1);
    well_formed = well_formed && !number.empty() && number.size() <= kDigits;
  }
  if (!well_formed) throw InputError({"not_a_sum", {{"where", "question"}, {"got", text.substr(0, 60)}}});
  return sum_question(std::stoi(numbers[0]), std::stoi(numbers[1]));
}

}  // namespace gf
