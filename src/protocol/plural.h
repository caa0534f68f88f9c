// Chooses among the forms that a language has for different counts: "1 token", "2 tokens".
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace gf {

/// Returns the category of a whole number by rules in the form of Unicode's CLDR, "CATEGORY: RULE" with "; " between them; "other" if no
/// rule holds. Example: plural_category("one: i = 0,1", 0) is "one", and plural_category("one: i = 1 and v = 0", 0) is "other".
std::string_view plural_category(std::string_view rules, std::int64_t count);

/// Returns a text in which each choice of ICU's form has become the form of its category, otherwise the form `other`. `category_of` gets
/// the name of a count. A choice that is not closed stays as it is. Example: "{n, plural, one {a token} other {{n} tokens}}" is "a token"
/// if `category_of("n")` is "one", otherwise "{n} tokens".
std::string with_chosen_forms(std::string_view text, const std::function<std::string_view(std::string_view name)>& category_of);

}  // namespace gf
