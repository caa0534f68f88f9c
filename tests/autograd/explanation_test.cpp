// The text of explanations: the arithmetic of each op comes to the printed result, however small, large or coarse the numbers are; and its
// terms.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "autograd/op_table.h"
#include "autograd/ops.h"
#include "autograd/printed_arithmetic.h"
#include "core/explanation.h"
#include "core/expression.h"
#include "core/expression_text.h"
#include "core/random.h"

using namespace gf;
using namespace gf::test;

namespace explanation_test {
namespace {

NodeId append_sample(Tape& tape, const OpInfo& op, const OpSample& sample) {
  std::vector<NodeId> ids;
  for (const Tensor& input : sample.inputs) ids.push_back(constant(tape, input, "in" + std::to_string(ids.size())));
  return tape.append(op, ids, sample.attributes, Label("out"));
}

template <typename Body>
void for_each_cell_of(const Tensor& value, Body&& body) {
  for (Cell cell; cell.outer < value.shape().matrices(); ++cell.outer)
    for (cell.row = 0; cell.row < value.rows(); ++cell.row)
      for (cell.col = 0; cell.col < value.cols(); ++cell.col) body(cell);
}

// Checks that the printed numbers come to the printed result. The result was computed with floats, so the sentence may differ from it as
// much as the exact number does.
void check_sentence(const Explanation& explanation) {
  CAPTURE(explanation.numbers);
  if (std::isinf(explanation.computed)) return;  // "… > 3.403·10³⁸ → ∞"
  const auto [arithmetic, result] = read_sentence(explanation.numbers);
  const double printed = PrintedArithmeticReader::value_of(arithmetic), said = PrintedArithmeticReader::value_of(result);
  if (std::isnan(explanation.computed)) {
    CHECK(std::isnan(printed));
    return;
  }
  const double of_floats = std::abs(evaluate(*explanation.arithmetic) - explanation.computed) + 6e-8 * std::abs(explanation.computed);
  CHECK(std::abs(printed - said) <= half_of_printed_digit(result) * (1 + 1e-6) + of_floats + 1e-12);
}

void check_sentences(const Tape& tape, NodeId node) {
  CAPTURE(tape[node].name);
  for_each_cell_of(tape.value(node), [&](const Cell& cell) { check_sentence(explain(tape, node, cell)); });
}

bool is_whole(const Tensor& x) {
  return std::all_of(x.data(), x.data() + x.size(), [](float value) { return value == std::round(value); });
}

// Returns the sample in another unit. Whole numbers may be ids, bits or counts, and stay.
OpSample scaled(OpSample sample, float factor) {
  for (Tensor& input : sample.inputs)
    if (!is_whole(input))
      for (Index i = 0; i < input.size(); ++i) input.data()[i] *= factor;
  return sample;
}

OpSample moved(OpSample sample, float by) {
  for (Tensor& input : sample.inputs)
    if (!is_whole(input))
      for (Index i = 0; i < input.size(); ++i) input.data()[i] += by;
  return sample;
}

Tensor random_tensor(std::uint32_t seed, Shape shape, float scale) {
  NumpyRandom random(seed);
  Tensor x = random.uniform(std::move(shape));
  for (Index i = 0; i < x.size(); ++i) x.data()[i] = (x.data()[i] - 0.5f) * scale;
  return x;
}

// Checks that each term stands in the sentence, and that the terms have the operands of the sentence.
void check_terms(const Explanation& explanation) {
  CAPTURE(explanation.numbers);
  const std::vector<Term> terms = terms_of(*explanation.arithmetic, explanation.precision);
  std::vector<CellReference> operands;
  for (const Term& term : terms) {
    CHECK(explanation.numbers.find(term.text) != std::string::npos);
    for (const CellReference& operand : term.operands)
      if (std::find(operands.begin(), operands.end(), operand) == operands.end()) operands.push_back(operand);
  }
  CHECK(operands == explanation.operands);
  CHECK(explanation.numbers.starts_with(sum_text(terms)));
}

}  // namespace

TEST_SUITE("autograd/explanation") {
  TEST_CASE("the printed numbers of every op come to the printed result, in any unit") {
    for (const OpInfo* op : op_table())
      for (const OpSample& sample : op->samples()) {
        CAPTURE(op->name);
        for (const float factor : {1.0f, 1e-6f, 0.0031f, 0.07f, 37.0f, 400.0f}) {
          CAPTURE(factor);
          Tape tape;
          check_sentences(tape, append_sample(tape, *op, scaled(sample, factor)));
        }
        Tape tape;
        check_sentences(tape, append_sample(tape, *op, moved(sample, 700)));
      }
  }

  TEST_CASE("quantization prints the digits that its bits tell apart") {
    for (const Index bits : {4, 8, 10, 12, 16})
      for (const bool symmetric : {true, false}) {
        CAPTURE(bits);
        const attr::Rounding rounding{bits, 1, 8, symmetric};
        Tape tape;
        const NodeId w = constant(tape, random_tensor(7, {{}, 3, 8}, 0.6f), "w"), scale = quantize_scale(tape, w, rounding, "scale");
        const NodeId zero = symmetric ? -1 : zero_point(tape, w, scale, rounding, "zero");
        const NodeId integers = quantize(tape, w, scale, zero, rounding, "integers");
        dequantize(tape, integers, scale, zero, rounding, "restored");
        for (NodeId node = scale; node < tape.size(); ++node) check_sentences(tape, node);
      }
  }

  TEST_CASE("the formula of a scale has the 0 that its range always spans") {
    Tape tape;
    const NodeId w = constant(tape, Tensor::from_rows({{1, 2, 3}}), "w"), scale = quantize_scale(tape, w, {8, 1, 3, false}, "scale");
    CHECK(tape[scale].formula == "(max(w, 0) − min(w, 0)) / 255");
    CHECK(tape.value(scale).at(0, 0) == doctest::Approx(3.0 / 255));
    CHECK(tape[quantize_scale(tape, w, {8, 1, 3, true}, "symmetric")].formula == "max |w| / 127");
  }

  TEST_CASE("the normalisation of small rows, and of rows far from 0, prints the digits that it needs") {
    for (const float size : {1e-5f, 1e-3f, 0.02f, 1.0f})
      for (const float mean : {0.0f, 0.5f, 300.0f}) {
        Tensor x = random_tensor(8, {{}, 3, 6}, size);
        for (Index i = 0; i < x.size(); ++i) x.data()[i] += mean;
        Tape tape;
        const NodeId in = parameter(tape, x, "x");
        backward(tape, multiply(tape, layer_norm(tape, in, 1e-5f, "norm"), constant(tape, random_tensor(9, x.shape(), 1), "w"), "y"));
        for (NodeId node = in + 1; node < tape.size(); ++node) check_sentences(tape, node);
      }
  }

  TEST_CASE("numbers that tell their result stay as short as they are") {
    Tape tape;
    const NodeId x = constant(tape, Tensor::from_rows({{0.1f, 1.2f, -0.1f, 1.4f}}), "x");
    const NodeId w = constant(tape, Tensor::from_rows({{0.25f}, {1}, {0}, {1}}), "w");
    CHECK(explain(tape, matmul(tape, x, w, "y"), {}).numbers == "0.1·0.25 + 1.2·1 + −0.1·0 + 1.4·1 = 2.625");
    const NodeId z = constant(tape, Tensor::from_rows({{0.21571f}}), "z"), s = constant(tape, Tensor::from_rows({{0.00063629f}}), "s");
    CHECK(explain(tape, quantize(tape, z, s, -1, {10, 1, 1, true}, "q"), {}).numbers == "round(0.2157 / 0.000636) = 339");
  }

  TEST_CASE("numbers that are compared in words are told apart") {
    Tape tape;
    const NodeId x = constant(tape, Tensor::from_rows({{0.12341f, 0.12344f}}), "x");
    CHECK(explain(tape, is_largest(tape, x, {1}, "most"), {}).symbols == "most[0,0] = x[0,1] > max(x): 0.12344 > 0.12341");
    CHECK(explain(tape, histogram(tape, x, 2, "bins"), {}).right_side == "@how_many_lie_between x 0.12341 0.12342");
  }

  TEST_CASE("the terms of every op have the operands of its explanation, and stand in its sentence") {
    for (const OpInfo* op : op_table())
      for (const OpSample& sample : op->samples()) {
        CAPTURE(op->name);
        Tape tape;
        const NodeId out = append_sample(tape, *op, sample);
        for_each_cell_of(tape.value(out), [&](const Cell& cell) { check_terms(explain(tape, out, cell)); });
      }
  }

  TEST_CASE("the terms of a long sum are the printed ones, and those that are left out are one term with all of their operands") {
    Tape tape;
    const NodeId x = constant(tape, random_tensor(10, {{}, 2, 24}, 1), "x"), w = constant(tape, random_tensor(11, {{}, 24, 2}, 1), "w");
    const Explanation explanation = explain(tape, matmul(tape, x, w, "y"), {0, 1, 0});
    check_terms(explanation);
    const std::vector<Term> terms = terms_of(*explanation.arithmetic, explanation.precision);
    REQUIRE(terms.size() == 12);
    for (Index k = 0; k < 10; ++k)
      CHECK(terms[static_cast<std::size_t>(k)].operands == std::vector<CellReference>{{x, {0, 1, k}}, {w, {0, k, 0}}});
    CHECK(terms[10].text == "… (13) …");
    CHECK(terms[10].operands.size() == 26);
    CHECK(terms[11].operands == std::vector<CellReference>{{x, {0, 1, 23}}, {w, {0, 23, 0}}});
  }

  TEST_CASE("an explanation that is no sum is one term: a share of a softmax, a normalised cell") {
    Tape tape;
    const NodeId z = constant(tape, Tensor::from_rows({{2, 1, 0.5f}}), "z");
    const Explanation share = explain(tape, softmax(tape, z, 1, Along::rows, "p"), {});
    const std::vector<Term> terms = terms_of(*share.arithmetic, share.precision);
    REQUIRE(terms.size() == 1);
    CHECK(terms[0].text == "exp(2) / (exp(2) + exp(1) + exp(0.5))");
    CHECK(terms[0].operands.size() == 3);
  }
}

}  // namespace explanation_test
