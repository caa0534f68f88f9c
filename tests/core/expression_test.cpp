#include <doctest/doctest.h>

#include <cmath>

#include "core/expression.h"

using namespace gf;
using Kind = Expression::Kind;

namespace expression_test {
namespace {

Expression numbers_product(double a, double b) { return expr::product({expr::number(a), expr::number(b)}); }

}  // namespace

TEST_SUITE("core/expression") {
  TEST_CASE("numbers are written as people write them") {
    CHECK(format_number(0.1) == "0.1");
    CHECK(format_number(-0.25) == "−0.25");
    CHECK(format_number(2.60000002) == "2.6");
    CHECK(format_number(0) == "0");
    CHECK(format_number(-0.0) == "0");
    CHECK(format_number(0.0000454) == "4.5·10⁻⁵");
    CHECK(format_number(0.00009) == "0.0001");
    CHECK(format_number(12345678) == "1.235·10⁷");
    CHECK(format_number(9.9999e8) == "1·10⁹");
    CHECK(format_number(INFINITY) == "∞");
    CHECK(format_number(-INFINITY) == "−∞");
    CHECK(format_number(NAN) == "NaN");
    CHECK(format_number(1.0 / 3, 2) == "0.33");
  }

  TEST_CASE("a sum of products prints as it is done by hand") {
    const Expression sum = expr::sum({numbers_product(0.1, 0), numbers_product(1.2, 1), numbers_product(-0.1, 0), numbers_product(1.4, 1)});
    CHECK(to_text(sum) == "0.1·0 + 1.2·1 + −0.1·0 + 1.4·1");
    CHECK(evaluate(sum) == doctest::Approx(2.6));
  }

  TEST_CASE("what binds less stands in parentheses") {
    const Expression two = expr::sum({expr::number(1), expr::number(1)});
    CHECK(to_text(expr::product({two, expr::number(3)})) == "(1 + 1)·3");
    CHECK(to_text(expr::quotient(expr::number(6), expr::quotient(expr::number(3), expr::number(2)))) == "6 / (3 / 2)");
    CHECK(to_text(expr::difference(expr::number(5), expr::difference(expr::number(3), expr::number(2)))) == "5 − (3 − 2)");
    CHECK(to_text(expr::call(Kind::exp, {two})) == "exp(1 + 1)");
    CHECK(to_text(expr::call(Kind::max, {expr::number(1), expr::number(2)})) == "max(1, 2)");
    CHECK(to_text(expr::call(Kind::power, {two, expr::number(2)})) == "(1 + 1)^2");
    CHECK(to_text(expr::negate(two)) == "−(1 + 1)");
  }

  TEST_CASE("long sums are shortened and still evaluate whole") {
    std::vector<Expression> terms;
    for (int i = 1; i <= 100; ++i) terms.push_back(expr::number(i));
    const Expression sum = expr::sum(terms);
    CHECK(to_text(sum, 5) == "1 + 2 + 3 + … (96) … + 100");
    CHECK(evaluate(sum) == 5050);
  }

  TEST_CASE("of a long sum the terms that are not zero are kept") {
    std::vector<Expression> terms(20, expr::product({expr::number(0), expr::number(3)}));
    CHECK(to_text(expr::sum(terms), 5) == "0·3 + … (18) … + 0·3");
    terms[4] = expr::number(7);
    terms[5] = expr::number(-2);
    CHECK(to_text(expr::sum(terms), 5) == "… (4) … + 7 + −2 + … (14) …");
    terms[0] = terms[19] = expr::number(1);
    CHECK(to_text(expr::sum(terms), 5) == "1 + … (3) … + 7 + −2 + … (13) … + 1");
    terms[10] = expr::number(9);
    CHECK(to_text(expr::sum(terms), 5) == "1 + … (3) … + 7 + −2 + … (13) … + 1");
  }

  TEST_CASE("raised digits, and a minus before a negative number") {
    CHECK(superscript(12) == "¹²");
    CHECK(superscript(-7) == "⁻⁷");
    CHECK(to_text(expr::negate(expr::number(-1.5))) == "−(−1.5)");
  }

  TEST_CASE("every function evaluates to its value") {
    const auto value = [](Kind kind, double x) { return evaluate(expr::call(kind, {expr::number(x)})); };
    CHECK(value(Kind::exp, 1) == doctest::Approx(std::exp(1.0)));
    CHECK(value(Kind::log, 2) == doctest::Approx(std::log(2.0)));
    CHECK(value(Kind::sqrt, 2) == doctest::Approx(std::sqrt(2.0)));
    CHECK(value(Kind::sine, 1) == doctest::Approx(std::sin(1.0)));
    CHECK(value(Kind::cosine, 1) == doctest::Approx(std::cos(1.0)));
    CHECK(value(Kind::tanh, 1) == doctest::Approx(std::tanh(1.0)));
    CHECK(value(Kind::erf, 1) == doctest::Approx(std::erf(1.0)));
    CHECK(evaluate(expr::call(Kind::power, {expr::number(10000), expr::quotient(expr::number(2), expr::number(4))})) ==
          doctest::Approx(100));
  }
}

}  // namespace expression_test
