// How numbers and words are set: digits of a matrix, lines of a text, steps of a drag.
#include "core/digits.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "core/veil.h"
#include "ui/cells/editing.h"
#include "ui/driver.h"
#include "ui/snapshots.h"
#include "ui/widgets/text.h"

using namespace gf;
using namespace gf::test;
using namespace gf::ui;

TEST_SUITE("ui/digits") {
  TEST_CASE("a matrix is printed with as many decimals as its values have, at most four, and as many as fit") {
    CHECK(digits_for(Tensor::from_rows({{1, 0}, {-3, 2}}), 0, 7).decimals == 0);
    CHECK(digits_for(Tensor::from_rows({{0.1f, -0.25f}}), 0, 7).decimals == 2);
    CHECK(digits_for(Tensor::from_rows({{0.541471f, 1}}), 0, 7).decimals == 4);
    CHECK(digits_for(Tensor::from_rows({{0.541471f, -12}}), 0, 6).decimals == 2);
    const float infinity = std::numeric_limits<float>::infinity();
    CHECK(digits_for(Tensor::from_rows({{infinity, NAN, 0.5f}}), 0, 7).decimals == 1);
  }

  TEST_CASE("a cell never shows zeros for a number that is not zero, and names what is not a number") {
    const Digits digits{4, 7};
    CHECK(cell_text(0.5f, digits) == "0.5000");
    CHECK(cell_text(-0.5f, digits) == "−0.5000");
    CHECK(cell_text(-0.0f, digits) == "0.0000");
    CHECK(cell_text(0.0000454f, digits) == "4.5e−5");
    CHECK(cell_text(123456792.0f, digits) == "1.2e8");
    CHECK(cell_text(NAN, digits) == "NaN");
    CHECK(cell_text(kVeil, digits) == "?");
    CHECK(cell_text(std::numeric_limits<float>::infinity(), digits) == "∞");
    CHECK(cell_text(-std::numeric_limits<float>::infinity(), digits) == "−∞");
  }

  TEST_CASE("copied numbers read back as the same floats") {
    const Tensor values = Tensor::from_rows({{0.1f, -2}, {1e-30f, 3.4e38f}});
    CHECK(tab_separated(values, 0) == "0.1\t-2\n1e-30\t3.4e+38\n");
    CHECK(tab_separated(Tensor::from_rows({{0.5f, kVeil}}), 0) == "0.5\t?\n");
  }

  TEST_CASE("lines break at spaces, never inside a number, and keep their own line ends") {
    Driver driver;
    driver.show(snapshot_of("softmax"));
    const Type type{ImGui::GetIO().Fonts->Fonts[0], 13};
    const std::string text = "Published: 0.99995. By the formula: 0.540302.\nThe exponents.";
    const float width = measure(type, "Published: 0.99995. By the formula: 0.5").x;
    CHECK(broken_at_spaces(type, text, width) == "Published: 0.99995. By the formula:\n0.540302.\nThe exponents.");
    CHECK(broken_at_spaces(type, text, 10000) == text);
    CHECK(broken_at_spaces(type, "", width).empty());
    CHECK(broken_at_spaces(type, "Madrid has 51 %, Oslo 2.", measure(type, "Madrid has 51").x) == "Madrid has\n51 %, Oslo 2.");
    CHECK(measure(type, text, width).y > 2.5f * measure(type, "one line").y);
  }

  TEST_CASE("a drag moves by a tenth of the value's own power of ten, with Shift by a hundredth") {
    CHECK(drag_increment(0, false) == doctest::Approx(0.01));
    CHECK(drag_increment(0.4f, false) == doctest::Approx(0.01));
    CHECK(drag_increment(-2.6f, false) == doctest::Approx(0.1));
    CHECK(drag_increment(250, false) == doctest::Approx(10));
    CHECK(drag_increment(2.6f, true) == doctest::Approx(0.01));
  }

  TEST_CASE("a large number among small ones gives up decimals before it is written with an exponent") {
    CHECK(cell_text(1339.43f, {3, 6}) == "1339.4");
    CHECK(cell_text(1339.43f, {3, 5}) == "1339");
    CHECK(cell_text(-1339.43f, {3, 5}) == "−1339");
    CHECK(cell_text(123456.0f, {3, 5}) == "1e5");
    CHECK(leading_chars(-12.5f) == 3);
  }

  TEST_CASE("seen from further a number has as many digits as fit, without the zero before its point") {
    const auto text = [](float value) { return compact_text(value, {3, 6}, 3); };
    CHECK(text(0.5301f) == ".53");
    CHECK(text(-0.1f) == "−.1");
    CHECK(text(-2.41f) == "−2");
    CHECK(text(1.65f) == "1.6");
    CHECK(text(12.5f) == "12");
    CHECK(text(0) == "0");
    CHECK(text(0.001f) == ".0");
    CHECK(text(-0.999f) == "−1");
    CHECK(text(1339) == "");
    CHECK(compact_text(-2.41f, {3, 6}, 4) == "−2.4");
    CHECK(compact_text(1, {0, 6}, 3) == "1");
    CHECK(compact_text(-std::numeric_limits<float>::infinity(), {3, 6}, 3) == "−∞");
  }

  TEST_CASE("a NaN is no veil, however few characters there are") {
    CHECK(compact_text(std::numeric_limits<float>::quiet_NaN(), {3, 6}, 3) == "NaN");
    CHECK(compact_text(std::numeric_limits<float>::quiet_NaN(), {3, 6}, 2) == "");
    CHECK(compact_text(kVeil, {3, 6}, 2) == "?");
  }
}
