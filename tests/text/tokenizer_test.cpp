#include <doctest/doctest.h>

#include "text/tokenizer.h"

using namespace gf;
using Words = std::vector<std::string>;

TEST_SUITE("text/tokenizer") {
  TEST_CASE("words, marks and names in brackets") {
    CHECK(word_tokens("You are welcome") == Words{"You", "are", "welcome"});
    CHECK(word_tokens("  The animal didn't cross,  it was too tired!") ==
          Words{"The", "animal", "didn't", "cross", ",", "it", "was", "too", "tired", "!"});
    CHECK(word_tokens("<start> de nada <end>") == Words{"<start>", "de", "nada", "<end>"});
    CHECK(word_tokens("a < b > c <>") == Words{"a", "<", "b", ">", "c", "<>"});
    CHECK(word_tokens("well-known -x") == Words{"well-known", "-", "x"});
    CHECK(word_tokens("").empty());
    CHECK(word_tokens(" \t\n\xC2\xA0 ").empty());
  }

  TEST_CASE("no character is cut: accents, emoji, right-to-left") {
    CHECK(word_tokens("for\xC3\xAAt cafe\xCC\x81") == Words{"for\xC3\xAAt", "cafe\xCC\x81"});
    CHECK(word_tokens("👩‍👩‍👧 hi") == Words{"👩‍👩‍👧", "hi"});
    CHECK(word_tokens("שלום עולם") == Words{"שלום", "עולם"});
    CHECK(word_tokens("«oui»") == Words{"«", "oui", "»"});
  }

  TEST_CASE("tokens that stay are found again") {
    CHECK(align_tokens({"a", "b", "c"}, {"a", "c"}) == std::vector<int>{0, 2});
    CHECK(align_tokens({"a", "b"}, {"x", "a", "b", "y"}) == std::vector<int>{-1, 0, 1, -1});
    CHECK(align_tokens({}, {"a"}) == std::vector<int>{-1});
    CHECK(align_tokens({"a", "a"}, {"a"}) == std::vector<int>{0});
  }
}
