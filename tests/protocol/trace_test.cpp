#include "protocol/trace.h"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

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

  TEST_CASE("a node with more values than asked for has the sums of its rows and columns, matrix after matrix") {
    Trace trace;
    trace.nodes.resize(2);
    trace.nodes[0].name = "small";
    trace.nodes[0].value = std::make_shared<const Tensor>(Tensor::from_rows({{1, 2, 4}}));
    trace.nodes[1].name = "stack";
    Tensor stack(Shape{{2}, 1, 2});
    for (Index i = 0; i < 4; ++i) stack.data()[i] = static_cast<float>(i + 1);
    trace.nodes[1].value = std::make_shared<const Tensor>(std::move(stack));
    const nlohmann::json nodes = to_json(trace, {.most_values = 3})["nodes"];
    CHECK(nodes[0]["values"] == nlohmann::json{{1, 2, 4}});
    CHECK_FALSE(nodes[0].contains("row_sums"));
    CHECK_FALSE(nodes[1].contains("values"));
    CHECK(nodes[1]["row_sums"] == nlohmann::json{3, 7});
    CHECK(nodes[1]["column_sums"] == nlohmann::json{1, 2, 3, 4});
    CHECK(to_json(trace)["nodes"][1]["values"].size() == 2);
    CHECK(to_json(trace, {.only = {"small"}, .most_values = 0})["nodes"] ==
          nlohmann::json::array({to_json(trace, {.most_values = 0})["nodes"][0]}));
  }
}
