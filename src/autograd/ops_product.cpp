#include "autograd/op_support.h"
#include "autograd/ops.h"
#include "core/kernels.h"

namespace gf {
namespace {

// A form of the product C = op(A) op(B). Only matmul_tn can be `stacked`: the matrices of each stack then are one tall matrix, so that the
// product sums over the stack.
struct Form {
  std::string_view name;
  Transpose a, b;
};
constexpr Form kPlain{"matmul", Transpose::no, Transpose::no};
constexpr Form kSecondTransposed{"matmul_nt", Transpose::no, Transpose::yes};
constexpr Form kFirstTransposed{"matmul_tn", Transpose::yes, Transpose::no};

bool is_stacked(const Attributes& attributes) {
  const auto* product = std::get_if<attr::MatmulTn>(&attributes);
  return product && product->stacked;
}

template <const Form& form>
Shape product_shape(const Operands& operands) {
  const Shape& a = operands[0].shape();
  const Shape& b = operands[1].shape();
  const Index inner_a = form.a == Transpose::yes ? a.rows : a.cols;
  const Index inner_b = form.b == Transpose::yes ? b.cols : b.rows;
  if (inner_a != inner_b) shape_mismatch(form.name, a, b, "inner dimensions differ");
  Shape result{common_outer(form.name, a, b), form.a == Transpose::yes ? a.cols : a.rows, form.b == Transpose::yes ? b.rows : b.cols};
  if (is_stacked(operands.attributes)) {
    if (a.outer != b.outer) shape_mismatch(form.name, a, b, "outer axes differ");
    result.outer.clear();
  }
  return result;
}

template <const Form& form>
void product_forward(const Operands& operands, Tensor& out) {
  const Tensor& a = operands[0];
  const Tensor& b = operands[1];
  const Index stack_a = a.shape().matrices();
  const Index inner = form.a == Transpose::yes ? a.rows() : a.cols();
  if (is_stacked(operands.attributes))
    return gemm(a.data(), form.a, b.data(), form.b, out.data(), out.rows(), inner * stack_a, out.cols(), false);
  if (form.a == Transpose::no && b.shape().outer.empty()) {
    const ColumnPanels* panels = form.b == Transpose::no ? operands.panels_of(1) : nullptr;
    if (panels && ColumnPanels::serve(out.rows() * stack_a)) return gemm(a.data(), *panels, out.data(), out.rows() * stack_a);
    return gemm(a.data(), form.a, b.data(), form.b, out.data(), out.rows() * stack_a, inner, out.cols(), false);
  }
  const auto stacked = [](const Tensor& x) { return Stacked{x.data(), x.shape().outer.empty() ? 0 : x.shape().matrix_size()}; };
  gemm_stack(stacked(a), form.a, stacked(b), form.b, out.data(), out.shape().matrices(), out.rows(), inner, out.cols());
}

template <const Form& form>
CellArithmetic explain_product(const Application& application, const Cell& cell) {
  const Tensor& a = application.operands[0];
  const bool transposed_a = form.a == Transpose::yes, transposed_b = form.b == Transpose::yes,
             stacked = is_stacked(application.operands.attributes);
  const Index inner = transposed_a ? a.rows() : a.cols();
  std::vector<Expression> terms;
  for (Index outer = stacked ? 0 : cell.outer, last = stacked ? a.shape().matrices() - 1 : cell.outer; outer <= last; ++outer)
    for (Index k = 0; k < inner; ++k) {
      const auto place = [&](std::size_t input, Index row, Index col) {
        const Tensor& tensor = application.operands[input];
        const Cell at{tensor.shape().outer.empty() ? 0 : outer, row, col};
        return expr::operand(static_cast<int>(input), at, static_cast<double>(tensor.at(at)));
      };
      terms.push_back(expr::product(
          {transposed_a ? place(0, k, cell.row) : place(0, cell.row, k), transposed_b ? place(1, cell.col, k) : place(1, k, cell.col)}));
    }
  const std::string row = index_text(cell.row), col = index_text(cell.col);
  const std::string first = transposed_a ? application.reference(0, cell, "k", row) : application.reference(0, cell, row, "k");
  const std::string second = transposed_b ? application.reference(1, cell, col, "k") : application.reference(1, cell, "k", col);
  return {(stacked ? "Σ Σₖ " : "Σₖ ") + first + " · " + second, expr::sum(std::move(terms))};
}

// Appends the product that is the gradient of an operand. If the operand lacks the outer axes of the result, the gradient sums over them.
NodeId product_for(const BackwardStep& step, std::size_t input, const OpInfo& op, NodeId a, NodeId b) {
  const Shape& wanted = step.tape.value(step.inputs[input]).shape();
  const bool summed = wanted.outer.empty() && !step.tape.value(step.gradient).shape().outer.empty();
  Attributes attributes;
  if (&op == &ops::kMatmulTn) attributes = attr::MatmulTn{summed && step.tape.value(a).shape().outer == step.tape.value(b).shape().outer};
  return reduce_to(step, step.tape.append(op, {a, b}, std::move(attributes), Label{}), wanted);
}

// C = A B: dA = dC Bᵀ, dB = Aᵀ dC.
std::vector<NodeId> matmul_backward(const BackwardStep& s) {
  return {s.wants(0) ? product_for(s, 0, ops::kMatmulNt, s.gradient, s.inputs[1]) : -1,
          s.wants(1) ? product_for(s, 1, ops::kMatmulTn, s.inputs[0], s.gradient) : -1};
}

// C = A Bᵀ: dA = dC B, dB = dCᵀ A.
std::vector<NodeId> matmul_nt_backward(const BackwardStep& s) {
  return {s.wants(0) ? product_for(s, 0, ops::kMatmul, s.gradient, s.inputs[1]) : -1,
          s.wants(1) ? product_for(s, 1, ops::kMatmulTn, s.gradient, s.inputs[0]) : -1};
}

// C = Aᵀ B: dA = B dCᵀ, dB = A dC.
std::vector<NodeId> matmul_tn_backward(const BackwardStep& s) {
  return {s.wants(0) ? product_for(s, 0, ops::kMatmulNt, s.inputs[1], s.gradient) : -1,
          s.wants(1) ? product_for(s, 1, ops::kMatmul, s.inputs[0], s.gradient) : -1};
}

template <const Form& form>
std::vector<OpSample> product_samples() {
  const auto shaped = [](Transpose t, std::vector<Index> outer, Index rows, Index cols) {
    return t == Transpose::yes ? Shape{std::move(outer), cols, rows} : Shape{std::move(outer), rows, cols};
  };
  Attributes attributes;
  if (form.a == Transpose::yes) attributes = attr::MatmulTn{};
  const auto sample = [&](std::vector<Index> outer_a, std::vector<Index> outer_b) {
    return OpSample{
        {sample_tensor(1, shaped(form.a, std::move(outer_a), 3, 4)), sample_tensor(2, shaped(form.b, std::move(outer_b), 4, 2))},
        attributes};
  };
  std::vector<OpSample> samples{sample({}, {}), sample({2}, {}), sample({2}, {2}), sample({}, {3})};
  if (form.a == Transpose::yes) {
    samples.push_back(sample({2}, {2}));
    samples.back().attributes = attr::MatmulTn{true};
  }
  return samples;
}

template <const Form& form>
OpCode code_product(const Application& application) {
  const Operands& operands = application.operands;
  const std::string a = form.a == Transpose::yes ? transposed_code("$0", operands[0].shape()) : "$0",
                    b = form.b == Transpose::yes ? transposed_code("$1", operands[1].shape()) : "$1";
  if (!is_stacked(operands.attributes)) return {"$out = " + a + " @ " + b};
  return {"$out = (" + a + " @ " + b + ")" + reduction_code("sum", {operands[0].shape().outer, 1, 1}, {{}, 1, 1})};
}

template <const Form& form>
MatrixAxes product_axes(std::span<const MatrixAxes> operands) {
  return {form.a == Transpose::yes ? operands[0].cols : operands[0].rows, form.b == Transpose::yes ? operands[1].rows : operands[1].cols};
}

bool product_by_rows(const Operands& operands) { return operands[1].shape().outer.empty(); }

}  // namespace

namespace ops {
const OpInfo kMatmul{"matmul",
                     "{0} · {1}",
                     product_shape<kPlain>,
                     product_forward<kPlain>,
                     matmul_backward,
                     explain_product<kPlain>,
                     product_samples<kPlain>,
                     code_product<kPlain>,
                     product_axes<kPlain>,
                     product_by_rows};
const OpInfo kMatmulNt{"matmul_nt",
                       "{0} · {1}ᵀ",
                       product_shape<kSecondTransposed>,
                       product_forward<kSecondTransposed>,
                       matmul_nt_backward,
                       explain_product<kSecondTransposed>,
                       product_samples<kSecondTransposed>,
                       code_product<kSecondTransposed>,
                       product_axes<kSecondTransposed>,
                       product_by_rows};
const OpInfo kMatmulTn{"matmul_tn",
                       "{0}ᵀ · {1}",
                       product_shape<kFirstTransposed>,
                       product_forward<kFirstTransposed>,
                       matmul_tn_backward,
                       explain_product<kFirstTransposed>,
                       product_samples<kFirstTransposed>,
                       code_product<kFirstTransposed>,
                       product_axes<kFirstTransposed>};
}  // namespace ops

NodeId matmul(Tape& tape, NodeId a, NodeId b, Label label) { return tape.append(ops::kMatmul, {a, b}, {}, std::move(label)); }
NodeId matmul_nt(Tape& tape, NodeId a, NodeId b, Label label) { return tape.append(ops::kMatmulNt, {a, b}, {}, std::move(label)); }
NodeId matmul_tn(Tape& tape, NodeId a, NodeId b, Label label, bool stacked) {
  return tape.append(ops::kMatmulTn, {a, b}, attr::MatmulTn{stacked}, std::move(label));
}

}  // namespace gf
