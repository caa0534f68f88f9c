// Keeps a value as long as everything that it was made from stays the same.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

namespace gf::ui {

/// A field of a key that is compared by value. The key of a look-up only refers to the value, so a look-up copies nothing. A copy of the
/// key, which the memo keeps, holds a copy of the value.
template <typename T>
class Lent {
 public:
  Lent(const T& value) : value_(&value) {}
  Lent(const T&&) = delete;  // the key would refer to a value that is gone
  Lent(const Lent& other) : own_(other.own_ ? other.own_ : std::make_shared<const T>(*other)), value_(own_.get()) {}
  Lent(Lent&&) noexcept = default;
  Lent& operator=(Lent other) noexcept {
    own_ = std::move(other.own_);
    value_ = other.value_;
    return *this;
  }

  const T& operator*() const { return *value_; }
  const T* operator->() const { return value_; }
  bool operator==(const Lent& other) const { return value_ == other.value_ || *value_ == *other.value_; }

 private:
  std::shared_ptr<const T> own_;
  const T* value_;
};

/// The last value that was made, with the key that it was made for. The key is a struct with `operator==(const Key&) const = default`, and
/// has everything that `make` reads. `make` captures nothing, so it can't read anything else. A pointer in a key is a std::shared_ptr,
/// which keeps its object, or points to an object that outlives the memo. Otherwise another object could come to the same address. Large
/// values are Lent. An empty memo has no key, and the value Value(). If `make` throws, the memo stays as it was. A copy of a memo has the
/// same key and value, and is independent. A memo that was moved from can only be assigned to.
/// Example:
///   struct SumKey { Lent<std::vector<int>> numbers; bool operator==(const SumKey&) const = default; };
///   Memo<SumKey, int> sums;
///   sums.get({numbers}, [](const SumKey& key) { return std::accumulate(key.numbers->begin(), key.numbers->end(), 0); });
template <typename Key, typename Value>
class Memo {
 public:
  /// Returns the value for the key, and makes it if the last one was made for another key. The reference lasts until the next call.
  const Value& get(const Key& key, Value (*make)(const Key&)) { return holds(key) ? value_ : keep(key, make(key)); }

  /// Like get, but passes `given` to `make` as well. The caller makes sure that the key changes whenever `given` changes.
  template <typename... Given>
  const Value& get_with(const Key& key, Value (*make)(const Key&, Given...), std::type_identity_t<Given>... given) {
    return holds(key) ? value_ : keep(key, make(key, given...));
  }

  /// Returns the last value that was made; Value() for an empty memo.
  const Value& value() const { return value_; }

 private:
  bool holds(const Key& key) const { return key_ && *key_ == key; }

  const Value& keep(const Key& key, Value value) {
    static_assert(std::is_nothrow_move_assignable_v<Value> && std::is_nothrow_move_assignable_v<Key>, "or half of it could be replaced");
    std::optional<Key> copy(key);
    key_ = std::move(copy);
    value_ = std::move(value);
    return value_;
  }

  std::optional<Key> key_;
  Value value_{};
};

/// All values that were made for one scope, each with its key. The table drops all of them when the scope changes. Scope and Key follow the
/// rules of Memo's key, and Key also has an order. If `make` throws, the table stays as it was.
template <typename Scope, typename Key, typename Value>
class MemoTable {
 public:
  /// Returns the value for the key in the scope, and makes it if the table lacks it. The reference lasts until a call with another scope.
  const Value& get(const Scope& scope, const Key& key, Value (*make)(const Scope&, const Key&)) {
    const bool same = scope_ && *scope_ == scope;
    if (const auto found = same ? values_.find(key) : values_.end(); found != values_.end()) return found->second;
    Value value = make(scope, key);
    if (!same) {
      std::optional<Scope> copy(scope);
      values_.clear();
      scope_ = std::move(copy);
    }
    return values_.emplace(key, std::move(value)).first->second;
  }

 private:
  std::optional<Scope> scope_;
  std::map<Key, Value> values_;
};

}  // namespace gf::ui
