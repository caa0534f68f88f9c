// Words drawn by the desktop, with the fonts that tools/setup --test installs.
#include "render/words.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

using namespace gf;

namespace words_native_test {
namespace {

bool right_to_left(std::string_view text) { return text == "שלום" || text == "مرحبا"; }

WordShape measure_word(const Word& word) { return machine_words().measure(word); }
WordPicture picture_of(std::string_view text, int size_px = 32) { return machine_words().draw({text, right_to_left(text)}, size_px); }

int inked(const WordPicture& picture) {
  int count = 0;
  for (std::size_t i = 3; i < picture.rgba.size(); i += 4) count += picture.rgba[i] > 127 ? 1 : 0;
  return count;
}

}  // namespace

TEST_SUITE("render/words") {
  TEST_CASE("every script has pictures of its own, in ink alone but for emoji, and none is missing") {
    std::vector<std::vector<std::uint8_t>> seen;
    for (const char* text : {"你", "こ", "안", "мир", "ἄνθ", "שלום", "مرحبا", "नमस्ते", "สวั", "👋", "ế"}) {
      CAPTURE(std::string(text));
      const WordPicture picture = picture_of(text);
      CHECK_FALSE(measure_word({text, right_to_left(text)}).missing);
      CHECK(picture.rgba.size() == static_cast<std::size_t>(picture.width * picture.height) * 4);
      CHECK(inked(picture) > 20);
      CHECK(picture.coloured == (std::string(text) == "👋"));
      CHECK(picture.top < 0);
      CHECK(std::find(seen.begin(), seen.end(), picture.rgba) == seen.end());
      seen.push_back(picture.rgba);
      // Twice as large, it has twice the pixels each way.
      const WordPicture large = picture_of(text, 64);
      CHECK(large.width == doctest::Approx(2 * picture.width).epsilon(0.15));
      CHECK(inked(large) == doctest::Approx(4 * inked(picture)).epsilon(0.2));
    }
  }

  TEST_CASE("letters are joined as they are written") {
    const std::string word = "مرحبا";
    float apart = 0;
    for (std::size_t i = 0; i < word.size(); i += 2) apart += measure_word({word.substr(i, 2), true}).advance;
    CHECK(measure_word({word, true}).advance < 0.97f * apart);
    CHECK(measure_word({"क्ष", false}).advance < measure_word({"क", false}).advance + measure_word({"ष", false}).advance);
    CHECK(measure_word({"👩‍👩‍👧", false}).advance < 2 * measure_word({"👩", false}).advance);
  }

  TEST_CASE("the cursor stands before and behind each character") {
    for (const char* text : {"мир", "שלום", "مرحبا", "你", "नमस्ते"}) {
      CAPTURE(std::string(text));
      const WordShape shape = measure_word({text, right_to_left(text)});
      const auto characters =
          static_cast<std::size_t>(std::count_if(text, text + std::string(text).size(), [](char c) { return (c & 0xC0) != 0x80; }));
      REQUIRE(shape.stops.size() == characters + 1);
      CHECK(std::is_sorted(shape.stops.begin(), shape.stops.end()) == !right_to_left(text));
      CHECK(std::min(shape.stops.front(), shape.stops.back()) == doctest::Approx(0));
      CHECK(std::max(shape.stops.front(), shape.stops.back()) == doctest::Approx(shape.advance));
    }
  }

  TEST_CASE("a character that no font has is reported, and drawn as a box; bytes that are no text do no harm") {
    CHECK(measure_word({"\U0010FFFD", false}).missing);
    CHECK(inked(picture_of("\U0010FFFD")) > 10);
    CHECK(picture_of("\u200d").rgba.empty());
    CHECK(measure_word({"\xff\xfe", false}).stops.size() == 3);
    CHECK(picture_of("", 1).rgba.empty());
    std::string tower = "д";
    for (int i = 0; i < 300; ++i) tower += "\u0489\u0301";
    CHECK(picture_of(tower).height <= 6 * 32 + 2);
  }
}

}  // namespace words_native_test
