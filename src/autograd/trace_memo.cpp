#include "autograd/trace_memo.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>
#include <type_traits>
#include <utility>
#include <variant>

#include "core/nth.h"

namespace gf {
namespace {

bool same_floats(const float* a, const float* b, Index count) {
  return std::memcmp(a, b, static_cast<std::size_t>(count) * sizeof(float)) == 0;
}

// Whether two fields of attributes are equal, floats bit by bit: −0 is not 0.
template <typename T>
bool same_field(const T& a, const T& b) {
  return a == b;
}
bool same_field(float a, float b) { return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b); }
bool same_field(const PositionExponents& a, const PositionExponents& b) { return a.over == b.over && a.under == b.under; }
bool same_field(const std::shared_ptr<const Tensor>& a, const std::shared_ptr<const Tensor>& b) {
  return a == b || (a && b && same_bits(*a, *b));
}

// Whether two attributes have equal fields. Callers also compare the shapes of the results, which are not in `fields`. The account of an
// accounted node is not compared: it explains the value, and the new node has its own.
bool same_attributes(const Attributes& a, const Attributes& b) {
  if (a.index() != b.index()) return false;
  return std::visit(
      [&](const auto& values) {
        using Values = std::remove_cvref_t<decltype(values)>;
        const Values& others = std::get<Values>(b);
        if constexpr (std::is_same_v<Values, std::monostate>)
          return true;
        else if constexpr (std::is_same_v<Values, attr::Accounted>)
          return same_field(values.counted, others.counted);
        else
          return std::apply([&](const auto&... fields) { return (same_field(values.*fields.second, others.*fields.second) && ...); },
                            Values::fields);
      },
      a);
}

struct ChangedRows {
  std::vector<std::pair<Index, Index>> places;  // matrix and row
};
// Returns the rows of an operand that differ from the rows before; std::nullopt if outer axes or columns differ.
std::optional<ChangedRows> changed_rows(const Tensor& before, const Tensor& now) {
  if (before.shape().outer != now.shape().outer || before.cols() != now.cols()) return std::nullopt;
  ChangedRows changed;
  for (Index m = 0; m < now.shape().matrices(); ++m)
    for (Index r = 0; r < now.rows(); ++r)
      if (r >= before.rows() || !same_floats(before.row(m, r), now.row(m, r), now.cols())) changed.places.emplace_back(m, r);
  return changed;
}

}  // namespace

bool same_bits(const Tensor& a, const Tensor& b) { return a.shape() == b.shape() && same_floats(a.data(), b.data(), a.size()); }

std::shared_ptr<const Tensor> applied(const OpInfo& op, const Operands& operands) {
  auto value = std::make_shared<Tensor>(Tensor::uninitialised(op.shape(operands)));
  op.forward(operands, *value);
  return value;
}

void TraceMemo::end() {
  std::erase_if(nodes_, [&](const auto& entry) { return entry.second.trace != trace_; });
  for (auto& [name, values] : values_) std::erase_if(values, [&](const KeptValue& kept) { return kept.trace != trace_; });
  std::erase_if(values_, [](const auto& entry) { return entry.second.empty(); });
}

TraceMemo::Value TraceMemo::value_of(const std::string& name, const OpInfo& op, const Operands& operands,
                                     const std::vector<Value>& inputs) {
  ++counts_.nodes;
  const auto found = nodes_.find(name);
  if (found == nodes_.end() || found->second.op != &op || !same_attributes(found->second.attributes, operands.attributes)) {
    ++counts_.computed;
    return applied(op, operands);
  }
  const KeptNode& before = found->second;
  if (before.inputs == inputs && before.value->shape() == op.shape(operands)) return before.value;
  ++counts_.computed;
  if (Value value = computed_in_part(before, operands, inputs)) return value;
  Value value = applied(op, operands);
  return same_bits(*value, *before.value) ? before.value : value;
}

TraceMemo::Value TraceMemo::computed_in_part(const KeptNode& before, const Operands& operands, const std::vector<Value>& inputs) {
  const OpInfo& op = *before.op;
  if (!op.by_rows || !op.by_rows(operands) || before.inputs.size() != inputs.size()) return nullptr;
  if (!std::equal(before.inputs.begin() + 1, before.inputs.end(), inputs.begin() + 1)) return nullptr;
  const Tensor& now = operands[0];
  const std::optional<ChangedRows> changed = changed_rows(*before.inputs[0], now);
  const Shape shape = op.shape(operands), &shape_before = before.value->shape();
  if (!changed || shape.outer != shape_before.outer || shape.cols != shape_before.cols) return nullptr;
  const auto count = std::ssize(changed->places);
  if (count == 0 && shape == shape_before) return before.value;
  if (2 * count > shape.matrices() * shape.rows) return nullptr;

  Tensor rows = Tensor::uninitialised(matrix_shape(count, now.cols()));
  for (Index i = 0; i < count; ++i) {
    const auto [m, r] = nth(changed->places, i);
    std::copy_n(now.row(m, r), now.cols(), rows.row(i));
  }
  std::vector<const Tensor*> tensors = operands.inputs;
  tensors[0] = &rows;
  const Value new_rows = count > 0 ? applied(op, {std::move(tensors), operands.attributes, operands.panels}) : nullptr;
  auto value = std::make_shared<Tensor>(Tensor::uninitialised(shape));
  const Index same = std::min(shape.rows, shape_before.rows);
  for (Index m = 0; m < shape.matrices(); ++m) std::copy_n(before.value->matrix(m), same * shape.cols, value->matrix(m));
  for (Index i = 0; i < count; ++i) {
    const auto [m, r] = nth(changed->places, i);
    std::copy_n(new_rows->row(i), shape.cols, value->row(m, r));
  }
  counts_.rows += count;
  return value;
}

void TraceMemo::keep(const std::string& name, const OpInfo& op, const Attributes& attributes, const std::vector<Value>& inputs,
                     const Value& value) {
  KeptNode& kept = nodes_[name];
  kept.trace = trace_;
  if (kept.op == &op && kept.value == value && kept.inputs == inputs) return;
  kept.op = &op;
  kept.attributes = attributes;
  kept.inputs = inputs;
  kept.value = value;
}

TraceMemo::Value TraceMemo::same_or(const std::string& name, Value given) {
  KeptNode& kept = nodes_[name];
  kept.trace = trace_;
  if (kept.op == nullptr && kept.value && (kept.value == given || same_bits(*kept.value, *given))) return kept.value;
  kept = {nullptr, {}, {}, given, trace_};
  return given;
}

}  // namespace gf
