// Labels of an axis: a list of texts whose copies share memory.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace gf {

/// The labels of an axis: a list of texts, as a value. Copies share one list until one copy changes, so a copy copies no string. Two copies
/// that share a list are equal without a look at the texts. Example:
///   Labels a{"You", "are"}, b = a;  // &a.list() == &b.list()
///   b.push_back("welcome");         // a has two labels still
class Labels {
 public:
  Labels() = default;
  Labels(std::vector<std::string> list);
  Labels(std::initializer_list<std::string> list) : Labels(std::vector<std::string>(list)) {}

  const std::vector<std::string>& list() const;
  operator const std::vector<std::string>&() const { return list(); }
  bool empty() const { return !list_; }
  std::size_t size() const { return list().size(); }
  const std::string& operator[](std::size_t place) const { return list()[place]; }
  const std::string& front() const { return list().front(); }
  const std::string& back() const { return list().back(); }
  auto begin() const { return list().begin(); }
  auto end() const { return list().end(); }
  void push_back(std::string label);
  /// Whether both lists have the same texts.
  friend bool operator==(const Labels& a, const Labels& b) { return a.list_ == b.list_ || a.list() == b.list(); }

 private:
  std::shared_ptr<std::vector<std::string>> list_;  // null: no labels; changed only if no copy shares it
};

}  // namespace gf
