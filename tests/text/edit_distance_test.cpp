#include "text/edit_distance.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <vector>

#include "core/random.h"
#include "text/headwords.h"

using namespace gf;

namespace edit_distance_test {
namespace {

std::size_t distance(const char* a, const char* b) { return edit_distance(letters_of(a), letters_of(b)); }

// Returns the edit distance by its definition, row by row.
std::size_t by_definition(const std::u32string& a, const std::u32string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t above = row[j + 1];
      row[j + 1] = std::min({above + 1, row[j] + 1, diagonal + (a[i] != b[j] ? 1 : 0)});
      diagonal = above;
    }
  }
  return row.back();
}

std::u32string random_word(NumpyRandom& random, std::size_t length, std::u32string_view letters) {
  std::u32string word;
  for (std::size_t i = 0; i < length; ++i)
    word += letters[static_cast<std::size_t>(random.uniform() * static_cast<double>(letters.size()))];
  return word;
}

std::string numbered(std::size_t i) {
  std::string key = std::to_string(i);
  for (char& c : key) c = static_cast<char>('a' + (c - '0') * 2);
  return key;
}

// Returns sorted lines of invented words.
std::string made_up_dictionary(std::size_t count) {
  NumpyRandom random(5);
  std::vector<std::string> keys;
  for (std::size_t i = 0; i < count; ++i) keys.push_back(utf8_of(random_word(random, 3 + i % 12, U"aeiourstlnmcdpéèêçœ")) + numbered(i));
  std::sort(keys.begin(), keys.end());
  std::string text = "# made up\n# for a test\n";
  for (const std::string& key : keys) text += key + "\tvalue of " + key + "\n";
  return text;
}

}  // namespace

TEST_SUITE("text/edit_distance") {
  TEST_CASE("letters count once, whatever their bytes") {
    CHECK(letters_of("forêt").size() == 5);
    CHECK(distance("forêt", "foret") == 1);
    CHECK(distance("漢字", "漢") == 1);
    CHECK(distance("👍", "👎") == 1);
    CHECK(letters_of("a\xFFz") == U"a\xFFFDz");
    CHECK(utf8_of(letters_of("aé漢👍")) == "aé漢👍");
  }

  TEST_CASE("known distances") {
    CHECK(distance("tables", "table") == 1);
    CHECK(distance("tables", "le") == 4);
    CHECK(distance("kitten", "sitting") == 3);
    CHECK(distance("", "") == 0);
    CHECK(distance("", "abc") == 3);
    CHECK(distance("abc", "") == 3);
    CHECK(distance("same", "same") == 0);
  }

  TEST_CASE("the bit-parallel distance is the definition's, for words of any length") {
    NumpyRandom random(3);
    for (const std::size_t m : {1, 2, 7, 63, 64, 65, 128, 200})
      for (const std::size_t n : {1, 5, 63, 64, 65, 129, 300}) {
        const std::u32string a = random_word(random, m, U"abcéœ漢"), b = random_word(random, n, U"abcdéœ字");
        const std::size_t expected = by_definition(a, b);
        CAPTURE(m);
        CAPTURE(n);
        CHECK(edit_distance(a, b) == expected);
        const WordPattern pattern(a);
        CHECK(pattern.distance(b) == expected);
        CHECK(pattern.distance(b, expected) == expected);
        if (expected > 0) CHECK(pattern.distance(b, expected - 1) >= expected);
        CHECK(pattern.least_distance(b) <= expected);
        CHECK(edits_between(a, b).size() == expected);
      }
  }

  TEST_CASE("words of 10,000 letters") {
    NumpyRandom random(4);
    const std::u32string a = random_word(random, 10000, U"abcdefgh");
    std::u32string b = a;
    b.erase(5000, 7);
    b[100] = U'z';
    CHECK(edit_distance(a, b) == 8);
    CHECK(edit_distance(a, U"abc") == 9997);
  }

  TEST_CASE("the edits themselves") {
    CHECK(edits_between(U"kitten", U"sitting") == std::vector<Edit>{{U'k', U's'}, {U'e', U'i'}, {0, U'g'}});
    CHECK(edits_between(U"tables", U"table") == std::vector<Edit>{{U's', 0}});
    CHECK(edits_between(U"le", U"le").empty());
  }
}

TEST_SUITE("text/headwords") {
  TEST_CASE("every key is found, and no other") {
    const std::string text = "# from here\na\t1\nab\t2\nb\t3\nê\t4\n";
    const Headwords words{text};
    CHECK(words.about() == "# from here\n");
    CHECK(words.count() == 4);
    for (const auto& [key, value] : {std::pair("a", "1"), std::pair("ab", "2"), std::pair("b", "3"), std::pair("ê", "4")}) {
      REQUIRE(words.find(key));
      CHECK(words.find(key)->value == value);
    }
    for (const char* missing : {"", "aa", "abc", "c", "z", "ë", "1"}) CHECK_FALSE(words.find(missing));
    CHECK_FALSE(Headwords("").find("a"));
    CHECK(Headwords("").nearest({WordPattern(U"a")}, 3)[0].empty());
    CHECK(words.nearest({WordPattern(U"a")}, 0)[0].empty());
  }

  TEST_CASE("the nearest keys are those of the definition, in order") {
    const std::string text = made_up_dictionary(600);
    const Headwords words{text};
    std::vector<WordPattern> patterns;
    for (const char* word : {"tables", "forêt", "zzz", "a"}) patterns.emplace_back(letters_of(word));
    patterns.emplace_back(std::u32string(500, U'a') + std::u32string(500, U'e'));
    const auto nearest = words.nearest(patterns, 5);
    for (std::size_t i = 0; i < patterns.size(); ++i) {
      std::vector<std::pair<std::size_t, std::size_t>> all;  // distance, place
      for (std::size_t place = words.about().size(); place < text.size(); place = text.find('\n', place) + 1) {
        const std::string key = text.substr(place, text.find('\t', place) - place);
        all.emplace_back(by_definition(patterns[i].word(), letters_of(key)), place - words.about().size());
      }
      std::sort(all.begin(), all.end());
      REQUIRE(nearest[i].size() == 5);
      for (std::size_t k = 0; k < 5; ++k) {
        CHECK(nearest[i][k].distance == all[k].first);
        CHECK(nearest[i][k].headword.place == all[k].second);
        CHECK(nearest[i][k].headword.value == "value of " + std::string(nearest[i][k].headword.key));
      }
    }
  }
}

}  // namespace edit_distance_test
