// A store by name that knows which value was used least recently, for a cache of limited size.
#pragma once

#include <cstddef>
#include <list>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace gf {

/// Values by name, each with a cost in a unit of the caller. The store forgets no value by itself: the caller calls forget_oldest to keep
/// the sum of the costs (`used`) below a limit.
/// Example: after `put("a", 1, 10)`, `put("b", 2, 10)` and `find("a")`, `oldest()` is the entry of b.
template <typename Value>
class RecentlyUsed {
 public:
  struct Entry {
    std::string name;
    Value value;
    std::size_t cost = 0;
  };

  /// Returns the value of that name and marks it as used last; null if the store has no such value.
  Value* find(std::string_view name) {
    const auto found = places_.find(name);
    if (found == places_.end()) return nullptr;
    entries_.splice(entries_.begin(), entries_, found->second);
    return &found->second->value;
  }

  /// Keeps a value, as the value used last. The name must be new.
  Value& put(std::string name, Value value, std::size_t cost) {
    entries_.push_front({std::move(name), std::move(value), cost});
    places_.emplace(entries_.front().name, entries_.begin());
    used_ += cost;
    return entries_.front().value;
  }

  /// Returns all entries; the entry used last comes first.
  const std::list<Entry>& entries() const { return entries_; }
  bool empty() const { return entries_.empty(); }
  std::size_t used() const { return used_; }
  /// Returns the entry that was used least recently. The store must not be empty.
  const Entry& oldest() const { return entries_.back(); }

  /// Removes the entry that was used least recently. The store must not be empty.
  void forget_oldest() {
    used_ -= entries_.back().cost;
    places_.erase(entries_.back().name);
    entries_.pop_back();
  }

 private:
  std::list<Entry> entries_;  // the entry used last comes first
  std::unordered_map<std::string_view, typename std::list<Entry>::iterator> places_;
  std::size_t used_ = 0;
};

}  // namespace gf
