#include "core/number.h"

#include <cmath>
#include <limits>

#include "core/number_text.h"
#include "core/problem.h"
#include "support.h"

using namespace gf;

namespace number_test {
namespace {

std::string problem_of(std::string_view typed) {
  try {
    parse_number(typed, "w[0,1]");
  } catch (const InputError& error) {
    return error.problem().id;
  }
  return "no problem";
}

}  // namespace

TEST_SUITE("core/number") {
  TEST_CASE("numbers as people type them") {
    CHECK(parse_number("0.5", "x") == 0.5);
    CHECK(parse_number(" -2 ", "x") == -2);
    CHECK(parse_number("−2", "x") == -2);
    CHECK(parse_number("+3", "x") == 3);
    CHECK(parse_number("0,25", "x") == 0.25);
    CHECK(parse_number("1e-3", "x") == 0.001);
    CHECK(parse_number(".5", "x") == 0.5);
    CHECK(parse_number("1e-400", "x") == 0);
    CHECK(parse_number("4294967295", "x") == 4294967295.0);
    CHECK(parse_number("1e−3", "x") == 0.001);
  }

  TEST_CASE("a number that is shown can be typed") {
    CHECK(parse_number("2.5·10⁻⁷", "x") == 2.5e-7);
    CHECK(parse_number("−1,235·10¹²", "x") == -1.235e12);
    CHECK(parse_number("1·10⁻⁴⁰⁰", "x") == 0);
    constexpr double kLargest = std::numeric_limits<float>::max();
    for (const double shown : {1e-199, -1e-199, 12345678.0, 0.25, 5e-324, kLargest}) {
      CAPTURE(shown);
      const double typed = parse_number(format_number(shown), "x");
      CHECK(typed == doctest::Approx(shown).epsilon(0.05));
      CHECK(std::isfinite(static_cast<float>(typed)));
    }
    CHECK(parse_number("-3.403e38", "x") == -kLargest);
    CHECK(problem_of("3.404e38") == "number_too_large");
    for (const char* typed : {"2·10", "2·10⁻", "2·10⁻x", "·10²", "2e1·10²", "2·10²2"}) CHECK(problem_of(typed) == "not_a_number");
  }

  TEST_CASE("a number that no double holds is zero or too large, however it is written") {
    const std::string zeros(400, '0');
    CHECK(parse_number("0." + zeros + "1", "x") == 0);
    CHECK(parse_number("-0." + zeros + "1e9", "x") == 0);
    CHECK(parse_number("1e-99999999999999999999", "x") == 0);
    CHECK(problem_of("1" + zeros) == "number_too_large");
    CHECK(problem_of("1" + zeros + "e-1") == "number_too_large");
    CHECK(problem_of("1e99999999999999999999") == "number_too_large");
  }

  TEST_CASE("what is no number is refused") {
    CHECK(problem_of("abc") == "not_a_number");
    CHECK(problem_of("1.2.3") == "not_a_number");
    CHECK(problem_of("1 2") == "not_a_number");
    CHECK(problem_of("nan") == "not_a_number");
    CHECK(problem_of("NaN") == "not_a_number");
    CHECK(problem_of("inf") == "not_a_number");
    CHECK(problem_of("0x10") == "not_a_number");
    CHECK(problem_of("") == "empty_number");
    CHECK(problem_of("   ") == "empty_number");
    CHECK(problem_of("1e39") == "number_too_large");
    CHECK(problem_of("-1e39") == "number_too_large");
    CHECK(problem_of("1e999") == "number_too_large");
    CHECK(problem_of(std::string(1 << 20, 'x')) == "not_a_number");
  }

  TEST_CASE("a long wrong text is quoted in short, without cutting a character") {
    try {
      parse_number("ééééééééééééééééééééé", "x");
      FAIL("no problem");
    } catch (const InputError& error) {
      CHECK(error.problem().words.at(1).second == "éééééééééééé…");
    }
  }
}

}  // namespace number_test
