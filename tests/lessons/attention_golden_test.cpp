// Self-attention against PyTorch: weights, output and the gradients of all given matrices.
#include "golden.h"
#include "lessons/run.h"

using namespace gf;
using namespace gf::test;
using nlohmann::json;

TEST_SUITE("lessons/attention_golden") {
  TEST_CASE("weights, output and gradients are PyTorch's") {
    for (const json& entry : golden("attention.json")) {
      Document document{"self-attention"};
      document.inputs = {{"text", entry["text"].get<std::string>()},
                         {"width", entry["width"].get<double>()},
                         {"head_width", entry["head_width"].get<double>()},
                         {"causal", entry["causal"].get<bool>()}};
      for (const char* name : {"x", "w_q", "w_k", "w_v"}) document.inputs[name] = tensor_of(entry[name]);
      const Trace trace = run_lesson(document, "output");
      for (const char* name : {"position", "weights", "output", "d_x", "d_w_q", "d_w_k", "d_w_v"}) {
        CAPTURE(name);
        check_golden(*node(trace, name).value, entry[name]);
      }
    }
  }
}
