#include "study/trace_words.h"

#include "support.h"

using namespace gf;

namespace trace_words_test {
namespace {

const Texts& texts() {
  static const Texts some(
      R"({"labels": {"block": "Block {0}", "rows": "Zeilen"}, "formulas": {"shared": "gemeinsam", "by_hand": "von Hand"}})");
  return some;
}

Trace trace_of(Axis rows, std::string formula, std::string symbols) {
  Trace trace;
  trace.nodes.push_back({.name = "sums", .formula = formula, .rows = std::move(rows)});
  trace.explain = [formula, symbols](int, const Cell&) {
    Explanation explanation;
    explanation.formula = formula;
    explanation.symbols = symbols;
    return explanation;
  };
  put_words(trace, texts());
  return trace;
}

}  // namespace

TEST_SUITE("study/trace_words") {
  TEST_CASE("keys become texts and stay beside them; a name stays a name") {
    const Trace trace = trace_of(keyed_axis("rows", {"@block 2", "W_Q", "@rows"}), "@shared", "sums[0,0] = @by_hand");
    CHECK(trace.nodes[0].rows.labels == std::vector<std::string>{"Block 2", "W_Q", "Zeilen"});
    CHECK(trace.nodes[0].rows.keys == std::vector<std::string>{"@block 2", "W_Q", "@rows"});
    CHECK(trace.nodes[0].formula == "gemeinsam");
    CHECK(trace.explain(0, {}).formula == "gemeinsam");
    CHECK(trace.explain(0, {}).symbols == "sums[0,0] = von Hand");
  }

  TEST_CASE("a text of the reader is no key, and a formula of symbols stays as it is") {
    const Trace trace = trace_of({"tokens", {"@rows", "@block 2"}}, "x · w", "sums[0,0] = x[0,0] = @shared");
    CHECK(trace.nodes[0].rows.labels == std::vector<std::string>{"@rows", "@block 2"});
    CHECK(trace.nodes[0].formula == "x · w");
    CHECK(trace.explain(0, {}).symbols == "sums[0,0] = x[0,0] = @shared");
  }
}

}  // namespace trace_words_test
