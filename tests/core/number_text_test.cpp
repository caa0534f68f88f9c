#include "core/number_text.h"

#include <doctest/doctest.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>

using namespace gf;

namespace number_text_test {
namespace {
constexpr double kInfinity = std::numeric_limits<double>::infinity();
}

TEST_SUITE("core/number_text") {
  TEST_CASE("infinities and NaN have their names: in words for people, in letters for programs") {
    CHECK(not_finite_text(std::numeric_limits<double>::quiet_NaN()) == "NaN");
    CHECK(not_finite_text(kInfinity) == "∞");
    CHECK(not_finite_text(-kInfinity) == "−∞");
    CHECK(format_number(-kInfinity) == "−∞");
    CHECK(quantity_text(-kInfinity, ",") == "−∞");
    CHECK(exact_text(-kInfinity) == "-inf");
    CHECK(exact_text(std::numeric_limits<float>::quiet_NaN()) == "NaN");
  }

  TEST_CASE("fixed decimals, exponents and signs") {
    CHECK(fixed_text(-0.5, 3) == "-0.500");
    CHECK(fixed_text(1.25, 0) == "1");
    CHECK(fixed_text(1e300, 0).size() == 301);
    CHECK(exponent_text(0.000045, 1) == "4.5e-5");
    CHECK(exponent_text(-1e9, 0) == "-1e9");
    CHECK(exponent_text(1.5e-300, 1) == "1.5e-300");
    CHECK(without_trailing_zeros("0.50") == "0.5");
    CHECK(without_trailing_zeros("100") == "100");
    CHECK(without_trailing_zeros("4.00") == "4");
    CHECK(with_true_minus("-4.5e-5") == "−4.5e−5");
  }

  TEST_CASE("a precision adds decimals to numbers that show few digits, and is bounded by its most decimals") {
    const Precision four{4, 400};
    CHECK(format_number(0.21571, four) == "0.2157");
    CHECK(format_number(0.00063629, four) == "0.0006363");
    CHECK(format_number(-12.34567, four) == "−12.3457");
    CHECK(format_number(2.51234e-7, four) == "2.512·10⁻⁷");
    CHECK(format_number(123456789, Precision{6, 400}) == "1.23457·10⁸");
    CHECK(format_number(0.00063629, Precision{4, 5}) == "0.00064");
    CHECK(format_number(2.51234e-7, Precision{4, 8}) == "2.5·10⁻⁷");
    CHECK(format_number(0.5, Precision{9, 400}) == "0.5");
    CHECK(format_number(0, four) == "0");
    CHECK(format_number(kInfinity, four) == "∞");
    for (const double value : {0.21571, 0.00063629, -12.34567, 0.0, 123456.0}) {
      CHECK(format_number(value, Precision{}) == format_number(value));
      CHECK(printed_number(value, {}) == doctest::Approx(value).epsilon(0.3));
    }
    CHECK(printed_number(0.00063629, {}) == 0.0006);
    CHECK(printed_number(0.00063629, four) == 0.0006363);
    CHECK(printed_number(-2.51234e-7, four) == -2.512e-7);
    CHECK(half_of_last_digit(0.25) == doctest::Approx(0.00005));
    CHECK(half_of_last_digit(-2.5e-7) == doctest::Approx(0.05e-7));
    CHECK(half_of_last_digit(123456789) == doctest::Approx(0.0005e8));
    CHECK(half_of_last_digit(0) == 0);
  }

  TEST_CASE("people read numbers that four decimals can't show in tens") {
    CHECK(format_number(2.5e-7) == "2.5·10⁻⁷");
    CHECK(format_number(-9.999e7) == "−9.999·10⁷");
    CHECK(format_number(99999999) == "1·10⁸");
    CHECK(format_number(9.96e-9) == "1·10⁻⁸");
    CHECK(format_number(5e-324) == "4.9·10⁻³²⁴");
    CHECK(format_number(1e-320) == "1·10⁻³²⁰");
  }

  TEST_CASE("an exact text has the fewest digits that read back as the same number") {
    CHECK(exact_text(0.1f) == "0.1");
    CHECK(exact_text(0.1) == "0.1");
    CHECK(exact_text(static_cast<double>(0.1f)) == "0.10000000149011612");
    CHECK(exact_text(4.0) == "4");
    CHECK(exact_text(-0.0) == "-0");
    CHECK(exact_text(1e9) == "1e+09");
    CHECK(exact_text(5e-324) == "5e-324");
  }

  TEST_CASE("an exact text is what the standard library writes") {
    const auto expected = [](double value) {
      char buffer[64];
      return std::string(buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr);
    };
    std::mt19937_64 random(7);
    for (int i = 0; i < 20000; ++i) {
      const std::uint64_t bits = random();
      const double few = (static_cast<double>(bits % 2'000'001) - 1'000'000) / 1000;
      const double of_float = std::bit_cast<float>(static_cast<std::uint32_t>(bits)),
                   below_normal = std::bit_cast<double>(bits >> (12 + bits % 52));
      for (const double value : {std::bit_cast<double>(bits), few, few * 1e17, few * 1e-9, of_float, below_normal}) {
        if (!std::isfinite(value)) continue;
        CAPTURE(value);
        CHECK(exact_text(value) == expected(value));
      }
    }
  }

  TEST_CASE("quantities have their thousands apart, and exponents where there are too many digits") {
    CHECK(quantity_text(5000, ",") == "5,000");
    CHECK(quantity_text(-0.00001, ",") == "-1e-5");
    CHECK(quantity_text(-0.0, ",") == "0");
    CHECK(quantity_text(2.5e9, ",") == "2.5e9");
    CHECK(count_text(-1234567, ".") == "-1.234.567");
    CHECK(count_text(999, ",") == "999");
  }
}

}  // namespace number_text_test
