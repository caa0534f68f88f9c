// Types for tables of constant data. The tables can be constexpr, allocate no memory, and need no code that runs before main.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>

namespace gf {

/// A name in a table: a string literal that converts to std::string.
/// Example: constexpr Name id = "softmax"; "lessons." + id is the std::string "lessons.softmax".
struct Name : std::string_view {
  constexpr Name() : std::string_view("") {}
  constexpr Name(const char* literal) : std::string_view(literal) {}
  operator std::string() const { return std::string(data(), size()); }
  /// Returns the literal, which ends with a zero byte.
  constexpr const char* c_str() const { return data(); }
};
inline std::string operator+(std::string before, Name name) { return before.append(name); }
inline std::string operator+(const char* before, Name name) { return std::string(before).append(name); }
inline std::string operator+(Name name, std::string_view after) { return std::string(name).append(after); }

/// A list of names in one string literal, with ", " between names.
/// Example: NameList("rows, columns") has the names "rows" and "columns".
class NameList {
 public:
  class Iterator {
   public:
    using value_type = std::string;
    using difference_type = std::ptrdiff_t;
    constexpr Iterator() = default;
    constexpr Iterator(std::string_view text, std::size_t at) : text_(text), at_(at) {}
    /// Returns the name without a copy.
    constexpr std::string_view view() const { return text_.substr(at_, end() - at_); }
    std::string operator*() const { return std::string(view()); }
    constexpr Iterator& operator++() {
      at_ = end() == text_.size() ? text_.size() : end() + kBetween.size();
      return *this;
    }
    constexpr Iterator operator++(int) {
      const Iterator before = *this;
      ++*this;
      return before;
    }
    constexpr bool operator==(const Iterator& other) const { return at_ == other.at_; }

   private:
    constexpr std::size_t end() const {
      if (!std::is_constant_evaluated()) return std::min(text_.find(kBetween, at_), text_.size());
      // GCC 12 with the undefined behaviour sanitizer refuses std::string_view::find in a constant expression.
      std::size_t end = at_;
      while (end < text_.size() && text_.substr(end, kBetween.size()) != kBetween) ++end;
      return end;
    }
    std::string_view text_;
    std::size_t at_ = 0;
  };

  constexpr NameList() = default;
  constexpr NameList(const char* literal) : text_(literal) {}

  constexpr Iterator begin() const { return {text_, 0}; }
  constexpr Iterator end() const { return {text_, text_.size()}; }
  constexpr bool empty() const { return text_.empty(); }
  constexpr std::size_t size() const {
    std::size_t count = 0;
    for (Iterator at = begin(); at != end(); ++at) ++count;
    return count;
  }
  constexpr std::string_view front() const { return begin().view(); }
  /// Returns the name at an index, which must be below size().
  constexpr std::string_view operator[](std::size_t place) const {
    Iterator at = begin();
    for (; place > 0; --place) ++at;
    return at.view();
  }
  constexpr bool contains(std::string_view name) const {
    for (Iterator at = begin(); at != end(); ++at)
      if (at.view() == name) return true;
    return false;
  }
  /// Returns the whole literal: the names with ", " between them.
  constexpr std::string_view text() const { return text_; }

 private:
  static constexpr std::string_view kBetween = ", ";
  std::string_view text_ = "";
};

/// A list of at most N elements, which it holds without an allocation. Throws std::length_error for more.
/// Example: constexpr Few<int, 4> digits = {3, 1, 4};
template <typename T, std::size_t N>
class Few {
 public:
  constexpr Few() = default;
  constexpr Few(std::initializer_list<T> list) {
    if (list.size() > N) throw std::length_error("[Few] too many elements");
    for (const T& item : list) items_[count_++] = item;
  }

  constexpr const T* begin() const { return items_; }
  constexpr const T* end() const { return items_ + count_; }
  constexpr std::size_t size() const { return count_; }
  constexpr bool empty() const { return count_ == 0; }
  constexpr const T& operator[](std::size_t place) const { return items_[place]; }
  constexpr const T& front() const { return items_[0]; }
  constexpr const T& back() const { return items_[count_ - 1]; }

 private:
  T items_[N] = {};
  std::uint32_t count_ = 0;
};

/// A view of an array, which must outlive the view. Unlike a std::span, it may be a member while T is only declared.
template <typename T>
class ArrayView {
 public:
  constexpr ArrayView() = default;
  template <std::size_t N>
  constexpr ArrayView(const T (&rows)[N]) : rows_(rows), count_(N) {}

  constexpr const T* begin() const { return rows_; }
  constexpr const T* end() const { return rows_ + count_; }
  constexpr const T* data() const { return rows_; }
  constexpr std::size_t size() const { return count_; }
  constexpr bool empty() const { return count_ == 0; }
  constexpr const T& operator[](std::size_t place) const { return rows_[place]; }
  constexpr const T& front() const { return rows_[0]; }
  constexpr const T& back() const { return rows_[count_ - 1]; }

 private:
  const T* rows_ = nullptr;
  std::size_t count_ = 0;
};

}  // namespace gf
