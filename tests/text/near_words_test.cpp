#include "text/near_words.h"

#include <doctest/doctest.h>

using namespace gf;

TEST_SUITE("text/near_words") {
  TEST_CASE("words that are near in spelling, nearest first, whatever the case of their letters") {
    const std::vector<std::string> known = {"tables", "table", "cat", "cats", "I", "a", "Paris"};
    using Words = std::vector<std::string>;
    CHECK(near_words(known, "tabel", 3) == Words{"table", "tables"});
    CHECK(near_words(known, "tabls", 3) == Words{"table", "tables"});
    CHECK(near_words(known, "paris", 3) == Words{"Paris"});
    CHECK(near_words(known, "cast", 1) == Words{"cat"});
    CHECK(near_words(known, "zebra", 3).empty());
    CHECK(near_words(known, "x", 3).empty());  // "I" and "a" share no letter with it
    CHECK(near_words({"chat", "chat"}, "chats", 3) == Words{"chat"});
    CHECK(near_words({"été"}, "etè", 3).empty());
    CHECK(near_words({"forêt"}, "foret", 3) == Words{"forêt"});
  }
}
