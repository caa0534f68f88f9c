#include "study/code.h"

#include <algorithm>

#include "core/veil.h"
#include "support.h"

using namespace gf;
using namespace gf::test;

namespace code_test {
namespace {

TraceNode node_named(const std::string& name, Tensor value, std::vector<int> inputs = {}) {
  TraceNode node;
  node.name = name;
  node.inputs = std::move(inputs);
  node.value = std::make_shared<const Tensor>(std::move(value));
  return node;
}

// Returns a trace whose last node is made of all others by the given lines.
Trace made_by(const std::string& numpy, const std::vector<std::string>& operands, const std::string& result) {
  Trace trace;
  std::vector<int> inputs;
  for (const std::string& name : operands) {
    inputs.push_back(static_cast<int>(trace.nodes.size()));
    trace.nodes.push_back(node_named(name, Tensor::from_rows({{1, 0.5f}})));
  }
  trace.nodes.push_back(node_named(result, Tensor::from_rows({{2, 3}}), inputs));
  trace.code = [numpy](int) { return OpCode{numpy}; };
  return trace;
}

std::vector<std::string> lines_of(const Trace& trace, CodeLanguage language = CodeLanguage::numpy) {
  return code_lines(trace, static_cast<int>(trace.nodes.size()) - 1, language, english());
}

NodeProgram program(const Trace& trace, Index most = 100) {
  return program_of(trace, static_cast<int>(trace.nodes.size()) - 1, CodeLanguage::numpy, english(), most);
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_SUITE("study/code") {
  TEST_CASE("names are the nodes' own, as short as tells them apart, and none that Python has taken") {
    CHECK(lines_of(made_by("$out = $0 @ $1", {"encoder.0.query", "encoder.0.w"}, "encoder.0.scores")) == Lines{"scores = query @ w"});
    CHECK(lines_of(made_by("$out = $0 + $1", {"first.output", "second.output"}, "third.output")) ==
          Lines{"third_output = first_output + second_output"});
    CHECK(lines_of(made_by("$out = $0 + $1", {"lambda", "e"}, "steps.1")) == Lines{"steps_1 = lambda_ + e"});
    CHECK(lines_of(made_by("$e = np.exp($0)\n$out = $e / $1", {"e", "np"}, "x")) == Lines{"e_ = np.exp(e)", "x = e_ / np_"});
  }

  TEST_CASE("PyTorch is spelt from NumPy where it has no words of its own") {
    CHECK(lines_of(made_by("$out = np.concatenate([$0, $1], axis=-1).max(axis=0, keepdims=True)", {"a", "b"}, "c"), CodeLanguage::torch) ==
          Lines{"c = torch.cat([a, b], dim=-1).amax(dim=0, keepdim=True)"});
  }

  TEST_CASE("a program says which cells are held, many cells in one line") {
    Trace trace = made_by("$out = 2 * $0", {"x"}, "y");
    trace.nodes[1].pins = {{"y", {0, 0, 1}, 0.5f}};
    CHECK(lines_of(trace) == Lines{"y = 2 * x", "y[0, 1] = 0.5  # held"});
    trace.nodes[1].value = std::make_shared<const Tensor>(matrix_shape(2, 2));
    trace.nodes[1].pins = {{"y", {0, 0, 0}, 1}, {"y", {0, 0, 1}, INFINITY}, {"y", {0, 1, 0}, 2}};
    CHECK(lines_of(trace).back() == "for cell, value in [((0, 0), 1), ((0, 1), np.inf), ((1, 0), 2)]: y[cell] = value  # held");
    trace.nodes[1].value = std::make_shared<const Tensor>(Shape{{2, 3}, 1, 2});
    trace.nodes[1].pins = {{"y", {4, 0, 1}, 0.5f}};
    CHECK(lines_of(trace).back() == "y[1, 1, 0, 1] = 0.5  # held");
  }

  TEST_CASE("a program starts from the operands that its lines name, each once") {
    CHECK(program(made_by("$out = $0 * $0", {"x", "unused"}, "y")).text ==
          "import numpy as np\n\nx = np.array([[1.0, 0.5]], dtype=np.float32)\n\ny = x * x\nprint(y)\n");
    Trace listed = made_by("", {"table"}, "rows");
    listed.code = [](int) {
      OpCode code;
      code.numpy = "$out = $0[" + code.list("ids", std::vector<int>(13, 0)) + "]";
      return code;
    };
    CHECK(program(listed).text.find("ids = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]\n\nrows = table[ids]\n") != std::string::npos);
  }

  TEST_CASE("too many numbers are left out, and it is said") {
    const NodeProgram cut = program(made_by("$out = 2 * $0", {"x"}, "y"), 1);
    CHECK_FALSE(cut.whole);
    CHECK(cut.text == "import numpy as np\n\n# x has 2 numbers, too many to copy. Put yours here.\n\ny = 2 * x\nprint(y)\n");
  }

  TEST_CASE("veiled cells stay out of the operands and of the held cells") {
    Trace trace = made_by("$out = 2 * $0", {"x"}, "y");
    trace.nodes[0].value = std::make_shared<const Tensor>(Tensor::from_rows({{kVeil, 7}}));
    CHECK_FALSE(program(trace).whole);
    CHECK(program(trace).text.find('7') == std::string::npos);
    trace = made_by("$out = 2 * $0", {"x"}, "y");
    trace.nodes[1].value = std::make_shared<const Tensor>(Tensor::from_rows({{kVeil, 1}}));
    trace.nodes[1].pins = {{"y", {0, 0, 0}, 7}};
    CHECK_FALSE(program(trace).whole);
    CHECK(program(trace).text.find('7') == std::string::npos);
    CHECK(lines_of(trace).back() == "y[0, 0] = ?  # held");
  }

  TEST_CASE("a given node has no lines, and is itself the program") {
    Trace trace = made_by("", {"x"}, "y");
    CHECK(code_lines(trace, 0, CodeLanguage::numpy, english()).empty());
    CHECK(program_of(trace, 0, CodeLanguage::torch, english()).text == "import torch\n\nx = torch.tensor([[1.0, 0.5]])\nprint(x)\n");
  }
}

}  // namespace code_test
