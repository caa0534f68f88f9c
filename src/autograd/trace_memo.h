// Keeps the values of the last trace, so that the next trace computes only the nodes that an edit changes. The bits are the same as
// without.
#pragma once

#include <any>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "autograd/op.h"

namespace gf {

/// The work of one trace.
struct TraceCounts {
  Index nodes = 0;     // appended nodes, without leaves
  Index computed = 0;  // nodes whose op ran, for all rows or for some
  Index rows = 0;      // computed rows of the nodes whose op ran for some rows
};

/// Nodes by name, and other values by name and key, from the last trace. A node with the same op, attributes and operands as in the last
/// trace shares its tensor, so operands are compared as pointers; leaves are compared by their bits. If only some rows of the first operand
/// changed, an op with OpInfo::by_rows computes those rows alone. The memo holds the values of the last finished trace, and of traces begun
/// since.
/// Example, two traces of which the second one computes no node:
///   TraceMemo memo;
///   for (int i = 0; i < 2; ++i) {
///     memo.begin();
///     Tape tape({}, nullptr, {&memo});
///     relu(tape, parameter(tape, Tensor::from_rows({{1, -2}}), "x"), "y");
///     memo.end();
///   }
///   memo.counts().computed == 0;
class TraceMemo {
 public:
  using Value = std::shared_ptr<const Tensor>;

  /// Begins a trace. A later slice of the same trace does not call it.
  void begin() {
    ++trace_;
    counts_ = {};
  }
  /// Ends a trace, and frees the values that it did not use. A trace that was given up or refused has no end, so that older values stay.
  void end();
  /// Frees all values.
  void clear() { *this = {}; }

  /// Returns the value of a node: the tensor of the last trace if the node is the same, otherwise a computed one. `inputs` owns `operands`.
  Value value_of(const std::string& name, const OpInfo& op, const Operands& operands, const std::vector<Value>& inputs);
  /// Keeps the value of a node for the next trace.
  void keep(const std::string& name, const OpInfo& op, const Attributes& attributes, const std::vector<Value>& inputs, const Value& value);
  /// Returns the tensor kept under that name if it has the bits of `given`, otherwise `given`. Keeps the result.
  Value same_or(const std::string& name, Value given);

  /// Returns the value that was kept under a name for an equal key, or null. A key must have all that its value is made from. A pointer in
  /// a key must be a std::shared_ptr, so that no other object takes its address.
  template <typename Kept, typename Key>
  const Kept* find(const std::string& name, const Key& key) const {
    const auto found = values_.find(name);
    if (found == values_.end()) return nullptr;
    for (const KeptValue& kept : found->second)
      if (const auto* pair = std::any_cast<std::pair<Key, Kept>>(&kept.key_and_value); pair && pair->first == key) return &pair->second;
    return nullptr;
  }
  /// Keeps a value under a name and a key. A kept value of an equal key stays, and counts as used.
  template <typename Key, typename Kept>
  void keep(const std::string& name, const Key& key, const Kept& value) {
    std::vector<KeptValue>& values = values_[name];
    for (KeptValue& kept : values)
      if (const auto* pair = std::any_cast<std::pair<Key, Kept>>(&kept.key_and_value); pair && pair->first == key) {
        kept.trace = trace_;
        return;
      }
    values.push_back({std::make_any<std::pair<Key, Kept>>(key, value), trace_});
  }

  /// Returns the counts of the trace that began last.
  const TraceCounts& counts() const { return counts_; }

 private:
  struct KeptNode {
    const OpInfo* op = nullptr;  // null for a leaf
    Attributes attributes;
    std::vector<Value> inputs;
    Value value;
    std::uint64_t trace = 0;  // the last trace that used it
  };
  struct KeptValue {
    std::any key_and_value;
    std::uint64_t trace = 0;  // the last trace that used it
  };

  /// Returns the value with only the changed rows computed; null if that is impossible, or if more than half of the rows changed.
  Value computed_in_part(const KeptNode& before, const Operands& operands, const std::vector<Value>& inputs);

  std::unordered_map<std::string, KeptNode> nodes_;
  std::unordered_map<std::string, std::vector<KeptValue>> values_;
  std::uint64_t trace_ = 0;
  TraceCounts counts_;
};

/// The memo of a tape, and the prefix of its names there, by which several tapes share a memo.
struct MemoPlace {
  TraceMemo* memo = nullptr;  // null: no memo
  std::string prefix = {};
};

/// Returns the result of an op. Throws ShapeError if the operands do not fit.
std::shared_ptr<const Tensor> applied(const OpInfo& op, const Operands& operands);

/// Whether two tensors have the same shape and bits.
bool same_bits(const Tensor& a, const Tensor& b);

}  // namespace gf
