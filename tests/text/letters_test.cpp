#include "text/letters.h"

#include "support.h"

using namespace gf;

TEST_SUITE("text/letters") {
  TEST_CASE("capitals of every script have their small letter, and what has none stays") {
    CHECK(lower_case("FORÊT") == "forêt");
    CHECK(lower_case("Île, Œuf, Être, État, Âne") == "île, œuf, être, état, âne");
    CHECK(lower_case("ΑΒΓ Жук Ştef") == "αβγ жук ştef");
    CHECK(lower_case("été 12 € 木 😀") == "été 12 € 木 😀");
    CHECK(lower_case("Straße") == "straße");
    CHECK(lower_case("ZÞĀāĮİŸŹ×Ω") == "zþāāįİÿź×ω");
    CHECK(lower_case("") == "");
  }

  TEST_CASE("an accent behind its letter is joined to it where there is a letter that has both") {
    CHECK(composed("e\u0301cole") == "école");
    CHECK(composed("fore\u0302t") == "forêt");
    CHECK(composed("e\u0323\u0302") == "\u1EC7");  // two accents, one letter
    CHECK(composed("x\u0301") == "x\u0301");       // no such letter
    CHECK(composed("\u0301e") == "\u0301e");
    CHECK(composed("forêt") == "forêt");
    CHECK(composed("plain") == "plain");
  }

  TEST_CASE("letters are code points, and back") {
    CHECK(letters_of("forêt").size() == 5);
    CHECK(utf8_of(letters_of("a é € 😀")) == "a é € 😀");
    CHECK(letters_of("\xFFz") == U"\uFFFDz");
  }
}
