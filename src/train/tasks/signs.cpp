// Tasks on single signs: copy, reverse, sort, add, brackets, parity.
#include <algorithm>
#include <array>
#include <cctype>

#include "core/problem.h"
#include "train/tasks/rules.h"
#include "train/tasks/tasks.h"

namespace gf {
namespace {

using Tokens = std::vector<std::string>;

constexpr int kShortest = 3, kLongest = 8;
constexpr DrawCounts kSequences = {8000, 800};
constexpr int kDigits = 3;  // of the numbers that are added
constexpr int kFewestBits = 4, kMostBits = 12;

std::vector<std::string> draw_signs(NumpyRandom& random, char first, int count) {
  std::vector<std::string> signs(static_cast<std::size_t>(draw_between(random, kShortest, kLongest)));
  for (std::string& sign : signs) sign = std::string(1, static_cast<char>(first + draw_between(random, 0, count - 1)));
  return signs;
}

// Appends the digits of a number, with zeros before them: 0 0 0 7 for 7 in four places.
void append_digits(Tokens& tokens, int number, int places) {
  tokens.resize(tokens.size() + static_cast<std::size_t>(places));
  for (auto digit = tokens.rbegin(); places > 0; ++digit, number /= 10, --places) digit->assign(1, static_cast<char>('0' + number % 10));
}

Tokens sum_question(int a, int b) {
  Tokens tokens;
  tokens.reserve(2 * kDigits + 1);
  append_digits(tokens, a, kDigits);
  tokens.emplace_back("+");
  append_digits(tokens, b, kDigits);
  return tokens;
}

int draw_number(NumpyRandom& random) {
  // The number of digits is drawn first: otherwise nine in ten numbers would have three digits.
  const std::array<int, 4> bounds = {0, 10, 100, 1000};
  const auto digits = static_cast<std::size_t>(draw_between(random, 1, kDigits));
  return draw_between(random, digits == 1 ? 0 : bounds[digits - 1], bounds[digits] - 1);
}

constexpr std::array<std::string_view, 4> kBrackets = {"()", "[]", "{}", "<>"};

// Draws a beginning such as ( [ ] {
Tokens draw_brackets(NumpyRandom& random) {
  const int length = draw_between(random, 3, 10);
  Tokens question;
  std::vector<std::size_t> open;
  for (int i = 0; i < length; ++i) {
    // The last bracket opens, so that the answer closes at least one.
    const bool opens = open.empty() || i + 1 == length || (open.size() < 5 && draw_chance(random, 0.55));
    if (opens) open.push_back(draw_index(random, kBrackets.size()));
    question.emplace_back(1, kBrackets[open.back()][opens ? 0 : 1]);
    if (!opens) open.pop_back();
  }
  return question;
}

int number_of(Tokens::const_iterator begin, Tokens::const_iterator end) {
  int number = 0;
  for (; begin != end; ++begin) number = 10 * number + (begin->front() - '0');
  return number;
}

// Returns a question with the answer that a rule gives.
Example by_rule(Tokens question, Rule rule) {
  Tokens answer = *rule(question);
  return {std::move(question), std::move(answer)};
}

// Draws sequences of ten different signs, the first of which is `first`, to be copied.
TaskExamples copies(std::uint32_t seed, char first) {
  return draw_examples(seed, kSequences, [first](NumpyRandom& random) {
    const Tokens signs = draw_signs(random, first, 10);
    return Drawn{by_rule(signs, copy_rule), {joined(signs, " ")}};
  });
}

// Returns for each bit whether the number of ones up to it is even or odd, or none for another sign.
std::optional<Tokens> running_parity(const Tokens& bits) {
  Tokens parities;
  bool odd = false;
  for (const std::string& bit : bits) {
    if (bit != "0" && bit != "1") return std::nullopt;
    odd = odd != (bit == "1");
    parities.emplace_back(odd ? "odd" : "even");
  }
  return parities;
}

// Draws bits, with the answer by a rule. The same seed gives the same questions for both rules.
TaskExamples parities(std::uint32_t seed, Rule rule) {
  const auto draw = [rule](NumpyRandom& random) {
    Tokens bits(static_cast<std::size_t>(draw_between(random, kFewestBits, kMostBits)));
    for (std::string& bit : bits) bit = draw_chance(random, 0.5) ? "1" : "0";
    std::string question = joined(bits, " ");
    return Drawn{by_rule(std::move(bits), rule), {std::move(question)}};
  };
  return draw_examples(seed, {7000, 700}, draw, are_bits_held_out);
}

}  // namespace

std::optional<Tokens> copy_rule(const Tokens& question) { return question; }

std::optional<Tokens> reverse_rule(const Tokens& question) { return Tokens(question.rbegin(), question.rend()); }

std::optional<Tokens> sort_rule(const Tokens& question) {
  Tokens answer = question;
  std::sort(answer.begin(), answer.end());
  return answer;
}

// Expects numbers of three digits, as sum_question makes them.
std::optional<Tokens> add_rule(const Tokens& question) {
  const auto plus = std::find(question.begin(), question.end(), "+");
  if (plus == question.end()) return std::nullopt;
  Tokens sum;
  append_digits(sum, number_of(question.begin(), plus) + number_of(plus + 1, question.end()), kDigits + 1);
  return sum;
}

// Returns } ) for ( [ ] {
std::optional<Tokens> brackets_rule(const Tokens& question) {
  Tokens open;
  for (const std::string& sign : question) {
    const auto pair = std::find_if(kBrackets.begin(), kBrackets.end(), [&](std::string_view p) { return p.find(sign) != p.npos; });
    if (pair == kBrackets.end()) return std::nullopt;
    if (pair->front() == sign.front())
      open.emplace_back(1, pair->back());
    else if (open.empty() || open.back() != sign)
      return std::nullopt;
    else
      open.pop_back();
  }
  return Tokens(open.rbegin(), open.rend());
}

// The lowest bit of the hash is the parity of the text. If it decided, all held-out questions would have the same answer.
bool are_bits_held_out(std::string_view question) { return (seed_of_word(0, question) >> 16) % 10 == 0; }

std::optional<Tokens> parity_steps_rule(const Tokens& question) { return running_parity(question); }

std::optional<Tokens> parity_rule(const Tokens& question) {
  std::optional<Tokens> parities = running_parity(question);
  if (parities && parities->size() > 1) parities->erase(parities->begin(), parities->end() - 1);
  return parities;
}

TaskExamples copy_task(std::uint32_t seed) { return copies(seed, 'a'); }

TaskExamples copy_digits_task(std::uint32_t seed) { return copies(seed, '0'); }

TaskExamples reverse_task(std::uint32_t seed) { return reverse_task(seed, kSequences); }

TaskExamples reverse_task(std::uint32_t seed, DrawCounts counts) {
  return draw_examples(seed, counts, [](NumpyRandom& random) {
    const Tokens signs = draw_signs(random, '0', 10);
    return Drawn{by_rule(signs, reverse_rule), {joined(signs, " ")}};
  });
}

TaskExamples sort_task(std::uint32_t seed) {
  return draw_examples(seed, kSequences, [](NumpyRandom& random) {
    Example example = by_rule(draw_signs(random, '0', 10), sort_rule);
    std::string digits = joined(example.answer, " ");
    return Drawn{std::move(example), {std::move(digits)}};  // all orders of the same digits are on one side
  });
}

TaskExamples add_task(std::uint32_t seed) {
  return draw_examples(seed, {20000, 1000}, [](NumpyRandom& random) {
    const int a = draw_number(random), b = draw_number(random);
    Drawn drawn{by_rule(sum_question(a, b), add_rule), {}};
    drawn.combinations.push_back(joined(a <= b ? drawn.example.question : sum_question(b, a), " "));
    return drawn;
  });
}

TaskExamples brackets_task(std::uint32_t seed) {
  return draw_examples(seed, kSequences, [](NumpyRandom& random) {
    Example example = by_rule(draw_brackets(random), brackets_rule);
    std::string all = joined(example.question, " ");
    return Drawn{std::move(example), {std::move(all)}};
  });
}

TaskExamples parity_task(std::uint32_t seed) { return parities(seed, parity_rule); }

TaskExamples parity_steps_task(std::uint32_t seed) { return parities(seed, parity_steps_rule); }

std::vector<std::string> bit_tokens(const std::string& text) {
  Tokens bits = signs_of(text);
  if (bits.empty()) throw InputError({"no_tokens", {{"where", "question"}}});
  for (const std::string& bit : bits)
    if (bit != "0" && bit != "1")
      throw InputError({"unknown_token", {{"where", "question"}, {"task", "parity"}, {"got", bit}, {"near", "0 1"}}});
  return bits;
}

std::vector<std::string> sum_vocabulary() { return signs_of("+0123456789"); }

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
  if (!well_formed)
    throw InputError({"not_an_addition", {{"where", "question"}, {"digits", std::to_string(kDigits)}, {"got", text.substr(0, 60)}}});
  return sum_question(std::stoi(numbers[0]), std::stoi(numbers[1]));
}

}  // namespace gf
