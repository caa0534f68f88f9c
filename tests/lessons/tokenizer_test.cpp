// The lesson about byte-pair encoding: the document's example, its slip, and texts of every kind.
#include <algorithm>
#include <numeric>

#include "core/explanation.h"
#include "core/random.h"
#include "lessons/context.h"
#include "text/bpe_tokenizer.h"

using namespace gf;
using namespace gf::test;

namespace tokenizer_test {
namespace {

constexpr TestedLesson run{"tokenizer"};

std::vector<int> ids_of(const Trace& trace, const std::string& name) {
  const Tensor& value = *node(trace, name).value;
  return {value.data(), value.data() + value.size()};
}

std::string text_of(const Trace& trace, const std::string& name) {
  std::string text;
  for (const std::string& piece : node(trace, name).cols.labels) text += (text.empty() ? "" : "|") + piece;
  return text;
}

}  // namespace

TEST_SUITE("lessons/tokenizer") {
  TEST_CASE("A10: aaabdaaabac, merge by merge") {
    const char* after[] = {"a|a|a|b|d|a|a|a|b|a|c", "aa|a|b|d|aa|a|b|a|c", "aa|ab|d|aa|ab|a|c", "aaab|d|aaab|a|c"};
    for (int merges = 0; merges <= 3; ++merges) {
      const Trace trace = run({{"merges", static_cast<double>(merges)}});
      CAPTURE(merges);
      CHECK(text_of(trace, "pieces") == after[merges]);
      if (merges < 3) CHECK(text_of(trace, "next_pieces") == after[merges + 1]);
      CHECK((trace.find("merges") >= 0) == (merges > 0));
      CHECK(has_note(trace, "no_pair_twice") == (merges == 3));
    }
    // The pairs before any merge: aa, ab, ac, ba, bd, da.
    check_node(run({{"merges", 0.0}}), "pair_counts", {{4}, {2}, {1}, {1}, {1}, {1}}, 0);
    const Trace trace = run({{"merges", 3.0}});
    check_node(trace, "merges", {{97, 97, 256, 4}, {97, 98, 257, 2}, {256, 257, 258, 2}}, 0);
    CHECK(node(trace, "merges").rows.labels == std::vector<std::string>{"a + a", "a + b", "aa + ab"});
    CHECK(trace.find("next_merge") == -1);
    check_node(run({{"merges", 0.0}}), "next_merge", {{97, 97, 256, 4}}, 0);
    check_node(run({{"merges", 1.0}}), "next_merge", {{97, 98, 257, 2}}, 0);
  }

  TEST_CASE("A10: the printed text lacks a letter, and marks say where its steps part from it") {
    const Trace printed = run.preset("as-printed");
    CHECK(text_of(printed, "pieces") == "aaab|d|aaab|c");
    REQUIRE(node(printed, "pieces").marks.size() == 1);
    const Mark& mark = node(printed, "pieces").marks[0];
    CHECK(mark.cell == Cell{0, 0, 3});
    CHECK(mark.published == 'a');
    CHECK(mark.corrected == 'c');
    CHECK(has_note(printed, "missing_letter"));
    const Trace meant = run.preset("as-meant");
    REQUIRE(node(meant, "bytes").marks.size() == 1);
    CHECK(node(meant, "bytes").marks[0].cell == Cell{0, 0, 9});
    CHECK(node(meant, "bytes").marks[0].published == 'c');
    CHECK(node(meant, "pieces").marks.empty());
    CHECK(node(run({{"merges", 3.0}}), "bytes").marks.empty());
  }

  TEST_CASE("each number says where it comes from") {
    const Trace trace = run({{"merges", 2.0}});
    const Explanation count = trace.explain(trace.find("pair_counts"), {0, 0, 0});
    CHECK(count.value == 2);
    CHECK(count.numbers == "[256 = 256]·[257 = 257] + [256 = 256]·[257 = 257] = 2");
    REQUIRE(count.operands.size() == 4);
    CHECK(count.operands[2].cell == Cell{0, 0, 3});
    const Explanation piece = trace.explain(trace.find("pieces"), {0, 0, 1});
    CHECK(piece.value == 257);
    CHECK(piece.operands[0] == CellReference{trace.find("merges"), {0, 1, 2}});
    CHECK(piece.operands[1] == CellReference{trace.find("bytes"), {0, 0, 2}});
    // aaab, a merge of merges: all four bytes are looked at, and its pair is one of the row after two merges.
    const Trace three = run({{"merges", 3.0}});
    const Explanation whole = three.explain(three.find("pieces"), {0, 0, 0});
    CHECK(whole.numbers == "258·([97 = 97]·[97 = 97]·[97 = 97]·[98 = 98]) = 258");
    CHECK(three.explain(three.find("merges"), {0, 2, 3}).symbols == "merges[2,3] = Σₜ [bytes⁽²⁾ₜ = 256]·[bytes⁽²⁾ₜ₊₁ = 257]");
    // The left neighbour is the token of the first merge: the explanation names its cell, and not its number.
    const Explanation left = three.explain(three.find("merges"), {0, 2, 0});
    CHECK(left.symbols == "merges[2,0] = M[0,2]");
    REQUIRE(left.operands.size() == 1);
    CHECK(left.operands[0] == CellReference{three.find("merges"), {0, 0, 2}});
    const Explanation explanation = trace.explain(trace.find("merges"), {0, 0, 3});
    CHECK(explanation.numbers.find("= 4") != std::string::npos);
  }

  TEST_CASE("another text: encoded as the tokenizer of the library encodes it, and it comes back") {
    const Trace trace = run.preset("lowest");
    CHECK(text_of(trace, "other.pieces").find("low|est") == 0);
    const Inputs& inputs = preset_inputs(lesson_named("tokenizer").info, "lowest");
    const TokenRow bytes = byte_row(byte_tokenizer(), std::get<std::string>(inputs.at("text")), BpeSplit::words);
    const BpeTokenizer learned = learn_bpe(bytes, 10);
    CHECK(ids_of(trace, "other.pieces") == encode(learned, std::get<std::string>(inputs.at("other")), BpeSplit::words));
    CHECK(node(trace, "other.largest_difference").value->at(0, 0) == 0);
  }

  TEST_CASE("random texts come back, and pieces are what the library makes of them") {
    NumpyRandom random(3);
    for (int i = 0; i < 20; ++i) {
      std::string text, other;
      for (int k = 0; k < 80; ++k) text += "ab \né"[static_cast<std::size_t>(random.uniform() * 4)];
      for (int k = 0; k < 40; ++k) other += "abc 日"[static_cast<std::size_t>(random.uniform() * 4)];
      const bool words = i % 2 == 0;
      const Trace trace = run({{"text", text}, {"other", other}, {"merges", 30.0}, {"split", std::string(words ? "words" : "whole")}});
      const BpeSplit split = words ? BpeSplit::words : BpeSplit::whole;
      const BpeTokenizer learned = learn_bpe(byte_row(byte_tokenizer(), text, split), 30);
      CHECK(ids_of(trace, "pieces") == encode(learned, text, split));
      CHECK(ids_of(trace, "other.pieces") == encode(learned, other, split));
      CHECK(ids_of(trace, "other.decoded") == ids_of(trace, "other.bytes"));
      // Each count of the table is that of the text before the merge, and the largest of that moment.
      const Tensor& table = *node(trace, "merges").value;
      for (Index row = 1; row < table.rows(); ++row) CHECK(table.at(row, 3) >= 2);
    }
  }

  TEST_CASE("a byte that is held at 255 is no text, and comes back all the same") {
    const Trace trace = run({{"merges", 3.0}}, {{"other.bytes", {0, 0, 1}, 255}});
    CHECK(text_of(trace, "other.bytes").find("a|FF|a") == 0);
    CHECK(ids_of(trace, "other.decoded")[1] == 255);
    CHECK(node(trace, "other.largest_difference").value->at(0, 0) == 0);
    // Cells that are held at values that no text has change the nodes after them, and cause no error.
    for (const char* name : {"bytes", "pieces", "merges", "other.pieces", "other.bytes"})
      for (const float value : {-7.0f, 98.0f, 256.0f, 300.0f, 1e9f, 0.5f}) {
        const Trace held = run({{"merges", 2.0}}, {{name, {0, 0, 0}, value}});
        CHECK(node(held, name).value->at(0, 0) == value);
      }
  }

  TEST_CASE("the same text counted in four ways") {
    const Trace trace = run({{"text", std::string("naïve café 日本")}, {"other", std::string("  ")}, {"merges", 0.0}});
    check_node(trace, "counts", {{13, 3, 19, 19}, {2, 0, 2, 2}}, 0);
    CHECK(text_of(trace, "other.pieces") == "␣|␣");
    CHECK(node(trace, "bytes").cols.labels[2] == "C3");
    CHECK(node(run.preset("languages"), "pieces").value->cols() < node(run.preset("languages"), "bytes").value->cols());
  }

  TEST_CASE("learning that has nothing left to merge stops and says so") {
    const Trace letters = run.preset("one-letter");
    CHECK(node(letters, "merges").value->rows() == 4);  // 2, 4, 8 and 16 letters
    CHECK(has_note(letters, "no_pair_twice"));
    const Trace none = run.preset("no-pair");
    CHECK(none.find("merges") == -1);
    CHECK(none.find("next_merge") == -1);
    CHECK(has_note(none, "no_pair_twice"));
    CHECK(text_of(run({{"text", std::string("x")}, {"other", std::string("y")}, {"merges", 200.0}}), "other.decoded") == "y");
  }

  TEST_CASE("texts that are too long, or none, are refused in words") {
    CHECK(run.refusal({{"text", std::string()}}) == "text: expected at least one character.");
    CHECK(run.refusal({{"other", std::string()}}) == "other: expected at least one character.");
    CHECK(run.refusal({{"text", std::string(10000, 'a')}}) == "text: expected at most 3000 bytes of text, got 10000.");
    CHECK(run.refusal({{"other", std::string(3001, 'a')}}) == "other: expected at most 3000 bytes of text, got 3001.");
    CHECK(run.refusal({{"merges", 1e6}}).find("merges: expected a number from 0 to 200") == 0);
    CHECK(run.refusal({{"text", std::string("\xC3")}}).find("UTF-8") != std::string::npos);
    CHECK(run.refusal({{"text", std::string(3000, 'a')}, {"other", std::string(3000, 'b')}, {"merges", 200.0}}) == "no problem");
  }
}

}  // namespace tokenizer_test
