// Nodes that are gradients, and of which node: the backward pass says so, not their names.
#include <doctest/doctest.h>

#include "autograd/ops.h"
#include "autograd/tape.h"
#include "core/node_name.h"
#include "lessons/build.h"
#include "lessons/examples.h"
#include "lessons/run.h"

using namespace gf;
using namespace gf::test;

namespace gradients_test {
namespace {

// Builds loss = sum(x · d_model + x). The name of the weight d_model begins like the name of a gradient.
void build_with_d_model(const InputReader&, LessonBuild& out) {
  const NodeId x = parameter(out.tape, Tensor::from_rows({{1, 2}}), "x");
  const NodeId weight = parameter(out.tape, Tensor::from_rows({{3, 4}, {5, 6}}), "d_model");
  const NodeId y = add(out.tape, matmul(out.tape, x, weight, "d_k"), x, "y");
  backward(out.tape, y);
  for (const char* name : {"x", "d_model", "d_k", "y", "d_d_model"}) out.show(View::matrix, name, "");
}

}  // namespace

TEST_SUITE("lessons/gradients") {
  TEST_CASE("a node called d_model is no gradient, and its gradient d_d_model is one") {
    const Lesson lesson{.info = {.id = "softmax"}, .build = build_with_d_model};
    const Trace trace = trace_of(lesson, {.lesson = "softmax"}, {}, nullptr);
    for (const char* name : {"x", "d_model", "d_k", "y"}) CHECK_FALSE_MESSAGE(node(trace, name).gradient.is_gradient(), name);
    const GradientOf of_weight = node(trace, "d_d_model").gradient;
    REQUIRE(of_weight.is_whole());
    CHECK(trace.node(of_weight.node).name == "d_model");
    CHECK(trace.node(node(trace, "d_x").gradient.node).name == "x");
    const GradientOf through_product = node(trace, "d_x_through_d_k").gradient;
    CHECK(through_product.is_gradient());
    CHECK_FALSE(through_product.is_whole());
    CHECK(trace.node(through_product.node).name == "x");
  }

  TEST_CASE("all that the backward pass names is a gradient or a part of one, and nothing else is") {
    int whole = 0, parts = 0;
    for (const Lesson& lesson : lessons()) {
      const Trace& trace = examples_of(lesson).front().trace;
      for (const TraceNode& trace_node : trace.nodes) {
        CAPTURE(lesson.info.id);
        CAPTURE(trace_node.name);
        CHECK(trace_node.gradient.is_gradient() == short_name(trace_node.name).starts_with("d_"));
        if (!trace_node.gradient.is_gradient()) continue;
        const TraceNode& value = trace.node(trace_node.gradient.node);
        if (trace_node.gradient.part) CHECK(trace_node.name.starts_with(gradient_name(value.name) + "_"));
        if (!trace_node.gradient.part) CHECK(trace_node.name == gradient_name(value.name));
        if (!trace_node.gradient.part) CHECK(trace_node.value->shape() == value.value->shape());
        (trace_node.gradient.part ? parts : whole) += 1;
      }
    }
    CHECK(whole > 20);
    CHECK(parts > 20);
  }

  TEST_CASE("a sum of two nodes is told by its kind") {
    const Lesson lesson{.info = {.id = "softmax"}, .build = build_with_d_model};
    const Trace trace = trace_of(lesson, {.lesson = "softmax"}, {}, nullptr);
    CHECK(node(trace, "y").facts.kind == NodeKind::sum);
    CHECK(node(trace, "d_k").facts.kind == NodeKind::other);
  }
}
}  // namespace gradients_test
