// The lesson about few bits: each number against plain arithmetic, floats bit by bit, and the answers of the shipped model against bits.
#include <cmath>

#include "core/half.h"
#include "lessons/context.h"
#include "lessons/registry.h"

using namespace gf;
using namespace gf::test;

namespace quantization_test {
namespace {

constexpr const char* kLesson = "quantization";

constexpr TestedLesson run{kLesson};

InputValue word(const char* text) { return std::string(text); }

// Rounds to the nearest whole number, ties to even.
double nearest(double x) { return std::nearbyint(x); }

struct Wanted {
  double scale = 0, zero = 0;
};

// Returns the scale and the zero point of the numbers in columns [from, to) of rows [top, bottom).
Wanted wanted_of(const Tensor& w, Index top, Index bottom, Index from, Index to, double bits, bool symmetric) {
  double most = 0, least = 0;
  for (Index r = top; r < bottom; ++r)
    for (Index c = from; c < to; ++c) {
      most = std::max(most, static_cast<double>(w.at(r, c)));
      least = std::min(least, static_cast<double>(w.at(r, c)));
    }
  Wanted wanted;
  wanted.scale = symmetric ? std::max(most, -least) / (std::pow(2.0, bits - 1) - 1) : (most - least) / (std::pow(2.0, bits) - 1);
  if (!symmetric && wanted.scale > 0) wanted.zero = nearest(-least / wanted.scale);
  return wanted;
}

// Checks every integer and every restored number of a trace, group by group.
void check_rounding(const Trace& trace, Index group_rows, Index group_cols, double bits, bool symmetric) {
  const Tensor &w = value(trace, "w"), &integers = value(trace, "integers"), &restored = value(trace, "restored");
  for (Index r = 0; r < w.rows(); ++r)
    for (Index c = 0; c < w.cols(); ++c) {
      const Index top = r / group_rows, left = c / group_cols;
      const Wanted wanted = wanted_of(w, top * group_rows, std::min(w.rows(), (top + 1) * group_rows), left * group_cols,
                                      std::min(w.cols(), (left + 1) * group_cols), bits, symmetric);
      CHECK(value(trace, "scale").at(top, left) == doctest::Approx(wanted.scale).epsilon(1e-6));
      if (!symmetric) CHECK(value(trace, "zero_point").at(top, left) == wanted.zero);
      // A number half way between two integers may go to either: the scale is a float.
      const double steps = wanted.scale > 0 ? static_cast<double>(w.at(r, c)) / wanted.scale : 0;
      CHECK(std::abs(static_cast<double>(integers.at(r, c)) - wanted.zero - steps) <= 0.5 + 1e-4);
      CHECK(integers.at(r, c) == std::nearbyint(integers.at(r, c)));
      const double back = (static_cast<double>(integers.at(r, c)) - wanted.zero) * wanted.scale;
      CHECK(restored.at(r, c) == doctest::Approx(back).epsilon(1e-5));
      CHECK(value(trace, "error").at(r, c) == doctest::Approx(restored.at(r, c) - w.at(r, c)));
    }
}

}  // namespace

TEST_SUITE("lessons/quantization") {
  TEST_CASE("scales, integers and what is restored, for every way to group") {
    for (const bool symmetric : {true, false})
      for (const double bits : {2.0, 3.0, 4.0, 8.0, 16.0}) {
        const Inputs base{{"bits", bits}, {"symmetric", symmetric}};
        const auto with = [&](Inputs more) {
          more.insert(base.begin(), base.end());
          return run(std::move(more));
        };
        check_rounding(with({}), 1, 6, bits, symmetric);
        check_rounding(with({{"grouping", word("matrix")}}), 3, 6, bits, symmetric);
        check_rounding(with({{"grouping", word("group")}, {"group", 4.0}}), 1, 4, bits, symmetric);
      }
    check_rounding(run({{"matrix", word("output_w")}, {"grouping", word("group")}}), 1, 8, 4, true);
  }

  TEST_CASE("the small matrix comes out by head") {
    const Trace trace = run();
    check_node(trace, "scale", {{0.1}, {0.2}, {0}}, 1e-6);
    check_node(trace, "integers", {{7, -3, 1, 1, -5, 2}, {3, -7, 1, 6, 4, -4}, {0, 0, 0, 0, 0, 0}}, 0);
  }

  TEST_CASE("a row of zeros stays exactly zero, and so do equal rows") {
    for (const bool symmetric : {true, false}) {
      const Trace trace = run({{"w", Tensor::from_rows({{0, 0, 0}, {2, 2, 2}})}, {"symmetric", symmetric}, {"bits", 2.0}});
      CHECK_FALSE(trace.first_not_finite);
      check_node(trace, "restored", {{0, 0, 0}, {2, 2, 2}}, 1e-6);
    }
    CHECK_FALSE(run({}, {{"scale", {0, 0, 0}, 0}}).first_not_finite);
  }

  TEST_CASE("integers stay within their bits where a scale is held at another value") {
    const Trace trace = run({}, {{"scale", {0, 0, 0}, 0.01f}});
    for (Index c = 0; c < 6; ++c) CHECK(std::abs(value(trace, "integers").at(0, c)) <= 7);
    CHECK(value(trace, "integers").at(0, 0) == 7);
  }

  TEST_CASE("a group that does not fill a row is said, and the last one is shorter") {
    const Trace trace = run({{"grouping", word("group")}, {"group", 4.0}});
    CHECK(has_note(trace, "short_group"));
    CHECK(value(trace, "scale").shape() == matrix_shape(3, 2));
    CHECK(has_note(run({{"grouping", word("group")}, {"matrix", word("output_w")}}), "short_group"));
    CHECK_FALSE(has_note(run({{"grouping", word("group")}, {"group", 2.0}, {"which", word("attention")}}), "short_group"));
  }

  TEST_CASE("every bit pattern is the number that it means") {
    const Trace trace = run();
    CHECK(value(trace, "half_value").at(0, 0) == float_from_half(half_from_float(0.7f)));
    CHECK(value(trace, "bfloat_value").at(0, 0) == float_from_bfloat16(bfloat16_from_float(0.7f)));
    const auto bits = [](const char* pattern) {
      Tensor row(matrix_shape(1, 16));
      for (Index i = 0; i < 16; ++i) row.at(0, i) = pattern[i] == '1' ? 1.0f : 0.0f;
      return row;
    };
    const auto half = [&](const char* pattern) { return value(run({{"half_bits", bits(pattern)}}), "half_value").at(0, 0); };
    const auto bfloat = [&](const char* pattern) { return value(run({{"bfloat_bits", bits(pattern)}}), "bfloat_value").at(0, 0); };
    const Tensor half_parts = value(run({{"half_bits", bits("1100001000000000")}}), "half_parts");
    CHECK(half_parts.at(0, 0) == 1);
    CHECK(half_parts.at(0, 1) == 16);
    CHECK(half_parts.at(0, 2) == 0.5f);
    const Tensor bfloat_parts = value(run({{"bfloat_bits", bits("0100001011001000")}}), "bfloat_parts");
    CHECK(bfloat_parts.at(0, 0) == 0);
    CHECK(bfloat_parts.at(0, 1) == 133);
    CHECK(bfloat_parts.at(0, 2) == 0.5625f);  // 100 = 2^(133 − 127) · 1.5625
    CHECK(half("0011110000000000") == 1);
    CHECK(half("1100001000000000") == -3);
    CHECK(half("0111101111111111") == 65504);
    CHECK(half("0000000000000001") == 0x1p-24f);
    CHECK(half("0000000000000000") == 0);
    CHECK(std::isinf(half("1111110000000000")));
    CHECK(std::isnan(half("0111110000000001")));
    CHECK(bfloat("0011111110000000") == 1);
    CHECK(bfloat("0100001011001000") == 100);
    CHECK(bfloat("0000000000000001") == 0x1p-133f);
  }

  TEST_CASE("a bit that is dragged is 0 or 1") {
    Tensor row(matrix_shape(1, 16));
    row.at(0, 1) = 0.7f;
    row.at(0, 6) = 0.2f;
    const Trace trace = run({{"half_bits", row}});
    CHECK(value(trace, "half_bits").at(0, 1) == 1);
    CHECK(value(trace, "half_bits").at(0, 6) == 0);
    CHECK(value(trace, "half_value").at(0, 0) == 2);
  }

  TEST_CASE("the shipped weights are halves: their bits say exactly what they are") {
    const Trace trace = run({{"matrix", word("encoder_w_q")}});
    CHECK(value(trace, "half_value").at(0, 0) == value(trace, "w").at(0, 0));
  }

  TEST_CASE("bytes are counted, scales and all") {
    const Trace trace = run({{"matrix", word("encoder_w_q")}, {"grouping", word("group")}});
    const std::vector<float> expected{1024, 128, 0};
    for (Index c = 0; c < 3; ++c) CHECK(value(trace, "counts").at(0, c) == expected[static_cast<std::size_t>(c)]);
    CHECK(value(trace, "bytes").at(0, 0) == 4096);
    CHECK(value(trace, "bytes").at(0, 1) == 2048);
    CHECK(value(trace, "bytes").at(0, 2) == 1024 * 4 / 8 + 128 * 4);
    CHECK(value(trace, "bytes").at(1, 1) == 2 * 22349);  // all numbers of the shipped model
    CHECK(value(trace, "counts").at(1, 0) + value(trace, "counts").at(1, 2) == 22349);
  }

  TEST_CASE("the histogram counts every weight once") {
    const Trace trace = run({{"matrix", word("encoder_w_1")}});
    const Tensor& counts = value(trace, "histogram");
    double total = 0;
    for (Index i = 0; i < counts.size(); ++i) total += static_cast<double>(counts.data()[i]);
    CHECK(total == value(trace, "w").size());
  }

  TEST_CASE("with 16 bits the model answers as it was trained, with 2 it does not; the cliff lies between") {
    const Tensor right = value(run({{"grouping", word("matrix")}}), "right_answers");
    CHECK(right.at(0, 0) == 1);
    CHECK(right.at(1, 0) == 1);
    CHECK(right.at(3, 0) > 0.9f);
    CHECK(right.at(5, 0) < 0.5f);
    CHECK(right.at(6, 0) == 0);
    for (Index i = 0; i < 6; ++i) CHECK(right.at(i, 0) >= right.at(i + 1, 0));
    const Tensor by_rows = value(run(), "right_answers");
    CHECK(by_rows.at(5, 0) > right.at(5, 0));
  }

  TEST_CASE("the question is answered with the rounded weights") {
    CHECK(has_note(run({{"bits", 8.0}}), "said_right"));
    CHECK(has_note(run({{"bits", 2.0}, {"grouping", word("matrix")}}), "said_wrong"));
    // A matrix that is not rounded is read as it is.
    CHECK(has_note(run({{"bits", 2.0}, {"grouping", word("matrix")}, {"matrix", word("token_table")}, {"which", word("output")}}),
                   "not_rounded"));
  }

  TEST_CASE("bad input is refused with what was expected") {
    CHECK(refusal_of(kLesson, {{"bits", 1.0}}) == "bits: expected a number from 2 to 16, got 1.");
    CHECK(refusal_of(kLesson, {{"group", 0.0}}) == "group: expected a number from 1 to 64, got 0.");
    CHECK(refusal_of(kLesson, {{"question", word("3 x 4")}}) ==
          "question: the task reverse has no token “x”; expected tokens that occur in its examples.");
    CHECK(refusal_of(kLesson, {{"question", word(" ")}}) == "question: expected at least one word.");
    CHECK(refusal_of(kLesson, {{"half_bits", Tensor(matrix_shape(1, 8))}}) ==
          "half_bits: expected a matrix of shape (1, 16), that is (1, bits), got (1, 8).");
  }
}

}  // namespace quantization_test
