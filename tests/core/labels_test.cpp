#include "core/labels.h"

#include <doctest/doctest.h>

using namespace gf;

TEST_SUITE("core/labels") {
  TEST_CASE("copies share one list until one of them is changed") {
    Labels a{"You", "are"}, b = a;
    CHECK(&a.list() == &b.list());
    b.push_back("welcome");
    CHECK(a.list() == std::vector<std::string>{"You", "are"});
    CHECK(b.list() == std::vector<std::string>{"You", "are", "welcome"});
    const std::vector<std::string>* own = &b.list();
    b.push_back("here");
    CHECK(&b.list() == own);
    CHECK(b.size() == 4);
    CHECK(b.front() == "You");
    CHECK(b.back() == "here");
    CHECK(b[2] == "welcome");
  }

  TEST_CASE("lists are equal if their texts are") {
    const Labels a{"You", "are"}, same{"You", "are"}, shorter{"You"};
    CHECK(a == same);
    CHECK(a != shorter);
    CHECK(Labels() != shorter);
    CHECK(Labels() == Labels(std::vector<std::string>{}));
  }

  TEST_CASE("none is empty, and can be added to") {
    Labels none;
    CHECK(none.empty());
    CHECK(none.size() == 0);
    CHECK(none.begin() == none.end());
    none.push_back("a");
    CHECK_FALSE(none.empty());
    CHECK(Labels().empty());
  }
}
