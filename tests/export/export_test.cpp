#include "export/export.h"

#include <nlohmann/json.hpp>

#include "support.h"

using namespace gf;
using namespace gf::test;

namespace export_test {
namespace {

// One node with a name of each kind of value.
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

}  // namespace

TEST_SUITE("export/export") {
  TEST_CASE("CSV quotes its fields") {
    CHECK(export_trace(small_trace(), ExportFormat::csv) == "# a.b_c (2, 2)\n,0,1\n\"say \"\"hi\"\"\",0.1,-2.0\n\"a,b\",nan,-inf\n");
  }

  TEST_CASE("NumPy reads what is written") {
    CHECK(export_trace(small_trace(), ExportFormat::numpy, {"a.b_c"}) ==
          "import numpy as np\n\na_b_c = np.array([[0.1, -2.0],\n                  [np.nan, -np.inf]], dtype=np.float32)\n");
    Trace stacked = small_trace();
    stacked.nodes[0].value = std::make_shared<const Tensor>(Tensor::filled(Shape{{2}, 1, 1}, 3));
    CHECK(export_trace(stacked, ExportFormat::numpy)
              .find("np.array([[[3.0]],\n                  [[3.0]]], dtype=np.float32).reshape(2, 1, 1)") != std::string::npos);
  }

  TEST_CASE("LaTeX") {
    CHECK(export_trace(small_trace(), ExportFormat::latex) ==
          "\\mathrm{a.b\\_c} =\n\\begin{pmatrix}\n  0.1 & -2 \\\\\n  \\mathrm{NaN} & -\\infty\n\\end{pmatrix}\n");
    Trace tiny = small_trace();
    tiny.nodes[0].value = std::make_shared<const Tensor>(Tensor::from_rows({{-2.5e-8f}}));
    CHECK(export_trace(tiny, ExportFormat::latex).find("-2.5\\cdot 10^{-8}") != std::string::npos);
  }

  TEST_CASE("SVG holds every value and escapes its labels") {
    Trace trace = small_trace();
    trace.nodes[0].rows.labels = {"<start>", "a&b"};
    const std::string svg = export_trace(trace, ExportFormat::svg);
    CHECK(svg.find("&lt;start&gt;") != std::string::npos);
    CHECK(svg.find("a&amp;b") != std::string::npos);
    CHECK(svg.find(">−2<") != std::string::npos);
    CHECK(svg.find("<svg xmlns") == 0);
  }

  TEST_CASE("JSON: the trace of the design, infinities as words, NaN as null") {
    const nlohmann::json node = nlohmann::json::parse(export_trace(small_trace(), ExportFormat::json))["nodes"][0];
    CHECK(node["values"].dump() == R"([[0.1,-2.0],[null,"-inf"]])");
    CHECK(node["shape"].dump() == "[2,2]");
    CHECK(node["rows"].dump() == R"(["say \"hi\"","a,b"])");
    CHECK(node["cols"].dump() == R"(["0","1"])");
    for (const char* key : {"name", "op", "formula", "inputs"}) CHECK(node.contains(key));
    Trace stacked = small_trace();
    stacked.nodes[0].value = std::make_shared<const Tensor>(Tensor::filled(Shape{{2}, 1, 2}, 3));
    CHECK(to_json(stacked)["nodes"][0]["values"].dump() == "[[[3.0,3.0]],[[3.0,3.0]]]");
  }
}

}  // namespace export_test
