#include <doctest/doctest.h>

#include <cmath>

#include "core/expression.h"
#include "core/expression_text.h"
#include "core/number_text.h"

using namespace gf;
using Kind = Expression::Kind;

namespace expression_test {
namespace {

Expression numbers_product(double a, double b) { return expr::product({expr::number(a), expr::number(b)}); }

}  // namespace

TEST_SUITE("core/expression") {
  TEST_CASE("arithmetic is worked out from the inside") {
    const auto e_to = [](double x) { return expr::call(Kind::exp, {expr::number(x)}); };
    Expression share = expr::quotient(e_to(2), expr::sum({e_to(2), e_to(3)}));
    CHECK(work_out_innermost(share));
    CHECK(to_text(share) == "7.3891 / (7.3891 + 20.0855)");
    CHECK(work_out_innermost(share));
    CHECK(to_text(share) == "7.3891 / 27.4746");
    CHECK_FALSE(work_out_innermost(share));
    CHECK(to_text(share) == "0.2689");
    CHECK_FALSE(work_out_innermost(share));
  }

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

  TEST_CASE("an operation that binds less stands in parentheses") {
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
    CHECK(to_text(sum, {}, 5) == "1 + 2 + 3 + … (96) … + 100");
    CHECK(evaluate(sum) == 5050);
  }

  TEST_CASE("a shortened sum keeps the terms that are not zero") {
    std::vector<Expression> terms(20, expr::product({expr::number(0), expr::number(3)}));
    CHECK(to_text(expr::sum(terms), {}, 5) == "0·3 + … (18) … + 0·3");
    terms[4] = expr::number(7);
    terms[5] = expr::number(-2);
    CHECK(to_text(expr::sum(terms), {}, 5) == "… (4) … + 7 + −2 + … (14) …");
    terms[0] = terms[19] = expr::number(1);
    CHECK(to_text(expr::sum(terms), {}, 5) == "1 + … (3) … + 7 + −2 + … (13) … + 1");
    terms[10] = expr::number(9);
    CHECK(to_text(expr::sum(terms), {}, 5) == "1 + … (3) … + 7 + −2 + … (13) … + 1");
  }

  TEST_CASE("raised digits, and a minus before a negative number") {
    CHECK(superscript(12) == "¹²");
    CHECK(superscript(-7) == "⁻⁷");
    CHECK(to_text(expr::negate(expr::number(-1.5))) == "−(−1.5)");
    CHECK(to_text(expr::call(Kind::power, {expr::number(-1.5), expr::number(2)})) == "(−1.5)^2");
  }

  TEST_CASE("numbers get the digits that the result needs, and no more") {
    const auto rounds_to = [](double whole) { return [=](double comes_to, double) { return std::nearbyint(comes_to) == whole; }; };
    const Expression steps = expr::quotient(expr::number(0.21571), expr::number(0.00063629));
    const PrintedArithmetic printed = print_arithmetic(steps, rounds_to(339));
    CHECK(printed.text == "0.2157 / 0.000636");
    CHECK(printed.text == to_text(steps, printed.precision));
    CHECK(printed.comes_to == doctest::Approx(0.2157 / 0.000636));
    CHECK(print_arithmetic(steps, rounds_to(360)).text == "0.2157 / 0.0006");
    CHECK(print_arithmetic(steps, rounds_to(7)).text == "0.2157 / 0.0006");  // not even all digits give it
    const Expression sum = expr::sum({expr::number(100.123456), expr::number(0.123456789), expr::number(2.5e-7)});
    const auto near = [](double comes_to, double exact) { return std::abs(comes_to - exact) < 1e-6; };
    CHECK(print_arithmetic(sum, near).text == "100.123456 + 0.123457 + 2.5·10⁻⁷");
  }

  TEST_CASE("terms that are left out count with all of their digits") {
    std::vector<Expression> terms(20, expr::number(0.11111));
    const PrintedArithmetic printed = print_arithmetic(
        expr::sum(terms), [](double, double) { return true; }, 5);
    CHECK(printed.text == "0.1111 + 0.1111 + 0.1111 + … (16) … + 0.1111");
    CHECK(printed.comes_to == doctest::Approx(4 * 0.1111 + 16 * 0.11111).epsilon(1e-12));
    std::vector<Expression> factors(20, expr::number(1.11111));
    CHECK(print_arithmetic(
              expr::product(factors), [](double, double) { return true; }, 5)
              .comes_to == doctest::Approx(std::pow(1.1111, 4) * std::pow(1.11111, 16)).epsilon(1e-12));
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
