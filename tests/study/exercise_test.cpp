// Blanks: cells that can be given, right answers at the printed precision of a cell, veiled nodes, and hints for any op.
#include "study/exercise.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/explanation.h"
#include "core/veil.h"
#include "lessons/examples.h"
#include "protocol/answers.h"
#include "protocol/blanks.h"
#include "protocol/limits.h"
#include "protocol/link.h"
#include "protocol/look.h"
#include "session/problem_of.h"
#include "study/ask.h"

using namespace gf;
using namespace gf::test;

namespace blanks_test {
namespace {

const Trace& softmax() {
  static const Trace trace = run_lesson({"softmax", {{"z", Tensor::from_rows({{2, 1, 0.2f}, {0, 3, 3}})}}});
  return trace;
}

const Trace& attention() {
  static const Trace trace = run_lesson({"self-attention"});
  return trace;
}

Blank blank_of(const Trace& trace, const Selection& at, const Fillings& fillings = {}) {
  const std::vector<Blank> blanks = judged_blanks(trace, {{at.node, {at.cell}}}, fillings);
  REQUIRE(blanks.size() == 1);
  return blanks.front();
}

// Returns the state of a blank that a text is typed into.
BlankState typed(const Trace& trace, const Selection& at, const char* text) {
  return blank_of(trace, at, {{at, filling(trace, at, text)}}).state;
}

bool is_veiled(const Trace& trace, const char* name, const Cell& cell) { return is_veil(node(trace, name).value->at(cell)); }

std::string refused(const std::function<void()>& make) {
  const std::optional<Problem> problem = problem_of(make);
  return problem ? problem->id : "";
}

}  // namespace

TEST_SUITE("study/exercise") {
  TEST_CASE("a computed cell can be a blank: no input, no cell that there is not, none that is held or hidden by a mask") {
    CHECK(can_be_blank(softmax(), {"probabilities", {0, 1, 2}}));
    CHECK_FALSE(can_be_blank(softmax(), {"probabilities", {0, 2, 0}}));
    CHECK_FALSE(can_be_blank(softmax(), {"nothing", {}}));
    CHECK_FALSE(can_be_blank(softmax(), {"z", {}}));
    const Trace masked = run_lesson({"self-attention", {{"causal", true}}, {{"weights", {0, 1, 1}, 0.5f}}});
    CHECK(can_be_blank(masked, {"masked_scores", {0, 1, 0}}));
    CHECK_FALSE(can_be_blank(masked, {"masked_scores", {0, 0, 1}}));
    CHECK(can_be_blank(masked, {"weights", {0, 1, 0}}));
    CHECK_FALSE(can_be_blank(masked, {"weights", {0, 1, 1}}));
    CHECK(refused([&] { check_blanks(softmax(), {{"z", {{}}}}); }) == "no_such_blank");
    CHECK_NOTHROW(check_blanks(softmax(), {{"sum", {{}}}}));
  }

  TEST_CASE("a cell, its row, its column or all of its matrix becomes blank, each once and in order") {
    const auto count = [&](BlankExtent extent) {
      const Blanks blanks = with_blank({{"probabilities", {{0, 1, 1}}}}, softmax(), {"probabilities", {0, 1, 1}}, extent);
      return blanks.at("probabilities").size();
    };
    CHECK(count(BlankExtent::cell) == 1);
    CHECK(count(BlankExtent::row) == 3);
    CHECK(count(BlankExtent::column) == 2);
    CHECK(count(BlankExtent::matrix) == 6);
    CHECK(with_blank({}, softmax(), {"z", {}}, BlankExtent::matrix).empty());
  }

  TEST_CASE("a typed number is compared with the printed number of the cell") {
    const Selection share{"probabilities", {0, 0, 0}};  // 0.6522; two decimals are enough
    CHECK(typed(softmax(), share, "0.652") == BlankState::right);
    CHECK(typed(softmax(), share, "0,6522") == BlankState::right);
    CHECK(typed(softmax(), share, "65.2 %") == BlankState::right);
    CHECK(typed(softmax(), share, "0.65") == BlankState::right);
    CHECK(typed(softmax(), share, "0.7") == BlankState::rounded);
    CHECK(typed(softmax(), share, "0.66") == BlankState::wrong);
    CHECK(typed(softmax(), share, "-0.652") == BlankState::wrong);
    CHECK(typed(softmax(), share, "65") == BlankState::wrong);
    CHECK(typed(softmax(), share, "") == BlankState::shown);
    const Selection query{"query", {0, 0, 0}}, zero{"query", {0, 0, 3}};  // 1.5 and 0, printed with two decimals
    CHECK(typed(attention(), query, "1.5") == BlankState::right);
    CHECK(typed(attention(), query, "1.50") == BlankState::right);
    CHECK(typed(attention(), query, "1.4") == BlankState::wrong);
    for (const char* nothing : {"0", "-0", "−0", "0.00"}) CHECK(typed(attention(), zero, nothing) == BlankState::right);
    CHECK(typed(attention(), zero, "0.1") == BlankState::wrong);
  }

  TEST_CASE("the result of the printed operands is right as well") {
    const Selection product{"dot_products", {0, 2, 1}};
    const float value = node(attention(), "dot_products").value->at(product.cell);
    double printed = 0;
    for (const auto& [query, key] : {std::pair(2.41, 1.15), std::pair(-0.50, 1.34), std::pair(0.38, 0.65), std::pair(1.53, 1.84)})
      printed += query * key;
    CHECK(std::abs(printed - static_cast<double>(value)) > 0.005);
    CHECK(says_the_same(attention(), product, printed));
    CHECK_FALSE(says_the_same(attention(), product, printed + 0.02));
  }

  TEST_CASE("a typed number holds as long as the cell prints the same") {
    const Selection sum{"sum", {0, 0, 0}};
    CHECK(name_of_blank(softmax(), sum) == "sum[0,0]");
    const Filling filled = filling(softmax(), sum, "11.3287");
    CHECK(blank_of(softmax(), sum, {{sum, filled}}).state == BlankState::right);
    const Trace other = run_lesson({"softmax", {{"z", Tensor::from_rows({{2, 1, 0.3f}})}}});
    CHECK(blank_of(other, sum, {{sum, filled}}).state == BlankState::empty);
    CHECK(blank_of(other, sum, {{sum, filling(softmax(), sum, "")}}).state == BlankState::empty);
    CHECK(blank_of(softmax(), sum, {{sum, {std::nullopt, 1}}, {{"sum", {0, 0, 1}}, filled}}).state == BlankState::empty);
    for (const char* none : {"abc", "1 2", "nan", "1e99", " "}) CHECK_THROWS_AS(filling(softmax(), sum, none), InputError);
  }

  TEST_CASE("open blanks are veiled, with their explanations and the nodes that hand them on unchanged") {
    const Blanks blanks{{"probabilities", {{0, 0, 0}, {0, 0, 1}}}};
    const Selection second{"probabilities", {0, 0, 1}};
    const Fillings fillings{{second, filling(softmax(), second, "0.24")}};
    const Trace veiled = with_blanks_veiled(softmax(), judged_blanks(softmax(), blanks, fillings), {});
    CHECK(is_veiled(veiled, "probabilities", {0, 0, 0}));
    CHECK_FALSE(is_veiled(veiled, "probabilities", {0, 0, 1}));
    CHECK(veiled.explain(veiled.find("probabilities"), {0, 0, 0}).numbers == "?");
    CHECK_FALSE(veiled.explain(veiled.find("probabilities"), {0, 0, 0}).arithmetic);
    const Trace heads = run_lesson({"multi-head"});
    const Trace hidden = with_blanks_veiled(heads, judged_blanks(heads, {{"query_channels", {{0, 7, 9}}}}, {}), {"weights"});
    CHECK(is_veiled(hidden, "query_channels", {0, 7, 9}));
    CHECK(is_veiled(hidden, "query", {2, 7, 1}));
    CHECK_FALSE(is_veiled(hidden, "query", {2, 7, 2}));
    CHECK(is_veiled(hidden, "weights", {3, 0, 0}));
  }

  TEST_CASE("if there are more equal numbers than can be explained, all that may be copies are veiled") {
    const auto veiled_copies = [](Index size, const Cell& cell) {  // β is 1: `scaled` is z again
      const Trace trace = run_lesson({"softmax", {{"z", Tensor::filled(matrix_shape(size, size), 0.5f)}}});
      const Trace veiled = with_blanks_veiled(trace, {Blank{{"z", cell}}}, {});
      const Tensor& scaled = *node(veiled, "scaled").value;
      return std::count_if(scaled.data(), scaled.data() + scaled.size(), is_veil);
    };
    CHECK(veiled_copies(4, {0, 3, 3}) == 1);
    CHECK(veiled_copies(64, {0, 63, 63}) == 64 * 64);
  }

  TEST_CASE("a published value that differs is not told of a veiled cell") {
    const Trace published = run_lesson({"self-attention", {{"published", true}}});
    const TraceNode& query = node(published, "query");
    REQUIRE_FALSE(query.marks.empty());
    const Trace veiled = with_veiled_cells(published, {{"query", query.marks.front().cell}});
    CHECK(node(veiled, "query").marks.size() + 1 == query.marks.size());
  }

  TEST_CASE("hints come in three sizes: the operands, the terms in numbers, all but the last result") {
    const Hints product = hints_for(attention(), attention(), {"query", {0, 0, 2}});
    CHECK(product.operands.size() == 8);
    CHECK(product.symbols.find("Σₖ input[0,k] · w_q[k,2]") != std::string::npos);
    CHECK(product.terms == "0.1·0 + 1.2·1 + −0.1·0 + 1.4·1");
    CHECK(product.last == "0 + 1.2 + 0 + 1.4");
    const Hints share = hints_for(softmax(), softmax(), {"probabilities", {0, 0, 0}});
    CHECK(share.terms == "exp(2) / (exp(2) + exp(1) + exp(0.2))");
    CHECK(share.last == "7.3891 / 11.3287");
    const std::vector<Blank> blanks = judged_blanks(softmax(), {{"exponentials", {{0, 0, 1}}}, {"sum", {{0, 0, 0}}}}, {});
    const Hints sum = hints_for(softmax(), with_blanks_veiled(softmax(), blanks, {}), {"sum", {0, 0, 0}});
    REQUIRE(sum.before.size() == 1);
    CHECK(sum.before.front().cell == Cell{0, 0, 1});
    CHECK(sum.terms.empty());
  }

  TEST_CASE("whatever the op, the last step of the hints comes to what the cell prints") {
    std::map<std::string, int> seen;
    for (const Lesson& lesson : lessons())
      for (const ShownExample& example : examples_of(lesson)) {
        const Trace& trace = example.trace;
        for (const TraceNode& trace_node : trace.nodes) {
          if (seen[trace_node.op] > 60) continue;
          const Shape& shape = trace_node.value->shape();
          for (const Cell& cell : {Cell{}, Cell{0, shape.rows / 2, shape.cols / 2}, Cell{0, shape.rows - 1, shape.cols - 1}}) {
            const Selection at{trace_node.name, cell};
            if (!can_be_blank(trace, at)) continue;
            ++seen[trace_node.op];
            CAPTURE(lesson.info.id);
            CAPTURE(name_of_blank(trace, at));
            const Hints hints = hints_for(trace, trace, at);
            CAPTURE(hints.last);
            CHECK_FALSE(hints.symbols.empty());
            CHECK_FALSE(hints.terms.empty());
            CHECK_FALSE(hints.last.empty());
            CHECK(says_the_same(trace, at, hints.comes_to));
          }
        }
      }
    CHECK(seen.size() > 30);
  }

  TEST_CASE("blanks are part of the look: in a document, in a link, and without what the trace has not") {
    const Document document{.lesson = "softmax", .look = {.blanks = {{"sum", {{}}}, {"probabilities", {{0, 0, 0}, {0, 0, 2}}}}}};
    CHECK(document_from_json(to_json(document)) == document);
    CHECK(decode_link(encode_link(document)) == document);
    CHECK(to_json(document)["blanks"].dump() == R"({"probabilities":[[0,0],[0,2]],"sum":[[0,0]]})");
    Look look = document.look;
    look.blanks["probabilities"].push_back({0, 9, 0});
    look.blanks["z"] = {{}};
    look.blanks["gone"] = {{}};
    CHECK(fitting_look(look, softmax()) == document.look);
  }

  TEST_CASE("cells that can be no blanks are refused with the expectation") {
    const auto read = [](const char* blanks) {
      return refused([&] { document_from_json(nlohmann::json::parse(std::string(R"({"lesson": "softmax", "blanks": )") + blanks + "}")); });
    };
    CHECK(read(R"({"sum": [[0, 0], [0, 0]]})") == "");
    for (const char* none : {"[]", "1", R"({"sum": 1})", R"({"sum": [[0]]})", R"({"sum": [[0, -1]]})", R"({"sum": [["a", 0]]})",
                             R"({"sum": [[0, 0.5]]})", R"({"sum": [null]})"})
      CHECK(read(none) == "wrong_type");
    Look look;
    look.blanks["sum"] = std::vector<Cell>(kMostBlanks + 1);
    CHECK(refused([&] { check_look(look); }) == "too_many_blanks");
    nlohmann::json cells = nlohmann::json::array();
    for (std::size_t i = 0; i <= kMostBlanks; ++i) cells.push_back({i, 0});
    CHECK(refused([&] { blanks_from_json({{"sum", cells}}, "blanks"); }) == "too_many_blanks");
    CHECK(refused([&] { check_look({.blanks = {{"sum", {{0, -1, 0}}}}}); }) == "wrong_type");
  }
}

}  // namespace blanks_test
