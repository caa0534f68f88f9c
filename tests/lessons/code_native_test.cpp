// The programs beside nodes, run by Debian's Python with NumPy: each computes its node's values.
#include <set>
#include <string_view>
#include <utility>

#include "autograd/op_table.h"
#include "autograd/tape.h"
#include "lessons/examples.h"
#include "lessons/python_programs.h"
#include "study/code.h"

using namespace gf;
using namespace gf::test;

namespace code_native_test {
namespace {

void add_programs(PythonPrograms& programs, const std::string& where, const Trace& trace, int node) {
  for (const CodeLanguage language : {CodeLanguage::numpy, CodeLanguage::torch}) {
    const std::size_t lines = code_lines(trace, node, language, english()).size();
    CHECK_MESSAGE((lines > 0 && lines <= 6), where << " " << trace.node(node).name << ": " << lines << " lines");
    const NodeProgram program = program_of(trace, node, language, english());
    CHECK(program.whole);
    programs.add(where + " " + trace.node(node).name, kCodeLanguageNames[static_cast<int>(language)], program.text, program.result,
                 *trace.node(node).value);
  }
}

// Whether a program is long, since it holds the numbers of its operands. One long program for each op tests as much as all.
bool is_long(const Trace& trace, const TraceNode& node) {
  constexpr Index kManyNumbers = 20'000;
  Index numbers = 0;
  for (const int input : node.inputs) numbers += trace.node(input).value->size();
  return numbers > kManyNumbers;
}

bool is_given(const TraceNode& node) { return node.op == "constant" || node.op == "parameter"; }

// Returns a sample of an op as a trace, with given operands.
Trace trace_of_sample(const OpInfo& op, const OpSample& sample, const std::vector<Pin>& pins) {
  auto tape = std::make_shared<Tape>(pins);
  std::vector<NodeId> inputs;
  for (const Tensor& input : sample.inputs)
    inputs.push_back(tape->append_leaf(ops::kConstant, input, Label("in" + std::to_string(inputs.size()))));
  tape->append(op, inputs, sample.attributes, "out");
  Trace trace;
  for (NodeId id = 0; id < tape->size(); ++id) {
    trace.nodes.emplace_back();
    TraceNode& node = trace.nodes.back();
    node.name = (*tape)[id].name;
    node.op = (*tape)[id].op->name;
    node.inputs = (*tape)[id].inputs;
    node.value = (*tape)[id].value;
    node.pins = (*tape)[id].pins;
  }
  trace.code = [tape](int node) { return code_of(*tape, node); };
  return trace;
}

}  // namespace

TEST_SUITE("lessons/code") {
  TEST_CASE("every kind of computed node of every lesson is what its program makes, in NumPy and in PyTorch") {
    PythonPrograms programs;
    std::set<std::string_view> long_ones;
    for (const Lesson& lesson : lessons()) {
      const Trace& trace = trace_once({lesson.info.id});
      std::set<std::pair<std::string_view, std::string_view>> kinds;  // one of the nodes that blocks have alike is tested
      for (std::size_t i = 0; i < trace.nodes.size(); ++i) {
        const TraceNode& node = trace.nodes[i];
        const bool again = is_given(node) || !kinds.emplace(short_name(node.name), node.op).second;
        if (!again && (!is_long(trace, node) || long_ones.insert(node.op).second))
          add_programs(programs, lesson.info.id, trace, static_cast<int>(i));
      }
    }
    programs.check();
  }

  // A model that read a book has too many numbers for a program, which would have megabytes.
  TEST_CASE("a program of a whole lesson makes its last number anew, in NumPy and in PyTorch") {
    constexpr Index kMostNumbers = 200'000;
    PythonPrograms programs;
    std::size_t whole = 0;
    for (const Lesson& lesson : lessons()) {
      const Trace& trace = trace_once({lesson.info.id});
      for (const CodeLanguage language : {CodeLanguage::numpy, CodeLanguage::torch}) {
        const int last = static_cast<int>(trace.nodes.size()) - 1;
        const NodeProgram program = program_of_all(trace, {last}, language, english(), kMostNumbers);
        if (!program.whole) continue;
        ++whole;
        programs.add(std::string(lesson.info.id) + " as a whole", kCodeLanguageNames[static_cast<int>(language)], program.text,
                     program.result, *trace.node(last).value);
      }
    }
    CHECK(whole >= 2 * (lessons().size() - 9));
    programs.check();
  }

  TEST_CASE("every op is what its program makes, whatever it is told, with cells that are held as well") {
    PythonPrograms programs;
    const std::vector<std::vector<Pin>> held{{}, {{"out", {}, 0.5f}}, {{"out", {}, 0.5f}, {"out", {0, 0, 1}, 2}, {"out", {0, 1, 0}, -1}}};
    for (const OpInfo* op : op_table()) {
      const bool written = op->code.write || !op->code.numpy.empty();
      CHECK_MESSAGE(written == (op->forward != nullptr), op->name);
      for (const OpSample& sample : op->samples())
        for (const auto& pins : held) {
          const bool uncertain = op->name == "principal_directions" && sample.inputs[0].at(0, 0) == 0;  // any directions are right
          const Trace trace = trace_of_sample(*op, sample, pins);
          if (!uncertain && op != &ops::kAccounted)
            add_programs(programs, std::string(op->name), trace, static_cast<int>(trace.nodes.size()) - 1);
        }
    }
    programs.check();
  }
}

}  // namespace code_native_test
