// The lesson in which the reader writes attention in NumPy: right and wrong lines, the replies to them, and their values.
#include <algorithm>
#include <cmath>
#include <set>

#include "core/explanation.h"
#include "core/random.h"
#include "lessons/attention/code_lines.h"
#include "lessons/context.h"
#include "lessons/written_lines.h"

using namespace gf;
using namespace gf::test;

namespace write_it_test {
namespace {

constexpr TestedLesson run{"write-it"};

const CodeReply& reply(const Trace& trace, const char* input) { return trace.replies.at(input); }

std::string words(const Problem& problem) { return english().format("lessons.write-it.notes." + problem.id, problem.words); }

std::string said_to(const char* input, const char* code) { return words(reply(run({{input, std::string(code)}}), input).said); }

const write_it_lesson::CodeLine& line_of(const char* input) {
  for (const write_it_lesson::CodeLine& line : write_it_lesson::code_lines())
    if (line.input == input) return line;
  FAIL("no such line");
  return write_it_lesson::code_lines()[0];
}

std::string node_of(const char* input) {
  return "yours." + (std::string_view(input) == "program" ? std::string("program") : std::string(line_of(input).name));
}

double arithmetic_of(const Trace& trace, int node, const Cell& cell) {
  const Explanation how = trace.explain(node, cell);
  REQUIRE(how.arithmetic);
  return evaluate(*how.arithmetic);
}

}  // namespace

TEST_SUITE("lessons/write_it") {
  TEST_CASE("a line is right however it is written, and a wrong one that tempts gets a reply of its own") {
    for (const WrittenWay& way : kWrittenWays) {
      CAPTURE(std::string(way.input));
      CAPTURE(std::string(way.code));
      const Trace trace = run({{way.input, std::string(way.code)}});
      const CodeReply& way_reply = reply(trace, way.input);
      CHECK(way_reply.said.id == way.note);
      CHECK(way_reply.right == (std::string_view(way.note) == "right"));
      CHECK(words(way_reply.said).find('{') == std::string::npos);
      CHECK(words(way_reply.said) != "lessons.write-it.notes." + way_reply.said.id);
    }
  }

  TEST_CASE("each line is written rightly in at least three ways, and each wrong line that the lesson knows gets its note") {
    for (const write_it_lesson::CodeLine& line : write_it_lesson::code_lines()) {
      const std::string input(line.input);
      if (input == "tried") continue;
      CAPTURE(input);
      if (input != "program")
        CHECK(std::count_if(std::begin(kWrittenWays), std::end(kWrittenWays),
                            [&](const WrittenWay& way) { return way.input == input && std::string_view(way.note) == "right"; }) >= 3);
      const Trace shown = run({{input, std::string(line.answer)}});
      CHECK(shown.replies.at(input).right);
      CHECK(node(shown, node_of(input.c_str())).marks.empty());
      for (const write_it_lesson::WrongLine& wrong : line.wrong) {
        CAPTURE(std::string(wrong.code));
        if (wrong.code.find("softmax(") != std::string_view::npos) continue;  // the line lacks the reader's function
        const std::string id = run({{input, std::string(wrong.code)}}).replies.at(input).said.id;
        CHECK((id == wrong.note || id.starts_with("code_")));
      }
    }
  }

  TEST_CASE("the result of a line is a node of its own, and its cells are explained by the cells of the names in the line") {
    for (const WrittenWay& way : kWrittenWays) {
      CAPTURE(std::string(way.input));
      CAPTURE(std::string(way.code));
      const Trace trace = run({{way.input, std::string(way.code)}});
      const int result_node = trace.find(node_of(way.input));
      if (result_node < 0) continue;
      const Tensor& value = *trace.node(result_node).value;
      for (Index row = 0; row < value.rows(); ++row)
        for (Index col = 0; col < value.cols(); ++col) {
          const double shown = static_cast<double>(value.at(row, col)), comes_to = arithmetic_of(trace, result_node, {0, row, col});
          CHECK((shown == comes_to || std::fabs(shown - comes_to) <= 1e-5 * (1 + std::fabs(shown))));
        }
    }
    const Trace trace = run({{"scores", std::string("Q @ K.T / np.sqrt(d)")}});
    const Explanation how = trace.explain(trace.find("yours.scores"), {0, 0, 1});
    CHECK(how.symbols.find("Q @ K.T / np.sqrt(d)") != std::string::npos);
    CHECK(how.operands.size() == 8);
    CHECK(node(trace, "yours.scores").formula == "Q @ K.T / np.sqrt(d)");
    CHECK(node(trace, "yours.scores").rows.labels == std::vector<std::string>{"You", "are", "welcome"});
  }

  TEST_CASE("a line that stops says its place and its reason") {
    std::set<std::string> notes;
    for (const StoppingLine& line : kStoppingLines) {
      CAPTURE(std::string(line.code));
      const CodeReply line_reply = reply(run({{"scores", std::string(line.code)}}), "scores");
      CHECK(line_reply.said.id == line.note);
      CHECK_FALSE(line_reply.right);
      const std::string text = words(line_reply.said);
      CAPTURE(text);
      CHECK(text.starts_with("Line " + std::to_string(line.line) + ", column " + std::to_string(line.column) + ": "));
      CHECK(text.find('{') == std::string::npos);
      CHECK(line_reply.begin <= line_reply.end);
      CHECK(line_reply.end <= std::string_view(line.code).size());
      notes.insert(line_reply.said.id);
    }
    // The lines cover each refusal that has a text.
    for (const auto& [path, text] : english().all())
      if (path.starts_with("lessons.write-it.notes.code_") && path != "lessons.write-it.notes.code_too_long" &&
          path != "lessons.write-it.notes.code_value" && path != "lessons.write-it.notes.code_bracket" &&
          path != "lessons.write-it.notes.code_not_number")
        CHECK_MESSAGE(notes.contains(path.substr(path.rfind('.') + 1)), path);
    CHECK(said_to("scores", std::string(3000, '1').c_str()).starts_with("The code is too long"));
    CHECK(said_to("scores", "Q @ K / 2") ==
          "Line 1, column 1: Q is (3, 4) and K is (3, 4). @ needs as many columns on the left as rows on the right; K.T is (4, 3).");
    // A long part is named by a word of the language.
    CHECK(
        said_to("scores", "(Q + 1 - 1 + 1 - 1 + 1 - 1) @ (K + 1 - 1 + 1 - 1 + 1 - 1)") ==
        "Line 1, column 1: the left side is (3, 4) and the right side is (3, 4). @ needs as many columns on the left as rows on the right; "
        "its transpose is (4, 3).");
    CHECK(said_to("scores", "np.full(3, Q + 1 - 1 + 1 - 1 + 1 - 1)") ==
          "Line 1, column 12: expected one number; this has the shape (3, 4).");
    CHECK(said_to("scores", "q @ K.T") == "Line 1, column 1: there is no “q” here. Did you mean “Q”?");
    CHECK(said_to("scores", "* Q") == "Line 1, column 1: expected a name, a number or a bracket, got “*”.");
    CHECK(said_to("scores", "np.full(3, Q)") == "Line 1, column 12: expected one number; Q has the shape (3, 4).");
    CHECK(said_to("scores", "def f x: return x") == "Line 1, column 7: expected a bracket, got “x”.");
    CHECK(said_to("scores", "") == "Known here: Q (3, 4), K (3, 4), d = 4, V (3, 4), X (3, 4), n = 3.");
    CHECK(said_to("scores", "Q") == "It runs, but its shape is (3, 4), and (3, 3) is expected.");
    CHECK(said_to("output", "weights @ V + 1").starts_with("It runs, but 12 of 12 numbers differ. The first is at [0, 0]: yours is "));
  }

  TEST_CASE("cells of a wrong line that differ are marked, and no others") {
    const Trace trace = run({{"keys", std::string("X @ W_k + np.array([0, 0, 1, 0])")}});
    const std::vector<Mark>& marks = node(trace, "yours.K").marks;
    REQUIRE(marks.size() == 3);
    for (const Mark& mark : marks) CHECK(mark.cell.col == 2);
    CHECK(node(run({{"masked", std::string("scores + np.where(np.tri(n) == 0, -1e9, 0)")}}), "yours.masked").marks.empty());
  }

  TEST_CASE("a line that counts on three tokens fails with another sentence, and one that doesn't holds") {
    const std::string five = "the cat chased the ball";
    for (const write_it_lesson::CodeLine& line : write_it_lesson::code_lines()) {
      if (line.input == "tried") continue;
      CAPTURE(std::string(line.input));
      CHECK(run({{"text", five}, {std::string(line.input), std::string(line.answer)}}).replies.at(line.input).right);
    }
    const std::string three = "np.where(np.tril(np.ones((3, 3))) == 1, scores, -np.inf)";
    CHECK(reply(run({{"masked", three}}), "masked").right);
    CHECK(reply(run({{"text", five}, {"masked", three}}), "masked").said.id == "code_where");
  }

  TEST_CASE("the lines before are the reader's own where they are right, and the given ones where they are not") {
    const Trace trace = run({{"keys", std::string("X.dot(W_k)")}, {"scores", std::string("Q @ K.T")}});
    const std::vector<std::string>& before = reply(trace, "weights").before;
    CHECK(before == std::vector<std::string>{"Q = X @ W_q", "K = X.dot(W_k)", "V = X @ W_v", "d = K.shape[1]",
                                             "scores = Q @ K.T / np.sqrt(d)", "e = np.exp(scores)"});
    CHECK(write_it_lesson::as_assignment("Q @ K.T", "scores") == "scores = Q @ K.T");
    CHECK(write_it_lesson::as_assignment("scores = Q", "scores") == "scores = Q");
    CHECK(write_it_lesson::as_assignment("a = Q\na @ K.T", "scores") == "a = Q\nscores = a @ K.T");
    CHECK(write_it_lesson::as_assignment("a = Q", "scores") == "a = Q\nscores = a");
  }

  TEST_CASE("no text makes the program stop: random ones, and right lines with something changed") {
    constexpr const char* kParts[] = {
        "Q",  "K",   "np.", "sqrt", "(",   ")",    "[",      "]",     ":",  ",",           "@",      "/",    "*", "**",
        "-",  ".T",  "=",   "==",   "1",   "0.5",  "axis",   "-1",    " ",  "\n",          "np.inf", ";",    "~", "def f(x):",
        "f",  "sum", ".",   "{",    "e10", "None", "return", "where", "+=", "#",           "é",      "\\\n", "|", "np.ones((3, 3))",
        "  ", "len", "<",   "tril", "1e9", "[0]",  "shape",  "T",     "d",  ".sum(axis=0)"};
    NumpyRandom random(7);
    const auto any = [&](std::size_t count) {
      return std::min(static_cast<std::size_t>(random.uniform() * static_cast<double>(count)), count - 1);
    };
    int right = 0;
    const auto check = [&](const char* input, const std::string& code) {
      CAPTURE(code);
      const CodeReply code_reply = reply(run({{input, code}}), input);
      CHECK(english().has("lessons.write-it.notes." + code_reply.said.id));
      if (code.find('{') == std::string::npos) CHECK(words(code_reply.said).find('{') == std::string::npos);
      CHECK(code_reply.end <= code.size());
      right += code_reply.right ? 1 : 0;
    };
    for (int i = 0; i < 1500; ++i) {
      std::string code;
      for (std::size_t parts = 1 + any(14); parts > 0; --parts) code += kParts[any(std::size(kParts))];
      check("scores", code);
    }
    for (int i = 0; i < 1500; ++i) {
      const WrittenWay& way = kWrittenWays[any(std::size(kWrittenWays))];
      std::string code = way.code;
      code.replace(any(code.size()), any(3), kParts[any(std::size(kParts))]);
      check(way.input, code);
    }
    CHECK(right < 600);
    for (const char bracket : {'(', '[', '-', '~'}) check("scores", std::string(1900, bracket));
    std::string tower = "2";
    for (int i = 0; i < 300; ++i) tower += "**2";
    check("scores", tower);
    std::string doubled = "a = Q";
    for (int i = 0; i < 60; ++i) doubled += "\na = np.hstack([a, a])";
    check("scores", doubled);
  }

  TEST_CASE("the questions are true: rows don't add up to 1, and a hidden word has a weight") {
    const Trace sums = run({{"tried", std::string("e / e.sum(axis=1)")}});
    const Tensor& e = value(sums, "e");
    double first = 0;
    for (Index j = 0; j < 3; ++j) {
      double row = 0;
      for (Index k = 0; k < 3; ++k) row += static_cast<double>(e.at(j, k));
      first += static_cast<double>(e.at(0, j)) / row;
    }
    CHECK(static_cast<double>(value(sums, "tried_sum").at(0, 0)) == doctest::Approx(first));
    CHECK(first < 0.9);
    // NumPy: S = X @ W_q @ (X @ W_k).T / 2; z = np.exp(np.tril(S)); z / z.sum(1, keepdims=True)
    const Trace zeros = run({{"tried", std::string("softmax(np.tril(scores))")}});
    check_node(zeros, "tried", {{0.782, 0.109, 0.109}, {0.409, 0.486, 0.105}, {0.166, 0.199, 0.635}}, 6e-4);
    check_node(zeros, "masked_weights", {{1, 0, 0}, {0.457, 0.543, 0}, {0.166, 0.199, 0.635}}, 6e-4);
    check_node(zeros, "scores", {{1.970, 1.847, 1.391}, {1.363, 1.534, 1.993}, {2.360, 2.544, 3.702}}, 6e-4);
  }
}

}  // namespace write_it_test
