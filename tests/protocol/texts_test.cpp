#include "protocol/texts.h"

#include "support.h"

using namespace gf;

TEST_SUITE("protocol/texts") {
  TEST_CASE("words are put where their marks are") {
    const Texts texts(R"({"a": {"b": "{x} and {y}, {x}"}})");
    CHECK(texts.format("a.b", {{"x", "one"}, {"y", "two"}}) == "one and two, one");
    CHECK(texts.format("a.b", {{"x", "{y}"}, {"y", "{"}}) == "{y} and {, {y}");
    CHECK(texts.format("a.b", {{"x", "one"}}) == "one and {y}, one");
  }

  TEST_CASE("what somebody typed is cut where it is endless, between letters") {
    const Texts texts(R"({"a": "<{x}>"})");
    CHECK(texts.format("a", {{"x", std::string(1000, 'z')}}) == "<" + std::string(1000, 'z') + ">");
    CHECK(texts.format("a", {{"x", std::string(10'000, 'z')}}) == "<" + std::string(1000, 'z') + "…>");
    CHECK(texts.format("a", {{"x", std::string(999, 'z') + "éé"}}) == "<" + std::string(999, 'z') + "…>");
  }
}
