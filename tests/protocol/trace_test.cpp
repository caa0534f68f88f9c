#include "protocol/trace.h"

#include <doctest/doctest.h>

#include "core/problem.h"

using namespace gf;

TEST_SUITE("protocol/trace") {
  TEST_CASE("a node is found by its name or by its place, and a name that there is not is refused by who asked") {
    Trace trace;
    trace.nodes.resize(2);
    trace.nodes[1].name = "weights";
    CHECK(trace.find("weights") == 1);
    CHECK(trace.find("output") == -1);
    CHECK(&trace.at("weights") == &trace.node(1));
    try {
      trace.at("output", "gradient");
      FAIL("taken");
    } catch (const InputError& error) {
      CHECK(error.problem() == Problem{"unknown_node", {{"where", "gradient"}, {"got", "output"}}});
    }
  }
}
