// Types for constant data.
#include "core/table.h"

#include <doctest/doctest.h>

#include <vector>

using namespace gf;

namespace table_test {
namespace {

std::vector<std::string> list_of(NameList names) { return {names.begin(), names.end()}; }

}  // namespace

TEST_SUITE("core/table") {
  TEST_CASE("a name is a view of its literal, and a string where one is needed") {
    constexpr Name name = "softmax";
    static_assert(name == "softmax" && name.size() == 7);
    const std::string text = name;
    CHECK(text == "softmax");
    CHECK("lessons." + name + ".title" == "lessons.softmax.title");
    CHECK(Name().empty());
    CHECK(std::string_view(name.c_str()) == name);
  }

  TEST_CASE("a list of names is one literal, with a comma and a space between them") {
    constexpr NameList axes = "rows, columns, step by step";
    static_assert(axes.size() == 3 && axes.contains("step by step") && !axes.contains("row") && axes.front() == "rows");
    CHECK(list_of(axes) == std::vector<std::string>{"rows", "columns", "step by step"});
    CHECK(axes[1] == "columns");
    CHECK(list_of("alone") == std::vector<std::string>{"alone"});
    CHECK(list_of({}).empty());
    CHECK(NameList().size() == 0);
  }

  TEST_CASE("few elements lie in their list, and more than fit are refused") {
    constexpr Few<int, 3> digits = {3, 1};
    static_assert(digits.size() == 2 && digits.front() == 3 && digits.back() == 1 && digits[1] == 1);
    CHECK(std::vector<int>(digits.begin(), digits.end()) == std::vector<int>{3, 1});
    CHECK(Few<int, 3>().empty());
    CHECK_THROWS_AS((Few<int, 1>{1, 2}), std::length_error);
  }

  TEST_CASE("a table is a view of all rows of an array") {
    static constexpr int kRows[] = {1, 2, 3};
    constexpr ArrayView<int> rows = kRows;
    static_assert(rows.size() == 3 && rows.data() == kRows && rows.front() == 1 && rows.back() == 3);
    CHECK(ArrayView<int>().empty());
  }
}

}  // namespace table_test
