#include "autograd/trace_memo.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "autograd/op_table.h"
#include "autograd/ops.h"

using namespace gf;

namespace trace_memo_test {
namespace {

// y = gelu(x w) + b, m = mask of y, s = a scaled y.
struct Inputs {
  Tensor x = Tensor::from_rows({{1, 2}, {3, 4}, {5, 6}, {7, 8}});
  Tensor w = Tensor::from_rows({{0.5f, -1, 0}, {0.25f, 1, 2}});
  Tensor b = Tensor::from_rows({{1, 2, 3}});
  Tensor visible = Tensor::from_rows({{1, 1, 0}, {1, 1, 1}, {0, 1, 1}, {1, 0, 1}});
  float factor = 0;
  std::vector<Pin> pins = {};
};

Tape tape_of(const Inputs& inputs, TraceMemo* memo = nullptr) {
  if (memo) memo->begin();
  Tape tape(inputs.pins, nullptr, {memo});
  const NodeId z = matmul(tape, parameter(tape, inputs.x, "x"), parameter(tape, inputs.w, "w"), "z");
  const NodeId y = add(tape, gelu(tape, z, false, "hidden"), parameter(tape, inputs.b, "b"), "y");
  mask(tape, y, std::make_shared<const Tensor>(inputs.visible), 0, "m");
  scale(tape, y, inputs.factor, "s");
  if (memo) memo->end();
  return tape;
}

bool same_nodes(const Tape& a, const Tape& b) {
  bool same = a.size() == b.size();
  for (NodeId id = 0; same && id < a.size(); ++id)
    same = a[id].name == b[id].name && a[id].formula == b[id].formula && same_bits(*a[id].value, *b[id].value) &&
           (a[id].computed == nullptr) == (b[id].computed == nullptr) && (!a[id].computed || same_bits(*a[id].computed, *b[id].computed));
  return same;
}

// Computes two traces with one memo and returns the counts of the second. Checks that its bits are those without a memo.
TraceCounts counts_of_second(const Inputs& first, const Inputs& second) {
  TraceMemo memo;
  tape_of(first, &memo);
  CHECK(same_nodes(tape_of(second, &memo), tape_of(second)));
  return memo.counts();
}

template <typename Change>
TraceCounts counts_after(Change change) {
  Inputs changed;
  change(changed);
  return counts_of_second(Inputs(), changed);
}

}  // namespace

TEST_SUITE("autograd/trace_memo") {
  TEST_CASE("a trace that is the same computes nothing, and holds the same tensors") {
    TraceMemo memo;
    const Tape first = tape_of(Inputs(), &memo);
    CHECK(memo.counts().nodes == 5);
    CHECK(memo.counts().computed == 5);
    const Tape second = tape_of(Inputs(), &memo);
    CHECK(memo.counts().nodes == 5);
    CHECK(memo.counts().computed == 0);
    for (NodeId id = 0; id < first.size(); ++id) CHECK(first[id].value == second[id].value);
  }

  TEST_CASE("an edit computes what is made from it, and nothing else") {
    CHECK(counts_after([](Inputs& in) { in.w.at(0, 0) = 2; }).computed == 5);
    CHECK(counts_after([](Inputs& in) { in.b.at(0, 2) = 0; }).computed == 3);
    CHECK(counts_after([](Inputs& in) { in.factor = 3; }).computed == 1);
    CHECK(counts_after([](Inputs& in) { in.visible.at(0, 0) = 0; }).computed == 1);
    CHECK(counts_after([](Inputs& in) { in.factor = -0.0f; }).computed == 1);  // 0 · −1 is not −0 · −1
  }

  TEST_CASE("if an edit changes no value, the nodes after it are not computed") {
    TraceMemo memo;
    const auto trace = [&](float large) {
      memo.begin();
      Tape tape({}, nullptr, {&memo});
      const NodeId x = parameter(tape, Tensor::from_rows({{large, 1}}), "x");
      scale(tape, relu(tape, x, "y"), 2, "z");
      memo.end();
    };
    trace(-1);
    trace(-2);
    CHECK(memo.counts().computed == 1);
    trace(1);
    CHECK(memo.counts().computed == 2);
  }

  TEST_CASE("a product whose first operand changed in one row computes that row") {
    const TraceCounts one_row = counts_after([](Inputs& in) { in.x.at(2, 1) = 9; });
    CHECK(one_row.computed == 5);
    CHECK(one_row.rows == 2);  // a row of z, and one of hidden
    CHECK(counts_after([](Inputs& in) { in.x.at(0, 0) = in.x.at(1, 0) = in.x.at(2, 0) = 9; }).rows ==
          0);  // most rows changed: all are computed
    CHECK(counts_after([](Inputs& in) { in.w.at(0, 0) = 9; }).rows == 0);
  }

  TEST_CASE("a row more at the end is computed, and a row less leaves the others as they are") {
    const auto with_rows = [](Index rows) {
      Inputs in;
      in.x = Tensor(matrix_shape(rows, 2));
      in.visible = Tensor::filled(matrix_shape(rows, 3), 1);
      for (Index i = 0; i < in.x.size(); ++i) in.x.data()[i] = static_cast<float>(i) / 3;
      return in;
    };
    CHECK(counts_of_second(with_rows(5), with_rows(6)).rows == 2);
    CHECK(counts_of_second(with_rows(6), with_rows(5)).rows == 0);
  }

  TEST_CASE("a cell is held and lifted again") {
    Inputs held;
    held.pins = {{"z", {0, 1, 1}, 10}};
    CHECK(counts_of_second(Inputs(), held).computed == 4);
    CHECK(counts_of_second(held, Inputs()).computed == 4);
    CHECK(counts_of_second(held, held).computed == 0);
    Inputs otherwise = held;
    otherwise.pins.front().value = 11;
    CHECK(counts_of_second(held, otherwise).computed == 4);
  }

  TEST_CASE("the end of a trace drops unused values, and a trace that was given up drops none") {
    TraceMemo memo;
    const auto value_of = [&](bool used, bool ends) {
      memo.begin();
      std::shared_ptr<const Tensor> value;
      if (used) {
        Tape tape({}, nullptr, {&memo});
        value = tape[relu(tape, parameter(tape, Tensor::from_rows({{1}}), "x"), "y")].value;
      }
      if (ends) memo.end();
      return std::weak_ptr<const Tensor>(value);
    };
    const auto first = value_of(true, true);
    CHECK_FALSE(first.expired());
    value_of(false, false);
    CHECK(value_of(true, true).lock() == first.lock());
    value_of(false, true);
    CHECK(first.expired());
  }

  TEST_CASE("other values are kept by name and key") {
    TraceMemo memo;
    memo.begin();
    memo.keep("a", std::tuple(1, std::string("x")), 7);
    memo.keep("a", std::tuple(2, std::string("x")), 8);
    memo.end();
    REQUIRE(memo.find<int>("a", std::tuple(2, std::string("x"))));
    CHECK(*memo.find<int>("a", std::tuple(2, std::string("x"))) == 8);
    CHECK_FALSE(memo.find<int>("a", std::tuple(2, std::string("y"))));
    CHECK_FALSE(memo.find<int>("b", std::tuple(2, std::string("x"))));
    CHECK_FALSE(memo.find<double>("a", std::tuple(2, std::string("x"))));
    memo.begin();
    memo.keep("a", std::tuple(2, std::string("x")), 8);
    memo.end();
    CHECK_FALSE(memo.find<int>("a", std::tuple(1, std::string("x"))));
    CHECK(memo.find<int>("a", std::tuple(2, std::string("x"))));
  }

  TEST_CASE("an op that takes each row by itself makes the same bits of a row alone") {
    int tested = 0;
    for (const OpInfo* op : op_table()) {
      if (!op->by_rows) continue;
      for (const OpSample& sample : op->samples()) {
        std::vector<const Tensor*> inputs;
        for (const Tensor& input : sample.inputs) inputs.push_back(&input);
        const Operands operands{inputs, sample.attributes};
        if (!op->by_rows(operands)) continue;
        const auto whole = applied(*op, operands);
        const Tensor& first = sample.inputs.front();
        for (Index m = 0; m < first.shape().matrices(); ++m)
          for (Index r = 0; r < first.rows(); ++r) {
            Tensor row(matrix_shape(1, first.cols()));
            std::copy_n(first.row(m, r), first.cols(), row.data());
            inputs.front() = &row;
            const auto alone = applied(*op, {inputs, sample.attributes});
            for (Index c = 0; c < whole->cols(); ++c) CHECK_MESSAGE(alone->at(0, c) == whole->at(m, r, c), op->name);
            ++tested;
          }
      }
    }
    CHECK(tested > 10);
  }
}

}  // namespace trace_memo_test
