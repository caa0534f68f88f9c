// The forms of texts for different counts.
#include "protocol/plural.h"

#include <string>
#include <vector>

#include "protocol/texts.h"
#include "support.h"

using namespace gf;

namespace plural_test {
namespace {

// Rules of Unicode's CLDR, with numbers that it lists for each category.
struct Language {
  const char* rules;
  std::vector<std::pair<std::string, std::vector<std::int64_t>>> samples;
};

const Language kRussian{
    "one: v = 0 and i % 10 = 1 and i % 100 != 11; few: v = 0 and i % 10 = 2..4 and i % 100 != 12..14; "
    "many: v = 0 and i % 10 = 0 or v = 0 and i % 10 = 5..9 or v = 0 and i % 100 = 11..14",
    {{"one", {1, 21, 31, 101, 1001}}, {"few", {2, 3, 4, 22, 24, 102}}, {"many", {0, 5, 11, 12, 14, 19, 100, 111, 1000000}}}};
const Language kArabic{
    "zero: n = 0; one: n = 1; two: n = 2; few: n % 100 = 3..10; many: n % 100 = 11..99",
    {{"zero", {0}}, {"one", {1}}, {"two", {2}}, {"few", {3, 10, 103, 110}}, {"many", {11, 26, 99, 111}}, {"other", {100, 102, 200, 1000}}}};
const Language kLatvian{"zero: n % 10 = 0 or n % 100 = 11..19 or v = 2 and f % 100 = 11..19; one: n % 10 = 1 and n % 100 != 11",
                        {{"zero", {0, 10, 11, 19, 20, 100}}, {"one", {1, 21, 101}}, {"other", {2, 9, 22, 29, 102}}}};

}  // namespace

TEST_SUITE("protocol/plural") {
  TEST_CASE("rules of CLDR say the categories that CLDR lists for them") {
    for (const Language& language : {kRussian, kArabic, kLatvian})
      for (const auto& [category, counts] : language.samples)
        for (const std::int64_t count : counts) {
          CAPTURE(count);
          CHECK(plural_category(language.rules, count) == category);
        }
    CHECK(plural_category("other", 1) == "other");
    CHECK(plural_category("", 1) == "other");
    CHECK(plural_category("one: nonsense", 1) == "other");
  }

  TEST_CASE("a text has the form of its count, otherwise the form `other`") {
    Texts texts(R"({"ui": {"numbers": {"plural": "one: i = 0,1"}},
      "tokens": "{count, plural, one {The first token is} other {The first {count} tokens are}} gone, {most} are left.",
      "problems": {"rows": "row {row} has {got, plural, one {one value} other {{got} values}}"}})");
    const auto tokens = [&](const char* count) { return texts.format("tokens", {{"count", count}, {"most", "8"}}); };
    CHECK(tokens("1") == "The first token is gone, 8 are left.");
    CHECK(tokens("0") == "The first token is gone, 8 are left.");
    CHECK(tokens("2") == "The first 2 tokens are gone, 8 are left.");
    CHECK(tokens("1.5") == "The first 1.5 tokens are gone, 8 are left.");
    CHECK(tokens("{most}") == "The first {most} tokens are gone, 8 are left.");
    CHECK(texts.format(Problem{"rows", {{"row", "1"}, {"got", "1"}}}) == "row 1 has one value");
    CHECK(texts.format(Problem{"rows", {{"row", "2"}, {"got", "5"}}}) == "row 2 has 5 values");
  }

  TEST_CASE("a choice that is not closed stays, and one without `other` has nothing to say") {
    const auto one = [](std::string_view) { return std::string_view("one"); };
    CHECK(with_chosen_forms("{n, plural, one {a", one) == "{n, plural, one {a");
    CHECK(with_chosen_forms("n, plural, one", one) == "n, plural, one");
    CHECK(with_chosen_forms("{n, plural, few {some}}.", one) == ".");
  }

  TEST_CASE("languages whose forms differ have the same words in braces") {
    const Texts english(R"({"a": "{n, plural, one {a token} other {{n} tokens}} of {all}"})"), chinese(R"({"a": "{all} {n}"})"),
        other(R"({"a": "{all}"})");
    CHECK(differences(english, chinese).empty());
    CHECK(differences(english, other) == std::vector<std::string>{"a: {n} stands in the first only"});
  }
}

}  // namespace plural_test
