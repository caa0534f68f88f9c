// Every op of the table: forward against its explanation, backward against finite differences, errors with both shapes.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "autograd/op_table.h"
#include "autograd/ops.h"
#include "core/explanation.h"
#include "core/random.h"

using namespace gf;

namespace op_table_test {
namespace {

// Appends the sample with computed operands, so that a cell of an operand can be held like a cell of the result.
NodeId append_sample(Tape& tape, const OpInfo& op, const OpSample& sample, const std::vector<Tensor>& inputs) {
  std::vector<NodeId> ids;
  for (const Tensor& input : inputs) {
    const std::string place = std::to_string(ids.size());
    ids.push_back(scale(tape, parameter(tape, input, "x" + place), 1, "in" + place));
  }
  return tape.append(op, ids, sample.attributes, Label("out"));
}

// Returns a loss that weighs every cell of the result differently, so that no errors can cancel.
double weighted_sum(const Tensor& value) {
  NumpyRandom random(99);
  double total = 0;
  for (Index i = 0; i < value.size(); ++i)
    total += static_cast<double>(value.data()[i]) * static_cast<double>(static_cast<float>(random.uniform()));
  return total;
}

double loss_of(const OpInfo& op, const OpSample& sample, const std::vector<Tensor>& inputs, const std::vector<Pin>& pins) {
  Tape tape(pins);
  return weighted_sum(tape.value(append_sample(tape, op, sample, inputs)));
}

// Returns the tape with the loss and its gradients for all operands.
Tape with_gradients(const OpInfo& op, const OpSample& sample, const std::vector<Pin>& pins) {
  Tape tape(pins);
  const NodeId out = append_sample(tape, op, sample, sample.inputs);
  NumpyRandom random(99);
  const NodeId weights = constant(tape, random.uniform(tape.value(out).shape()), "weights");
  backward(tape, sum(tape, multiply(tape, out, weights, "weighted"), Along::all, "loss"));
  return tape;
}

// The step of central differences in float arithmetic: its square is the method's error (1e-4), and rounding adds about 1e-7 / step.
constexpr double kStep = 1e-2;
constexpr double kTolerance = 2e-3;

void check_gradients(const OpInfo& op, const OpSample& sample, const std::vector<Pin>& pins) {
  const Tape tape = with_gradients(op, sample, pins);
  for (std::size_t i = 0; i < sample.inputs.size(); ++i) {
    const Tensor& gradient = tape.value(tape.find("d_x" + std::to_string(i)));
    REQUIRE(gradient.shape() == sample.inputs[i].shape());
    for (Index k = 0; k < sample.inputs[i].size(); ++k) {
      std::vector<Tensor> up = sample.inputs, down = sample.inputs;
      up[i].data()[k] += static_cast<float>(kStep);
      down[i].data()[k] -= static_cast<float>(kStep);
      const double step = static_cast<double>(up[i].data()[k]) - static_cast<double>(down[i].data()[k]);
      const double estimate = (loss_of(op, sample, up, pins) - loss_of(op, sample, down, pins)) / step;
      const double scale = 1 + std::abs(estimate);
      CAPTURE(i);
      CAPTURE(k);
      CHECK(std::abs(static_cast<double>(gradient.data()[k]) - estimate) < kTolerance * scale);
    }
  }
}

// Checks that the explanation of every cell evaluates to the op's value of the operands, held cells included. A held cell is shown as held.
void check_explanations(const Tape& tape, NodeId out) {
  const Node& node = tape[out];
  const Tensor& value = node.computed ? *node.computed : *node.value;
  std::vector<const Tensor*> inputs;
  std::vector<std::string> names;
  for (NodeId id : node.inputs) {
    inputs.push_back(&tape.value(id));
    names.push_back(tape[id].name);
  }
  const Application application{{inputs, node.attributes}, names, value};
  CAPTURE(node.name);
  for (Cell cell; cell.outer < value.shape().matrices(); ++cell.outer)
    for (cell.row = 0; cell.row < value.rows(); ++cell.row)
      for (cell.col = 0; cell.col < value.cols(); ++cell.col) {
        const CellArithmetic arithmetic = node.op->explain(application, cell);
        CHECK(evaluate(arithmetic.expression) ==
              doctest::Approx(static_cast<double>(value.at(cell))).epsilon(1e-4));  // float against double
        CHECK(arithmetic.symbols.empty() == (node.op == &ops::kConstant || node.op == &ops::kParameter));
        for_each_operand(arithmetic.expression, [&](const Expression& operand) {
          const Tensor& from = operand.input == Expression::kItself ? value : *inputs[static_cast<std::size_t>(operand.input)];
          REQUIRE(from.contains(operand.cell));
          CHECK(operand.value == static_cast<double>(from.at(operand.cell)));
        });
        const Explanation explanation = explain(tape, out, cell);
        CHECK(explanation.value == static_cast<double>(node.value->at(cell)));
        CHECK(explanation.computed == static_cast<double>(value.at(cell)));
        CHECK((explanation.symbols.empty() || explanation.symbols.find(node.name + "[") == 0));
        CHECK(explanation.symbols.ends_with(explanation.symbols.empty() ? "" : "] = " + explanation.right_side));
      }
}

// Holds one cell of a node at a value that could stand there. If the op has a gradient, the value lies apart from all others.
Pin held_in(const OpInfo& op, const Node& node) {
  const Tensor& value = *node.value;
  const Index place = value.size() / 2, in_matrix = place % value.shape().matrix_size();
  const Cell cell{place / value.shape().matrix_size(), in_matrix / value.cols(), in_matrix % value.cols()};
  return {node.name, cell, op.backward ? 0.4321f : value.data()[0]};
}

// Returns a held cell of the result, and one of each operand.
std::vector<Pin> pins_of(const OpInfo& op, const OpSample& sample) {
  Tape tape;
  const NodeId out = append_sample(tape, op, sample, sample.inputs);
  std::vector<Pin> pins{held_in(op, tape[out])};
  for (const NodeId input : tape[out].inputs) pins.push_back(held_in(op, tape[input]));
  return pins;
}

// Calls `body(sample, pins)` for every sample of the op, without a held cell, with each of pins_of, and with all of them.
template <typename Body>
void for_each_hold(const OpInfo& op, Body&& body) {
  CAPTURE(op.name);
  for (const OpSample& sample : op.samples()) {
    body(sample, std::vector<Pin>{});
    const std::vector<Pin> pins = pins_of(op, sample);
    for (const Pin& pin : pins) {
      CAPTURE(pin.node);
      body(sample, std::vector<Pin>{pin});
    }
    body(sample, pins);
  }
}

}  // namespace

TEST_SUITE("autograd/op_table") {
  TEST_CASE("names are unique and every op but the leaves has samples") {
    std::set<std::string_view> names;
    for (const OpInfo* op : op_table()) {
      CHECK(names.insert(op->name).second);
      const bool leaf = op == &ops::kConstant || op == &ops::kParameter;
      CHECK(op->samples().empty() == leaf);
    }
  }

  TEST_CASE("gradients equal finite differences, whatever is held") {
    for (const OpInfo* op : op_table())
      if (op->backward)
        for_each_hold(*op, [&](const OpSample& sample, const std::vector<Pin>& pins) { check_gradients(*op, sample, pins); });
  }

  TEST_CASE("explanations evaluate to the cell and name its operands, whatever is held") {
    for (const OpInfo* op : op_table())
      for_each_hold(*op, [&](const OpSample& sample, const std::vector<Pin>& pins) {
        Tape tape(pins);
        check_explanations(tape, append_sample(tape, *op, sample, sample.inputs));
      });
  }

  TEST_CASE("a cell that is held anywhere in the backward pass is obeyed by all that comes after it") {
    for (const OpInfo* op : op_table()) {
      if (!op->backward) continue;
      for (const OpSample& sample : op->samples()) {
        const Pin in_result = pins_of(*op, sample).front();
        const Tape free = with_gradients(*op, sample, {in_result});
        for (NodeId id = free.find("loss") + 1; id < free.size(); ++id) {
          const Tape tape = with_gradients(*op, sample, {in_result, {free[id].name, {}, 7}});
          CHECK(tape.value(id).at(0, 0, 0) == 7);
          for (NodeId after = free.find("loss"); after < tape.size(); ++after) check_explanations(tape, after);
        }
      }
    }
  }

  TEST_CASE("every gradient has a name and a formula that is whole, whichever operands want one") {
    for (const OpInfo* op : op_table()) {
      if (!op->backward) continue;
      CAPTURE(op->name);
      for (const OpSample& sample : op->samples())
        for (std::size_t wanting = 0; wanting < std::size_t{1} << sample.inputs.size(); ++wanting) {
          Tape tape;
          std::vector<NodeId> inputs;
          for (const Tensor& input : sample.inputs)
            inputs.push_back(tape.append_leaf(wanting >> inputs.size() & 1 ? ops::kParameter : ops::kConstant, input,
                                              "in" + std::to_string(inputs.size())));
          backward(tape, tape.append(*op, inputs, sample.attributes, "out"));
          for (NodeId id = 0; id < tape.size(); ++id) {
            CAPTURE(tape[id].name);
            REQUIRE_FALSE(tape[id].name.empty());
            if (static_cast<std::size_t>(id) >= inputs.size() && tape[id].op != op) CHECK_FALSE(tape[id].formula.empty());
            CHECK_FALSE(tape[id].formula.ends_with(" "));
          }
          for (std::size_t i = 0; i < inputs.size(); ++i) {
            const bool wants = wanting >> i & 1;
            CHECK((tape.find("d_in" + std::to_string(i)) >= 0) == wants);
          }
        }
    }
  }

  TEST_CASE("every op passes NaN on instead of hiding it") {
    for (const OpInfo* op : op_table()) {
      if (!op->backward) continue;
      for (const OpSample& sample : op->samples()) {
        if (sample.inputs.empty()) continue;
        OpSample broken = sample;
        for (Index i = 0; i < broken.inputs[0].size(); ++i) broken.inputs[0].data()[i] = NAN;
        Tape tape;
        const Tensor& value = tape.value(append_sample(tape, *op, broken, broken.inputs));
        CAPTURE(op->name);
        CHECK(std::any_of(value.data(), value.data() + value.size(), [](float x) { return std::isnan(x); }));
      }
    }
  }

  TEST_CASE("forward writes every value, whatever the result held before") {
    for (const OpInfo* op : op_table())
      for (const OpSample& sample : op->samples()) {
        std::vector<const Tensor*> inputs;
        for (const Tensor& input : sample.inputs) inputs.push_back(&input);
        const Operands operands{inputs, sample.attributes};
        Tensor once = Tensor::filled(op->shape(operands), 12345), again = Tensor::filled(op->shape(operands), -54321);
        op->forward(operands, once);
        op->forward(operands, again);
        CAPTURE(op->name);
        CHECK(same_values(once, again));
      }
  }

  TEST_CASE("the gradient of a gradient is refused in words") {
    Tape tape;
    const NodeId x = parameter(tape, Tensor::from_rows({{1, 2}}), "x");
    backward(tape, softmax(tape, x, 1, Along::rows, "p"));
    CHECK_THROWS_WITH_AS(backward(tape, tape.find("d_x")), "[backward] d_x: no gradient is computed through softmax_gradient",
                         std::invalid_argument);
  }

  TEST_CASE("operands that do not fit are refused with both shapes") {
    Tape tape;
    const auto leaf = [&](Shape shape) { return parameter(tape, Tensor(std::move(shape)), "leaf" + std::to_string(tape.size())); };
    const NodeId a = leaf({{}, 3, 4}), b = leaf({{}, 5, 2}), two = leaf({{2}, 3, 4}), three = leaf({{3}, 4, 3});
    const auto message = [](auto&& call) -> std::string {
      try {
        call();
      } catch (const ShapeError& error) {
        return error.what();
      }
      return "nothing was thrown";
    };
    CHECK(message([&] { matmul(tape, a, b, "y"); }) == "[matmul] (3, 4) x (5, 2): inner dimensions differ");
    CHECK(message([&] { matmul_nt(tape, a, b, "y"); }) == "[matmul_nt] (3, 4) x (5, 2): inner dimensions differ");
    CHECK(message([&] { matmul_tn(tape, a, b, "y"); }) == "[matmul_tn] (3, 4) x (5, 2): inner dimensions differ");
    CHECK(message([&] { matmul(tape, two, three, "y"); }) == "[matmul] (2, 3, 4) x (3, 4, 3): outer axes differ");
    CHECK(message([&] { add(tape, a, b, "y"); }).find("[add] (3, 4) x (5, 2)") == 0);
    CHECK(message([&] { multiply(tape, a, b, "y"); }).find("[multiply] (3, 4) x (5, 2)") == 0);
    CHECK(message([&] { divide(tape, a, b, "y"); }).find("[divide] (3, 4) x (5, 2)") == 0);
    CHECK(message([&] { softmax(tape, a, 1, Along::all, "y"); }) == "[softmax] (3, 4): expected rows or columns, got all cells");
    CHECK(message([&] { top_k(tape, a, 1, Along::all, "y"); }) == "[top_k] (3, 4): expected rows or columns, got all cells");
    CHECK(message([&] { running_sums(tape, a, {.along = Along::all}, "y"); }).find("[running_sums] (3, 4): expected rows") == 0);
    CHECK(message([&] { concat(tape, {a, b}, "y"); }).find("[concat] (3, 4) x (5, 2)") == 0);
    CHECK(message([&] { slice(tape, a, 2, 5, "y"); }).find("[slice] columns 2 to 5 of (3, 4)") == 0);
    CHECK(message([&] { mask(tape, a, causal_mask(3), 0, "y"); }).find("[mask] (3, 4) x (3, 3)") == 0);
    CHECK(message([&] { embedding(tape, a, {0, 3}, "y"); }).find("[embedding] id 3 is outside the 3 rows of (3, 4)") == 0);
    CHECK(message([&] { embedding(tape, a, {0, 1, 2}, "y", {2}); }) == "[embedding] 3 ids do not fill 2 matrices");
    CHECK(message([&] { embedding(tape, a, {0, 1}, "y", {0}); }) == "[embedding] 2 ids do not fill 0 matrices");
    CHECK(message([&] { cross_entropy(tape, a, {0, 1}, "y"); }).find("[cross_entropy] (3, 4) x 2 targets") == 0);
    CHECK(message([&] { cross_entropy(tape, a, {0, 1, 4}, "y"); }).find("[cross_entropy] target 4 is outside the 4 columns") == 0);
    CHECK(message([&] { position_encoding(tape, 3, position_exponents(1), "y"); }).find("[position_encoding] (3, 1)") == 0);
    CHECK(tape.find("y") == -1);
  }
}

}  // namespace op_table_test
