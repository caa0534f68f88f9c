// Lines copied out of the lesson `write-it`, run by Debian's Python with NumPy: they give the program's numbers.
#include "lessons/attention/code_lines.h"
#include "lessons/context.h"
#include "lessons/python_programs.h"
#include "lessons/written_lines.h"

using namespace gf;
using namespace gf::test;

namespace write_it_native_test {
namespace {

constexpr TestedLesson run{"write-it"};

// Expressions with every operation that the editor knows.
constexpr const char* kExpressions[] = {"-Q",
                                        "+Q",
                                        "Q ** 2",
                                        "-2 ** 2 + Q",
                                        "2 ** 3 ** 2 / Q.size",
                                        "Q - K * V / 2 + 1",
                                        "Q // 1",
                                        "Q.T",
                                        "Q.ndim",
                                        "len(Q)",
                                        "Q.sum()",
                                        "Q.sum(axis=0)",
                                        "Q.sum(0)",
                                        "Q.sum(axis=1, keepdims=True)",
                                        "np.sum(Q, axis=-2)",
                                        "Q.mean(axis=1)",
                                        "Q.max(axis=0)",
                                        "np.max(Q)",
                                        "np.amax(Q, axis=1, keepdims=True)",
                                        "Q.min()",
                                        "Q.var(axis=1)",
                                        "Q.std(axis=0)",
                                        "np.std(Q)",
                                        "np.exp(Q)",
                                        "np.log(np.exp(K))",
                                        "np.sqrt(Q ** 2)",
                                        "np.tanh(Q)",
                                        "np.abs(Q)",
                                        "np.square(Q)",
                                        "np.negative(Q)",
                                        "np.maximum(Q, K)",
                                        "np.maximum(Q, 0)",
                                        "np.minimum(Q, 1)",
                                        "np.add(Q, 1)",
                                        "np.subtract(Q, K)",
                                        "np.multiply(Q, K)",
                                        "np.divide(Q, 2)",
                                        "np.power(2, Q)",
                                        "Q > K",
                                        "Q <= 1",
                                        "Q == Q",
                                        "Q != Q",
                                        "(Q > 0) & (K > 0)",
                                        "(Q > 1) | (K > 1)",
                                        "~(Q > 0)",
                                        "np.logical_not(Q > 0)",
                                        "np.where(Q > 1, Q, -1)",
                                        "np.triu(Q)",
                                        "np.triu(Q, k=1)",
                                        "np.tril(Q, -1)",
                                        "np.tri(3)",
                                        "np.tri(2, 4, 1)",
                                        "np.eye(3)",
                                        "np.ones((2, 3))",
                                        "np.ones(3)",
                                        "np.zeros((2, 2))",
                                        "np.full((2, 2), 7)",
                                        "np.ones_like(Q)",
                                        "np.zeros_like(Q)",
                                        "np.full_like(Q, 2)",
                                        "np.array([[1, 2], [3, 4.5]])",
                                        "np.arange(5)",
                                        "np.arange(2, 6)",
                                        "np.arange(3)[:, None] - np.arange(3)",
                                        "np.concatenate([Q, K])",
                                        "np.concatenate((Q, K), axis=1)",
                                        "np.hstack([Q, K])",
                                        "np.vstack([Q, K])",
                                        "np.stack([Q, K])",
                                        "np.stack([Q, K], axis=-1)",
                                        "np.hstack([Q[0], K[1]])",
                                        "Q[0]",
                                        "Q[-1]",
                                        "Q[0, 1]",
                                        "Q[:, 0]",
                                        "Q[1:]",
                                        "Q[:, ::2]",
                                        "Q[::-1]",
                                        "Q[:, -2:]",
                                        "Q[None]",
                                        "Q[:, None] * K[None]",
                                        "Q[0][1]",
                                        "Q.reshape(2, 6)",
                                        "Q.reshape((4, 3))",
                                        "Q.reshape(-1)",
                                        "np.reshape(Q, (2, -1))",
                                        "Q.reshape(3, 2, 2).transpose(1, 0, 2)",
                                        "np.transpose(Q)",
                                        "np.swapaxes(Q, 0, 1)",
                                        "np.expand_dims(Q, 0)",
                                        "Q[0] @ K[1]",
                                        "Q[0] @ K.T",
                                        "Q @ K[0]",
                                        "Q.dot(K.T)",
                                        "np.dot(Q, 2)",
                                        "np.matmul(Q[None], K.T)",
                                        "np.stack([Q, K]) @ np.stack([V.T, Q.T])",
                                        "np.isinf(np.where(Q > 1, -np.inf, Q))",
                                        "np.pi * Q",
                                        "np.e ** Q",
                                        "(Q > 1).astype(int)",
                                        "(Q > 1).sum(axis=0)",
                                        "Q.copy()",
                                        "Q.size",
                                        "1e-3 * Q",
                                        "1_000 + Q",
                                        "Q @ K.T / np.sqrt(K.shape[1])",
                                        "(Q.sum(axis=1)[:, None] > 3) * Q",
                                        "np.less(Q, K)",
                                        "np.greater(Q, 1)",
                                        "Q.mean(axis=-1, keepdims=True) + Q[0]"};

}  // namespace

TEST_SUITE("lessons/write_it") {
  TEST_CASE("the copied program makes in NumPy what the line made here, right or wrong") {
    PythonPrograms programs;
    int count = 0;
    for (const WrittenWay& way : kWrittenWays) {
      const Trace trace = run({{way.input, std::string(way.code)}});
      std::string name;
      for (const write_it_lesson::CodeLine& line : write_it_lesson::code_lines())
        if (line.input == way.input) name = line.name;
      const int result_node = trace.find("yours." + (std::string_view(way.input) == "program" ? std::string("program") : name));
      if (result_node < 0) continue;
      programs.add(way.code, "numpy", trace.replies.at(way.input).program, name, *trace.node(result_node).value);
      ++count;
    }
    for (const write_it_lesson::CodeLine& line : write_it_lesson::code_lines()) {
      if (line.input == "tried") continue;
      const Trace trace = run({{std::string(line.input), std::string(line.answer)}});
      const std::string made = "yours." + std::string(line.input == "program" ? line.input : line.name);
      programs.add(std::string(line.answer), "numpy", trace.replies.at(line.input).program, std::string(line.name), value(trace, made));
    }
    CHECK(count > 70);
    programs.check();
  }

  TEST_CASE("expressions of all kinds make what they make in NumPy") {
    PythonPrograms programs;
    for (const char* expression : kExpressions) {
      CAPTURE(std::string(expression));
      const Trace trace = run({{"scores", std::string(expression)}});
      REQUIRE_MESSAGE(trace.find("yours.scores") >= 0, trace.replies.at("scores").said.id);
      std::string text = trace.replies.at("scores").program;
      text += "scores = np.atleast_2d(scores)\n";
      programs.add(expression, "numpy", text, "scores", value(trace, "yours.scores"));
    }
    programs.check();
  }
}

}  // namespace write_it_native_test
