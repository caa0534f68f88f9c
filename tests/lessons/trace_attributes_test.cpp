// The attributes of ops in a trace, with which a reader can compute the trace again.
#include "lessons/trace_attributes.h"

#include <nlohmann/json.hpp>

#include "autograd/op.h"
#include "lessons/context.h"

using namespace gf;
using namespace gf::test;
using nlohmann::json;

namespace trace_attributes_test {
namespace {

json attributes_of(const Trace& trace, const std::string& name) { return to_json(trace, {.only = {name}})["nodes"][0]["attributes"]; }

}  // namespace

TEST_SUITE("lessons/trace_attributes") {
  TEST_CASE("a node says what its op was told, in full precision") {
    const Trace trace = run_lesson({"self-attention", {{"causal", true}}});
    CHECK(attributes_of(trace, "scores") == json{{"factor", 0.5}});
    CHECK(attributes_of(trace, "masked_scores") == json{{"fill", "-inf"}, {"mask", {{1, 0, 0}, {1, 1, 0}, {1, 1, 1}}}});
    CHECK(attributes_of(trace, "weights") == json{{"beta", 1}, {"along", "rows"}});
    CHECK(attributes_of(trace, "query") == json::object());
    CHECK(attributes_of(trace, "position") == json{{"exponents", {0, 0, 0.5, 0.5}}});
    const Trace block = run_lesson({"backpropagation"});
    CHECK(attributes_of(block, "losses")["targets"].size() == static_cast<std::size_t>(node(block, "losses").value->rows()));
    CHECK(attributes_of(block, "norm")["epsilon"].is_number());
  }

  TEST_CASE("every attribute that a trace tells is described in TRACE.md, op by op") {
    const std::string page = read_source_file("src/protocol/TRACE.md");
    for (const OpInfo* op : op_table())
      for (const OpSample& sample : op->samples()) {
        const std::vector<TraceAttribute> told = trace_attributes(sample.attributes);
        if (told.empty()) continue;
        const std::size_t place = page.find("`" + std::string(op->name) + "`", page.find("Attributes, by op"));
        REQUIRE_MESSAGE(place != std::string::npos, op->name);
        const std::string line = page.substr(place, page.find('\n', place) - place);
        for (const TraceAttribute& attribute : told)
          CHECK_MESSAGE(line.find("`" + attribute.name + "`") != std::string::npos, attribute.name);
      }
  }
}

}  // namespace trace_attributes_test
