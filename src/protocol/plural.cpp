#include "protocol/plural.h"

#include <algorithm>
#include <charconv>
#include <cstddef>

#include "core/number.h"

namespace gf {
namespace {

// Calls `use` with each part of a text until `use` returns true. Returns whether it did.
template <typename Use>
bool any_part(std::string_view text, std::string_view between, Use&& use) {
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(between, begin), text.size());
    if (use(trimmed(text.substr(begin, end - begin)))) return true;
    begin = end + between.size();
  }
  return false;
}

std::int64_t number_in(std::string_view text) {
  std::int64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

// Whether a relation such as "i % 10 = 2..4, 7" holds. CLDR's operands n and i are the whole number, and those of decimals and exponents
// are 0.
bool relation_holds(std::string_view relation, std::int64_t count) {
  const std::size_t equals = relation.find('=');
  if (equals == std::string_view::npos || equals == 0) return false;
  const bool differs = relation[equals - 1] == '!';
  const std::string_view left = trimmed(relation.substr(0, equals - (differs ? 1 : 0)));
  const std::size_t percent = left.find('%');
  std::int64_t value = left.starts_with('n') || left.starts_with('i') ? count : 0;
  if (percent != std::string_view::npos) value %= std::max<std::int64_t>(number_in(trimmed(left.substr(percent + 1))), 1);
  const bool found = any_part(relation.substr(equals + 1), ",", [&](std::string_view range) {
    const std::size_t dots = range.find("..");
    const std::int64_t first = number_in(range), last = dots == std::string_view::npos ? first : number_in(range.substr(dots + 2));
    return first <= value && value <= last;
  });
  return found != differs;
}

bool rule_holds(std::string_view rule, std::int64_t count) {
  return any_part(rule, " or ", [&](std::string_view all) {
    return !any_part(all, " and ", [&](std::string_view relation) { return !relation_holds(relation, count); });
  });
}

// Returns the place of the brace that closes the one at `open`.
std::size_t closing(std::string_view text, std::size_t open) {
  int depth = 0;
  for (std::size_t at = open; at < text.size(); ++at) {
    if (text[at] == '{') ++depth;
    if (text[at] == '}' && --depth == 0) return at;
  }
  return std::string_view::npos;
}

// Returns the form of a category among "one {a token} other {{n} tokens}".
std::string_view form_of(std::string_view forms, std::string_view category) {
  std::string_view other;
  for (std::size_t open; (open = forms.find('{')) != std::string_view::npos;) {
    const std::size_t close = closing(forms, open);
    if (close == std::string_view::npos) break;
    const std::string_view name = trimmed(forms.substr(0, open)), form = forms.substr(open + 1, close - open - 1);
    if (name == category) return form;
    if (name == "other") other = form;
    forms.remove_prefix(close + 1);
  }
  return other;
}

}  // namespace

std::string_view plural_category(std::string_view rules, std::int64_t count) {
  std::string_view category = "other";
  any_part(rules, ";", [&](std::string_view rule) {
    const std::size_t colon = rule.find(':');
    if (colon == std::string_view::npos || !rule_holds(rule.substr(colon + 1), count)) return false;
    category = rule.substr(0, colon);
    return true;
  });
  return category;
}

std::string with_chosen_forms(std::string_view text, const std::function<std::string_view(std::string_view name)>& category_of) {
  static constexpr std::string_view kPlural = ", plural,";
  std::string chosen;
  for (std::size_t at; (at = text.find(kPlural)) != std::string_view::npos;) {
    const std::size_t open = text.rfind('{', at), close = open == std::string_view::npos ? open : closing(text, open);
    if (close == std::string_view::npos) break;
    chosen += text.substr(0, open);
    const std::string_view forms = text.substr(at + kPlural.size(), close - at - kPlural.size());
    chosen += form_of(forms, category_of(text.substr(open + 1, at - open - 1)));
    text.remove_prefix(close + 1);
  }
  return chosen.append(text);
}

}  // namespace gf
