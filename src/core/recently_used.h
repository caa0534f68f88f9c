// A store of a limited size that forgets what was not asked for the longest.
#pragma once

#include <cstddef>
#include <list>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace gf {

/// Values by name, each with a cost in units of the caller's. It never forgets by itself: `oldest` and `forget_oldest` are for whoever
/// wants the sum of the costs (`used`) to stay below a limit. Example: after `put("a", 1, 10)`, `put("b", 2, 10)` and `find("a")`,
/// `oldest()` is that of b.
template <typename Value>
class RecentlyUsed {
 public:
  struct Entry {
    std::string name;
    Value value;
    std::size_t cost = 0;
  };

  /// The value of that name, which is now the one used last; null where there is none.
  Value* find(std::string_view name) {
    const auto found = places_.find(name);
    if (found == places_.end()) return nullptr;
    entries_.splice(entries_.begin(), entries_, found->second);
    return &found->second->value;
  }

  /// Keeps a value under a name that has none yet.
  Value& put(std::string name, Value value, std::size_t cost) {
    entries_.push_front({std::move(name), std::move(value), cost});
    places_.emplace(entries_.front().name, entries_.begin());
    used_ += cost;
    return entries_.front().value;
  }

  bool empty() const { return entries_.empty(); }
  std::size_t used() const { return used_; }
  /// The entry that has not been asked for the longest. The store must not be empty.
  const Entry& oldest() const { return entries_.back(); }

  void forget_oldest() {
    used_ -= entries_.back().cost;
    places_.erase(entries_.back().name);
    entries_.pop_back();
  }

 private:
  std::list<Entry> entries_;  // the one used last comes first
  std::unordered_map<std::string_view, typename std::list<Entry>::iterator> places_;
  std::size_t used_ = 0;
};

}  // namespace gf
