// Every op against PyTorch: result and gradients.
#include <algorithm>
#include <set>

#include "autograd/op_table.h"
#include "autograd/ops.h"
#include "golden.h"

using namespace gf;
using namespace gf::test;
using nlohmann::json;

namespace {

const OpInfo& op_named(const std::string& name) {
  const auto table = op_table();
  const auto found = std::find_if(table.begin(), table.end(), [&](const OpInfo* op) { return op->name == name; });
  REQUIRE_MESSAGE(found != table.end(), name);
  return **found;
}

Attributes attributes_of(const json& one) {
  Attributes attributes;
  attributes.scalar = one.value("scalar", 0.0f);
  attributes.flag = one.value("flag", false);
  attributes.begin = one.value("begin", 0);
  attributes.end = one.value("end", 0);
  attributes.ids = one.value("ids", std::vector<int>());
  if (one.value("along", "") == "columns") attributes.along = Along::columns;
  if (one.contains("target")) attributes.target = Shape{{}, one["target"][0].get<Index>(), one["target"][1].get<Index>()};
  if (one.contains("mask")) attributes.mask = std::make_shared<const Tensor>(tensor_of(one["mask"]));
  return attributes;
}

}  // namespace

TEST_SUITE("autograd/op_golden") {
  TEST_CASE("results and gradients are PyTorch's") {
    std::set<std::string> seen;
    for (const json& one : golden("ops.json")) {
      const std::string name = one["op"].get<std::string>();
      CAPTURE(name);
      seen.insert(name);
      Tape tape;
      std::vector<NodeId> inputs;
      for (const json& input : one["inputs"]) inputs.push_back(parameter(tape, tensor_of(input), "in" + std::to_string(inputs.size())));
      const NodeId out = tape.append(op_named(name), inputs, attributes_of(one), "out");
      check_golden(tape.value(out), one["output"]);
      const NodeId weighted = multiply(tape, out, constant(tape, tensor_of(one["weights"]), "weights"), "weighted");
      backward(tape, sum(tape, weighted, Along::all, "loss"));
      for (std::size_t i = 0; i < inputs.size(); ++i) check_golden(tape.value(tape.find("d_in" + std::to_string(i))), one["gradients"][i]);
    }
    for (const OpInfo* op : op_table())
      if (op->backward && !op->samples().empty() && !op->samples()[0].inputs.empty())
        CHECK_MESSAGE(seen.count(std::string(op->name)) == 1, op->name);
  }
}
