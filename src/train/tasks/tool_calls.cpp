#include "train/tasks/tool_calls.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "text/letters.h"
#include "text/tokenizer.h"
#include "train/tasks/tasks.h"

namespace gf {
namespace {

using Tokens = std::vector<std::string>;

constexpr std::size_t kMostDigits = 6;

bool is_digit(std::string_view token) { return token.size() == 1 && token[0] >= '0' && token[0] <= '9'; }

std::optional<long long> number_in(Tokens::const_iterator begin, Tokens::const_iterator end) {
  const bool negative = begin != end && *begin == "-";
  if (negative) ++begin;
  if (begin == end || end - begin > static_cast<std::ptrdiff_t>(kMostDigits)) return std::nullopt;
  long long number = 0;
  for (; begin != end; ++begin) {
    if (!is_digit(*begin)) return std::nullopt;
    number = 10 * number + (begin->front() - '0');
  }
  return negative ? -number : number;
}

std::optional<long long> calculated(long long left, char sign, long long right) {
  switch (sign) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    default:
      return right == 0 || left % right != 0 ? std::nullopt : std::optional(left / right);
  }
}

// Returns the value of a calculation, or none. The first token is not its sign, because it can be the minus of a number.
std::optional<long long> value_of(const Tokens& call) {
  for (auto sign = call.begin(); sign != call.end(); ++sign) {
    if (sign == call.begin() || sign->size() != 1 || std::string_view("+-*/").find((*sign)[0]) == std::string_view::npos) continue;
    const auto left = number_in(call.begin(), sign), right = number_in(sign + 1, call.end());
    return left && right ? calculated(*left, (*sign)[0], *right) : std::nullopt;
  }
  return std::nullopt;
}

}  // namespace

Tokens tool_tokens(std::string_view text) {
  Tokens tokens;
  for (const std::string& word : word_tokens(text)) {
    const std::string lower = lower_case(word);
    const bool named = !tokens.empty() && tokens.back() == "@";
    if (named) {
      tokens.back() += lower;
    } else if (!lower.empty() && std::all_of(lower.begin(), lower.end(), [](char c) { return c >= '0' && c <= '9'; })) {
      for (const char digit : lower) tokens.emplace_back(1, digit);
    } else {
      tokens.push_back(lower);
    }
  }
  return tokens;
}

std::string tool_text(const Tokens& tokens) {
  std::string text;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const bool closes = tokens[i].size() == 1 && std::string_view(".,!?:").find(tokens[i][0]) != std::string_view::npos;
    const bool joins =
        i > 0 && is_digit(tokens[i]) && (is_digit(tokens[i - 1]) || (tokens[i - 1] == "-" && (i < 2 || !is_digit(tokens[i - 2]))));
    if (i > 0 && !closes && !joins) text += ' ';
    text += tokens[i];
  }
  return text;
}

Tokens run_tool(const Tokens& call, ToolNote& note) {
  if (call == Tokens{"read", "note"} && note.there && !note.tokens.empty()) return note.tokens;
  if (call == Tokens{"delete", "note"} && note.there) {
    note.there = false;
    return {"done"};
  }
  const auto value = value_of(call);
  return value ? tool_tokens(std::to_string(*value)) : Tokens{std::string(kRefused)};
}

bool is_held_out_calculation(int left, char sign, int right) {
  if ((sign == '+' || sign == '*') && left > right) std::swap(left, right);
  return is_held_out(std::to_string(left) + " " + sign + " " + std::to_string(right));
}

}  // namespace gf
