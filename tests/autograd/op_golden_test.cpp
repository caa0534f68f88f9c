// Every op against PyTorch: result and gradients.
#include <algorithm>
#include <set>

#include "autograd/op_table.h"
#include "autograd/ops.h"
#include "golden.h"

using namespace gf;
using namespace gf::test;
using nlohmann::json;

namespace op_golden_test {
namespace {

const OpInfo& op_named(const std::string& name) {
  const auto table = op_table();
  const auto found = std::find_if(table.begin(), table.end(), [&](const OpInfo* op) { return op->name == name; });
  REQUIRE_MESSAGE(found != table.end(), name);
  return **found;
}

// Sets and counts the fields that the file names. Other fields stay.
struct Setter {
  const json& one;
  std::size_t& set;

  template <typename Value>
  void take(const char* name, Value& value) const {
    if (!one.contains(name)) return;
    value = one[name].get<Value>();
    ++set;
  }
  void operator()(const char* name, bool& value) const { take(name, value); }
  void operator()(const char* name, int& value) const { take(name, value); }
  void operator()(const char* name, Index& value) const { take(name, value); }
  void operator()(const char* name, float& value) const { take(name, value); }
  void operator()(const char* name, std::vector<int>& values) const { take(name, values); }
  void operator()(const char* name, Along& value) const {
    std::string along = value == Along::columns ? "columns" : "rows";
    take(name, along);
    value = along == "columns" ? Along::columns : Along::rows;
  }
  void operator()(const char* name, Extreme& value) const {
    std::string which = "largest";
    take(name, which);
    value = which == "least" ? Extreme::least : Extreme::largest;
  }
  void operator()(const char* name, Shape& shape) const {
    std::vector<Index> sizes;
    take(name, sizes);
    if (sizes.size() == 2) shape = {{}, sizes[0], sizes[1]};
  }
  void operator()(const char* name, std::shared_ptr<const Tensor>& tensor) const {
    if (!one.contains(name)) return;
    tensor = std::make_shared<const Tensor>(tensor_of(one[name]));
    ++set;
  }
  void operator()(const char*, std::vector<TokenPair>&) const {}
  void operator()(const char*, PositionExponents&) const {}
};

// Returns the attributes of the file, in the struct that the op's samples have. Fails if the file names an attribute that the struct lacks.
Attributes attributes_of(const OpInfo& op, const json& entry) {
  Attributes attributes = op.samples().front().attributes;
  std::size_t set = 0;
  for_each_field(attributes, Setter{entry, set});
  CHECK(entry.size() == set + 5);  // beside op, inputs, weights, output and gradients
  return attributes;
}

}  // namespace

TEST_SUITE("autograd/op_golden") {
  TEST_CASE("results and gradients are PyTorch's") {
    std::set<std::string> seen;
    for (const json& entry : golden("ops.json")) {
      const std::string name = entry["op"].get<std::string>();
      CAPTURE(name);
      seen.insert(name);
      Tape tape;
      std::vector<NodeId> inputs;
      for (const json& input : entry["inputs"]) inputs.push_back(parameter(tape, tensor_of(input), "in" + std::to_string(inputs.size())));
      const NodeId out = tape.append(op_named(name), inputs, attributes_of(op_named(name), entry), "out");
      check_golden(tape.value(out), entry["output"]);
      const NodeId weighted = multiply(tape, out, constant(tape, tensor_of(entry["weights"]), "weights"), "weighted");
      backward(tape, sum(tape, weighted, Along::all, "loss"));
      for (std::size_t i = 0; i < inputs.size(); ++i)
        check_golden(tape.value(tape.find("d_in" + std::to_string(i))), entry["gradients"][i]);
    }
    for (const OpInfo* op : op_table())
      if (op->backward && !op->samples().empty() && !op->samples()[0].inputs.empty())
        CHECK_MESSAGE(seen.count(std::string(op->name)) == 1, op->name);
  }
}

}  // namespace op_golden_test
