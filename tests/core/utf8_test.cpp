#include "core/utf8.h"

#include "support.h"

using namespace gf;

TEST_SUITE("core/utf8") {
  TEST_CASE("characters as slices of a text, and their code points") {
    CHECK(utf8_characters("a\xC3\xA9\xF0\x9F\x91\x8D").size() == 3);
    CHECK(utf8_characters("\xC3").size() == 1);
    CHECK(utf8_characters("\xC0\xAF\xED\xA0\x80\xF5").size() == 6);  // overlong, a surrogate, beyond the last code point
    CHECK(code_point("\xF0\x9F\x91\x8D") == 0x1F44D);
    CHECK(code_point("\xC3") == 0xFFFD);
  }

  TEST_CASE("the characters before and at a byte") {
    CHECK(utf8_before("né!", 3) == "é");
    CHECK(utf8_at("né!", 1) == "é");
    CHECK(utf8_at("né!", 3) == "!");
    CHECK(utf8_before("né!", 0).empty());
    CHECK(utf8_at("né!", 4).empty());
    CHECK(utf8_at("\xff!", 0) == "\xff");
  }

  TEST_CASE("a text that is too long is cut between two characters") {
    CHECK(shortened_to("chère", 6) == "chère");
    CHECK(shortened_to("chère", 5) == "chèr…");
    CHECK(shortened_to("chère", 4) == "chè…");
    CHECK(shortened_to("chère", 3) == "ch…");
    CHECK(shortened_to("👍👍", 7) == "👍…");
    CHECK(shortened_to("👍", 3) == "…");
    CHECK(shortened_to("\xFF\xFF\xFF", 2) == "\xFF\xFF…");  // readable_utf8() replaces such bytes
    CHECK(shortened_to("", 0).empty());
  }

  TEST_CASE("bytes that are no UTF-8 are seen, and replaced where the text is to be read") {
    CHECK(is_utf8("naïve 👩‍👧"));
    CHECK(readable_utf8("naïve 👩‍👧") == "naïve 👩‍👧");
    for (const char* text : {"\xff", "a\xC3", "\xC0\xAF", "\xED\xA0\x80", "\xF4\x90\x80\x80"}) {
      CHECK_FALSE(is_utf8(text));
      CHECK(is_utf8(readable_utf8(text)));
    }
    CHECK(readable_utf8("a\xff"
                        "b") == "a\uFFFDb");
  }
}
