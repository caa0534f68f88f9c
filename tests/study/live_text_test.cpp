#include "study/live_text.h"
#include "core/explanation.h"

#include <limits>

#include "lessons/context.h"

using namespace gf;
using namespace gf::test;

namespace live_text_test {
namespace {

Trace small_trace() {
  Trace trace;
  TraceNode node;
  node.name = "a.b";
  node.value = std::make_shared<const Tensor>(Tensor::from_rows({{0.5f, -0.004f, 7.2f}, {-0.30f, 0.0000454f, -1}}));
  trace.nodes.push_back(node);
  node.name = "heads";
  node.value = std::make_shared<const Tensor>(Tensor::filled(Shape{{2}, 3, 4}, std::numeric_limits<float>::quiet_NaN()));
  trace.nodes.push_back(node);
  trace.inputs = {{"beta", 10.0}, {"text", std::string("words")}};
  return trace;
}

}  // namespace

TEST_SUITE("study/live_text") {
  TEST_CASE("numbers of a trace stand where their paths stood") {
    const Trace trace = small_trace();
    const auto shown = [&](const char* text) { return with_live_values(text, &trace); };
    CHECK(shown("{a.b[0,0]} and {a.b[0,2]}, {a.b[1,2]}") == "0.5 and 7.2, −1");
    CHECK(shown("{a.b[1,0]|2}") == "−0.30");
    CHECK(shown("{a.b[0,1]|2}") == "0.00");  // a printed zero has no sign
    CHECK(shown("{a.b[1,1]|7}") == "0.0000454");
    CHECK(shown("{a.b[0,0]|percent} %") == "50 %");
    CHECK(shown("{a.b[0,2]|0}") == "7");
    CHECK(shown("{a.b[rows]} × {a.b[columns]}, {heads[matrices]}") == "2 × 3, 2");
    CHECK(shown("{inputs[beta]}") == "10");
    CHECK(with_live_values("1.5, {a.b[0,0]} and {a.b[0,2]|2}.", &trace, ",") == "1.5, 0,5 and 7,20.");  // what is typed is the translator's
    CHECK(shown("{heads[1,2,3]|2}") == "NaN");
  }

  TEST_CASE("the arithmetic of a cell is what the inspector says") {
    const Trace trace = run_lesson({"softmax"});
    CHECK(with_live_values("{sum[0,0]|arithmetic}", &trace) == trace.explain(trace.find("sum"), {0, 0, 0}).numbers);
  }

  TEST_CASE("a missing value is a dash: no trace, no node, no cell, no number") {
    const Trace trace = small_trace();
    CHECK(with_live_values("{a.b[0,0]|percent} %", nullptr) == "– %");
    for (const char* text :
         {"{b[0,0]}", "{a.b[2,0]}", "{a.b[1,0,0]}", "{a.b[x,y]}", "{inputs[gamma]}", "{inputs[text]}", "{b[0,0]|arithmetic}"})
      CHECK_MESSAGE(with_live_values(text, &trace) == "–", text);
  }

  TEST_CASE("words in braces and slips stay as they are written") {
    const Trace trace = small_trace();
    for (const char* text : {"{step} of {steps}", "{a.b}", "{a.b[0]}", "{a.b[0,0]|}", "{a.b[0,0]|two}", "{a.b[0,0]|12}", "{a.b[x]}",
                             "{a.b[x,]}", "{a.b[x#,0]}", "{a.b[#1,0]}", "{a.b[x#two,0]}", "{a.b[0,0}", "{[0,0]}", "{a.b[0,0]",
                             "{inputs[beta]|arithmetic}", "{a.b[0,0,0,0]}", "{a.b[9999999999,0]}", "a [0,0] b", "}{"}) {
      CHECK_MESSAGE(with_live_values(text, &trace) == text, text);
      CHECK_MESSAGE(live_values(text).empty(), text);
    }
  }
}

}  // namespace live_text_test
