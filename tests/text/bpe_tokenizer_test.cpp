#include "text/bpe_tokenizer.h"

#include <doctest/doctest.h>

#include <stdexcept>

#include "core/random.h"

using namespace gf;

namespace bpe_tokenizer_test {
namespace {

BpeTokenizer learned(const std::string& text, int merges, BpeSplit split = BpeSplit::whole) {
  return learn_bpe(byte_row(byte_tokenizer(), text, split), merges);
}

std::vector<std::string> pieces_of(const BpeTokenizer& tokenizer, const std::string& text, BpeSplit split = BpeSplit::whole) {
  std::vector<std::string> pieces;
  for (const int token : encode(tokenizer, text, split)) pieces.push_back(tokenizer.pieces[static_cast<std::size_t>(token)]);
  return pieces;
}

using Pieces = std::vector<std::string>;

}  // namespace

TEST_SUITE("text/bpe_tokenizer") {
  TEST_CASE("A10: aa, ab and the pair of them compress aaabdaaabac to XdXac") {
    const BpeTokenizer tokenizer = learned("aaabdaaabac", 100);
    CHECK(tokenizer.merges == std::vector<TokenPair>{{'a', 'a'}, {'a', 'b'}, {256, 257}});
    CHECK(pieces_of(tokenizer, "aaabdaaabac") == Pieces{"aaab", "d", "aaab", "a", "c"});
    // The text that the document prints lacks a letter, so the document's steps do not follow from it.
    CHECK(pieces_of(learned("aaabdaaabc", 100), "aaabdaaabc") == Pieces{"aaab", "d", "aaab", "c"});
  }

  TEST_CASE("pairs are counted where they stand, the most frequent first, the older tokens first among equals") {
    const std::vector<PairCount> counts = pair_counts(byte_row(byte_tokenizer(), "aaabdaaabac", BpeSplit::whole));
    REQUIRE(counts.size() == 6);
    CHECK(counts[0].pair == TokenPair{'a', 'a'});
    CHECK(counts[0].count == 4);
    CHECK(counts[1].pair == TokenPair{'a', 'b'});
    CHECK(counts[1].count == 2);
    CHECK(counts[2].pair == TokenPair{'a', 'c'});
    CHECK(pair_counts(byte_row(byte_tokenizer(), "a", BpeSplit::whole)).empty());
  }

  TEST_CASE("Sennrich's example: merges stay inside words") {
    std::string text;
    for (const auto& [word, times] : {std::pair("low", 5), std::pair("lower", 2), std::pair("newest", 6), std::pair("widest", 3)})
      for (int i = 0; i < times; ++i) text += std::string(word) + " ";
    const BpeTokenizer tokenizer = learned(text, 30, BpeSplit::words);
    for (const std::string& piece : tokenizer.pieces) CHECK(piece.find(' ', 1) == std::string::npos);
    CHECK(pieces_of(tokenizer, "x lowest", BpeSplit::words) == Pieces{"x", " low", "est"});
    const TokenRow row = byte_row(byte_tokenizer(), "a b  c", BpeSplit::words);
    CHECK(row.starts == std::vector<char>{1, 1, 0, 1, 0, 0});
  }

  TEST_CASE("learning stops by itself") {
    CHECK(learned("abcdefg", 50).merges.empty());
    CHECK(learned("", 50).merges.empty());
    CHECK(learned("a", 50).merges.empty());
    CHECK(learned(std::string(64, 'a'), 50).merges.size() == 5);  // 2, 4, 8, 16, 32 letters; two of 32 are one pair
    CHECK(learned("abab", -3).merges.empty());
  }

  TEST_CASE("an encoded text comes back, whatever bytes it has") {
    const BpeTokenizer tokenizer = learned("the cat sat on the mat, the cat \xE6\x97\xA5\xE6\x9C\xAC", 40);
    NumpyRandom random(7);
    for (int i = 0; i < 200; ++i) {
      std::string bytes(static_cast<std::size_t>(random.uniform() * 60), ' ');
      for (char& byte : bytes) byte = static_cast<char>(static_cast<unsigned char>(random.uniform() * (i % 2 == 0 ? 256 : 128)));
      for (const BpeSplit split : {BpeSplit::whole, BpeSplit::words}) CHECK(decode(tokenizer, encode(tokenizer, bytes, split)) == bytes);
    }
    CHECK(decode(tokenizer, encode(tokenizer, std::string("\xFF\x00\xC3", 3), BpeSplit::whole)) == std::string("\xFF\x00\xC3", 3));
    CHECK_THROWS_AS(decode(tokenizer, {static_cast<int>(tokenizer.pieces.size())}), std::invalid_argument);
    CHECK_THROWS_AS(decode(tokenizer, {-1}), std::invalid_argument);
  }

  TEST_CASE("merges apply in the order of learning, not from left to right; bytes may be numbered otherwise") {
    BpeTokenizer tokenizer = byte_tokenizer();
    std::swap(tokenizer.pieces['a'], tokenizer.pieces['b']);
    std::swap(tokenizer.of_byte['a'], tokenizer.of_byte['b']);
    add_merge(tokenizer, {'a', 'c'});  // token 'a' stands for the byte b
    add_merge(tokenizer, {'b', 'a'});
    CHECK(pieces_of(tokenizer, "abc") == Pieces{"a", "bc"});
    CHECK(pieces_of(tokenizer, "abd") == Pieces{"ab", "d"});
    CHECK_THROWS_AS(add_merge(tokenizer, {258, 0}), std::invalid_argument);
  }

  TEST_CASE("bytes as people can read them") {
    CHECK(visible_text(" a\n\t") == "␣a⏎⇥");
    CHECK(visible_text("\xC3") == "C3");
    CHECK(visible_text("\xC3\xA9") == "é");
    CHECK(visible_text(std::string("\0", 1)) == "00");
  }
}

}  // namespace bpe_tokenizer_test
