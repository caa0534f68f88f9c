#include "export/export.h"

#include <nlohmann/json.hpp>

#include "core/block.h"
#include "core/explanation.h"
#include "core/number_text.h"
#include "core/problem.h"
#include "core/veil.h"
#include "lessons/registry.h"
#include "lessons/run.h"
#include "support.h"

using namespace gf;
using namespace gf::test;

namespace export_test {
namespace {

// Returns a trace of one node, with each kind of value.
Trace small_trace() {
  Trace trace;
  trace.lesson = "test";
  TraceNode node;
  node.name = "a.b_c";
  node.op = "constant";
  node.value = std::make_shared<const Tensor>(Tensor::from_rows({{0.1f, -2}, {NAN, -INFINITY}}));
  node.rows = {"tokens", {"say \"hi\"", "a,b"}};
  node.facts.least = -2;
  node.facts.most = 0.1f;
  trace.nodes.push_back(node);
  return trace;
}

Trace trace_with(Tensor value) {
  Trace trace = small_trace();
  trace.nodes[0].rows = trace.nodes[0].cols = {};
  trace.nodes[0].value = std::make_shared<const Tensor>(std::move(value));
  return trace;
}

std::string exported(const Trace& trace, ExportFormat format, const TraceExtent& extent = {}) {
  return export_trace(trace, format, english(), extent);
}

const Trace& softmax() {
  static const Trace kTrace = run_lesson({"softmax"});
  return kTrace;
}

std::string softmax_cell(ExportFormat format) {
  return export_cell(softmax(), softmax().find("probabilities"), {0, 0, 1}, format, english());
}

}  // namespace

TEST_SUITE("export/export") {
  TEST_CASE("CSV quotes its fields") {
    CHECK(exported(small_trace(), ExportFormat::csv) == "# a.b_c (2, 2)\n,0,1\n\"say \"\"hi\"\"\",0.1,-2.0\n\"a,b\",nan,-inf\n");
  }

  TEST_CASE("NumPy and PyTorch read what is written") {
    CHECK(exported(small_trace(), ExportFormat::numpy, {.only = {"a.b_c"}}) ==
          "import numpy as np\n\na_b_c = np.array([[0.1, -2.0],\n                  [np.nan, -np.inf]], dtype=np.float32)\n");
    const Trace stacked = trace_with(Tensor::filled(Shape{{2}, 1, 1}, 3));
    CHECK(
        exported(stacked, ExportFormat::numpy).find("np.array([[[3.0]],\n                  [[3.0]]], dtype=np.float32).reshape(2, 1, 1)") !=
        std::string::npos);
    CHECK(exported(stacked, ExportFormat::torch).starts_with("import torch\n\na_b_c = torch.tensor([[[3.0]],\n"));
  }

  TEST_CASE("LaTeX has the labels around its numbers, which have as many decimals") {
    CHECK(exported(small_trace(), ExportFormat::latex) ==
          "% \\usepackage{amsmath, nicematrix}\n% a.b_c (2, 2)\n\\begin{gathered}\n\\text{b\\_c} \\\\\n\\begin{bNiceMatrix}[first-col, r]\n"
          "  \\text{say \"hi\"} &          0.1 &    -2.0 \\\\\n"
          "       \\text{a,b} & \\mathrm{NaN} & -\\infty\n\\end{bNiceMatrix}\n\\end{gathered}\n");
    const std::string plain = exported(trace_with(Tensor::from_rows({{-2.5e-8f, 0.5f}})), ExportFormat::latex);
    CHECK(plain.find("\\begin{bmatrix}\n  -2.5\\cdot 10^{-8} & 0.5\n\\end{bmatrix}") != std::string::npos);
    Trace words = trace_with(Tensor::from_rows({{1}}));
    words.nodes[0].rows = {"tokens", {"50% of_{x} & #1 \\ ~ ^"}};
    CHECK(exported(words, ExportFormat::latex)
              .find("\\text{50\\% of\\_\\{x\\} \\& \\#1 \\textbackslash{} \\textasciitilde{} \\textasciicircum{}}") != std::string::npos);
    Trace titled = trace_with(Tensor::from_rows({{1}}));
    titled.nodes[0].name = "dL/d(K\u1d40 W_Q) β\u2082 \u221a";
    CHECK(exported(titled, ExportFormat::latex)
              .find("\\text{dL/d(K\\textsuperscript{T} W\\textsubscript{Q}) $\\beta$\\textsubscript{2} $\\surd$} \\\\\n") !=
          std::string::npos);
  }

  TEST_CASE("a node with too many values is said to be left out") {
    for (const ExportFormat format : {ExportFormat::csv, ExportFormat::numpy, ExportFormat::torch, ExportFormat::latex}) {
      const std::string text = exported(small_trace(), format, {.most_values = 3});
      CHECK(text.find("a.b_c has 4 values") != std::string::npos);
      CHECK(text.find("0.1") == std::string::npos);
    }
  }

  TEST_CASE("a veiled cell is not told") {
    const Trace veiled = trace_with(Tensor::from_rows({{kVeil, 1}}));
    CHECK(exported(veiled, ExportFormat::csv).ends_with("\n0,,1.0\n"));
    CHECK(exported(veiled, ExportFormat::latex).find("\\square & 1") != std::string::npos);
  }

  TEST_CASE("the matrices of each format are read again") {
    for (const ExportFormat format : {ExportFormat::csv, ExportFormat::numpy, ExportFormat::torch, ExportFormat::latex}) {
      CAPTURE(format);
      for (const TraceNode& node : softmax().nodes) {
        CAPTURE(node.name);
        const Tensor read = parse_block(exported(softmax(), format), "it", node.name);
        REQUIRE(read.shape() == node.value->shape());
        for (Index i = 0; i < read.size(); ++i)
          CHECK(read.data()[i] == doctest::Approx(node.value->data()[i]).epsilon(format == ExportFormat::latex ? 1e-3 : 1e-6));
      }
    }
  }

  TEST_CASE("the arithmetic of a cell in each format") {
    const std::string latex = softmax_cell(ExportFormat::latex);
    CAPTURE(latex);
    CHECK(latex.find("\\begin{align*}\n  &\\text{Probabilities}_{\\text{dog}} \\\\\n  &= ") != std::string::npos);
    CHECK(latex.find("&= \\frac{") != std::string::npos);
    CHECK(latex.ends_with("\n\\end{align*}\n"));
    const float value = softmax().at("probabilities").value->at(0, 1);
    CHECK_MESSAGE(latex.find("&= " + fixed_text(static_cast<double>(value), 4)) != std::string::npos, "it ends with the value");
    CHECK(softmax_cell(ExportFormat::csv).starts_with("node,row,column,value\n"));
    CHECK(softmax_cell(ExportFormat::numpy).ends_with("print(probabilities[0,1])\n"));
    CHECK(nlohmann::json::parse(softmax_cell(ExportFormat::json))["cell"].dump() == "[0,1]");
  }

  TEST_CASE("a format that is not known is named") {
    CHECK(export_format_named("torch", "format") == ExportFormat::torch);
    try {
      export_format_named("pdf", "--format");
      FAIL("no problem");
    } catch (const InputError& error) {
      CHECK(english().format(error.problem()) == "--format: expected one of json, csv, numpy, torch, latex, got “pdf”.");
    }
  }

  TEST_CASE("JSON: the trace of the design, infinities as words, NaN as null") {
    const nlohmann::json node = nlohmann::json::parse(exported(small_trace(), ExportFormat::json))["nodes"][0];
    CHECK(node["values"].dump() == R"([[0.1,-2.0],[null,"-inf"]])");
    CHECK(node["shape"].dump() == "[2,2]");
    CHECK(node["rows"].dump() == R"(["say \"hi\"","a,b"])");
    CHECK(node["cols"].dump() == R"(["0","1"])");
    for (const char* key : {"name", "op", "formula", "inputs"}) CHECK(node.contains(key));
    CHECK(to_json(trace_with(Tensor::filled(Shape{{2}, 1, 2}, 3)))["nodes"][0]["values"].dump() == "[[[3.0,3.0]],[[3.0,3.0]]]");
  }
}

}  // namespace export_test
