// The values of the trace before. With them the next trace computes only what an edit changes, and its bits are the same as without.
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

/// How much a trace computed.
struct TraceCounts {
  Index nodes = 0;     // that were appended, without leaves
  Index computed = 0;  // of these: with their op, wholly or in part
  Index rows = 0;      // of the nodes that were computed in part: rows that were computed
};

/// Nodes by name, and other values by name and key, as the last trace left them. A node whose op, attributes and operands are the same as
/// in the trace before has the very tensor that it had there: whether operands are the same is then a comparison of pointers, but for
/// leaves, which are compared by their bits. If only some rows of the first operand changed, an op that makes each row of one row
/// (OpInfo::by_rows) computes these. Memory: the memo holds what the last trace that was finished holds, and what was begun since.
/// Example, two traces of which the second computes nothing:
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

  /// A trace begins. A slice that goes on with one does not begin it.
  void begin() {
    ++trace_;
    counts_ = {};
  }
  /// The trace is finished: what it did not use is let go. One that was given up, or refused, has no end, and what was there before stays.
  void end();
  /// Lets go of everything.
  void clear() { *this = {}; }

  /// The value of a node: that of the trace before where it is the same, else computed. The operands are those of the inputs.
  Value value_of(const std::string& name, const OpInfo& op, const Operands& operands, const std::vector<Value>& inputs);
  /// Notes the value of a node, for the next trace.
  void keep(const std::string& name, const OpInfo& op, const Attributes& attributes, const std::vector<Value>& inputs, const Value& value);
  /// The same bits as they were before under that name, or the given ones.
  Value same_or(const std::string& name, Value given);

  /// The value that was kept under a name for an equal key; null where there is nothing. A key has all that the value is made from. If it
  /// has a pointer, that is a std::shared_ptr, so that no other object comes to its address.
  template <typename Kept, typename Key>
  const Kept* find(const std::string& name, const Key& key) const {
    const auto found = values_.find(name);
    if (found == values_.end()) return nullptr;
    for (const KeptValue& one : found->second)
      if (const auto* pair = std::any_cast<std::pair<Key, Kept>>(&one.key_and_value); pair && pair->first == key) return &pair->second;
    return nullptr;
  }
  template <typename Key, typename Kept>
  void keep(const std::string& name, const Key& key, const Kept& value) {
    std::vector<KeptValue>& all = values_[name];
    for (KeptValue& one : all)
      if (const auto* pair = std::any_cast<std::pair<Key, Kept>>(&one.key_and_value); pair && pair->first == key) {
        one.trace = trace_;
        return;
      }
    all.push_back({std::make_any<std::pair<Key, Kept>>(key, value), trace_});
  }

  /// The counts of the trace that began last.
  const TraceCounts& counts() const { return counts_; }

 private:
  struct KeptNode {
    const OpInfo* op = nullptr;  // null of a leaf
    Attributes attributes;
    std::vector<Value> inputs;
    Value value;
    std::uint64_t trace = 0;  // that used it last
  };
  struct KeptValue {
    std::any key_and_value;
    std::uint64_t trace = 0;
  };

  Value computed_in_part(const KeptNode& before, const Operands& operands, const std::vector<Value>& inputs);

  std::unordered_map<std::string, KeptNode> nodes_;
  std::unordered_map<std::string, std::vector<KeptValue>> values_;
  std::uint64_t trace_ = 0;
  TraceCounts counts_;
};

/// The place in which a tape finds and keeps its values: a memo, and what stands before its names there, since each tape has names of its
/// own.
struct MemoPlace {
  TraceMemo* memo = nullptr;
  std::string prefix = {};
};

/// The shape of an op's result, and its values.
std::shared_ptr<const Tensor> applied(const OpInfo& op, const Operands& operands);

/// Whether two tensors have the same shape and bits.
bool same_bits(const Tensor& a, const Tensor& b);

}  // namespace gf
