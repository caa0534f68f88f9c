#include "lessons/run.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

#include "autograd/op_table.h"
#include "core/explanation.h"
#include "core/kernels.h"
#include "core/problem.h"
#include "lessons/build.h"
#include "lessons/registry.h"
#include "lessons/trace_attributes.h"

namespace gf {
namespace {

// Whether a value is the −∞ with which a mask, or the reader's code, hides a cell.
bool is_own_infinity(const Node& node, float value) {
  return (node.op == &ops::kMask || node.op == &ops::kAccounted) && value == -std::numeric_limits<float>::infinity();
}

void add_sums(const Node& node, Facts& facts) {
  const Tensor& value = *node.value;
  facts.sums_of_columns = node.op == &ops::kSoftmax && std::get<attr::Softmax>(node.attributes).along == Along::columns;
  const Index lines = facts.sums_of_columns ? value.cols() : value.rows();
  const Index length = facts.sums_of_columns ? value.rows() : value.cols();
  const Index to_next_line = facts.sums_of_columns ? 1 : value.cols(), to_next = facts.sums_of_columns ? value.cols() : 1;
  constexpr Index kTogether = 4;  // lines whose additions do not wait for each other
  for (Index k = 0; k < value.shape().matrices(); ++k)
    for (Index first = 0; first < lines; first += kTogether) {
      const float* const x = value.matrix(k) + first * to_next_line;
      const Index count = std::min(kTogether, lines - first);
      double totals[kTogether] = {};
      for (Index i = 0; i < length; ++i)
        for (Index line = 0; line < count; ++line) totals[line] += static_cast<double>(x[line * to_next_line + i * to_next]);
      for (Index line = 0; line < count; ++line) facts.sums.push_back(static_cast<float>(totals[line]));
    }
}

// Sets the range of the finite values, and counts the others, without the −∞ of a mask.
void add_finite_range(const Node& node, Facts& facts) {
  bool any = false;
  facts.least = 0;
  facts.most = 0;
  for (Index i = 0; i < node.value->size(); ++i) {
    const float value = node.value->data()[i];
    if (std::isfinite(value)) {
      facts.least = any ? std::min(facts.least, value) : value;
      facts.most = any ? std::max(facts.most, value) : value;
      any = true;
    } else if (!is_own_infinity(node, value)) {
      ++facts.not_finite;
    }
  }
}

// Whether the rows of a node are shares with the sum 1: of a softmax, of a division of each row by its own sum, or of a mean over matrices
// of shares.
bool has_shares(const Tape& tape, const Node& node) {
  if (node.op == &ops::kSoftmax) return true;
  if (node.op == &ops::kDivide) {
    const Node& sums = tape[node.inputs[1]];
    return sums.op == &ops::kSum && sums.inputs.front() == node.inputs[0] && sums.value->cols() == 1 && node.value->cols() > 1 &&
           sums.value->rows() == node.value->rows();
  }
  if (node.op != &ops::kMean) return false;
  const Node& averaged = tape[node.inputs.front()];
  return averaged.value->rows() == node.value->rows() && averaged.value->cols() == node.value->cols() && has_shares(tape, averaged);
}

NodeKind kind_of(const Tape& tape, const Node& node) {
  if (node.op == &ops::kParameter) return NodeKind::parameter;
  if (node.op == &ops::kEmbedding) return NodeKind::looked_up;
  if (has_shares(tape, node)) return NodeKind::weights;
  if (node.op == &ops::kMask) return NodeKind::masked;
  if (node.op == &ops::kAdd) return NodeKind::sum;
  return node.op == &ops::kSum && node.value->cols() == 1 ? NodeKind::row_sums : NodeKind::other;
}

Facts facts_of(const Node& node, NodeKind kind) {
  Facts facts;
  facts.kind = kind;
  if (!finite_range(node.value->data(), node.value->size(), facts.least, facts.most)) add_finite_range(node, facts);
  facts.zeros_and_ones = facts.least == 0 && facts.most == 1 &&
                         std::all_of(node.value->data(), node.value->data() + node.value->size(), [](float v) { return v == 0 || v == 1; });
  if (facts.kind == NodeKind::weights) add_sums(node, facts);
  return facts;
}

Cell first_not_finite(const Node& node) {
  const Shape& shape = node.value->shape();
  for (Index i = 0; i < node.value->size(); ++i)
    if (const float value = node.value->data()[i]; !std::isfinite(value) && !is_own_infinity(node, value))
      return {i / shape.matrix_size(), i % shape.matrix_size() / shape.cols, i % shape.cols};
  return {};
}

TraceNode freeze(const Node& node) {
  TraceNode result;
  result.name = node.name;
  result.op = node.op->name;
  result.formula = node.formula;
  result.attributes = trace_attributes(node.attributes);
  result.inputs = node.inputs;
  result.value = node.value;
  result.outer = node.outer;
  result.rows = node.rows;
  result.cols = node.cols;
  result.pins = node.pins;
  result.gradient = node.gradient;
  return result;
}

void fill_matrix_inputs(const LessonBuild& build, Trace& trace) {
  for (const auto& [node, input] : build.input_nodes) {
    trace.node(node).input = input;
    trace.inputs.insert_or_assign(input, *build.tape[node].value);
  }
}

void mark_trained(const LessonBuild& build, Trace& trace) {
  if (!build.trained) return;
  for (const NamedTensor& weight : build.trained->tensors)
    if (const NodeId node = build.tape.find(weight.name); node >= 0) trace.node(node).trained = true;
}

void freeze_nodes(const Tape& tape, const InputReader& in, Trace& trace) {
  for (NodeId id = 0; id < tape.size(); ++id) {
    trace.nodes.push_back(freeze(tape[id]));
    const Node& node = tape[id];
    const NodeKind kind = kind_of(tape, node);
    trace.nodes.back().facts =
        in.kept("facts of " + node.name, std::tuple(node.op, kind, node.value), [&] { return facts_of(node, kind); });
    if (!trace.first_not_finite && trace.nodes.back().facts.not_finite > 0)
      trace.first_not_finite = CellReference{id, first_not_finite(tape[id])};
  }
}

void append_gradients(const std::string& from, LessonBuild& build) {
  const NodeId node = build.tape.find(from);
  if (node < 0) throw InputError({"unknown_node", {{"where", "backward"}, {"got", from}}});
  if (build.gradients_of.empty())
    backward(build.tape, node);
  else if (from != build.gradients_of)
    throw InputError({"gradients_of_another", {{"where", "backward"}, {"got", from}, {"of", build.gradients_of}}});
}

Trace trace_of(const Lesson& lesson, const Document& document, const LessonContext& context, const std::string& backward_from,
               Replay* replay, TraceMemo* memo) {
  if (memo && (!replay || replay->is_fresh())) memo->begin();
  check_document(lesson.info, document);
  LessonBuild build(document.pins, replay, memo);
  const InputReader in(lesson.info, document.inputs, context, replay, memo);
  lesson.build(in, build);
  if (!backward_from.empty()) append_gradients(backward_from, build);

  Trace trace;
  trace.lesson = document.lesson;
  trace.inputs = all_inputs(lesson.info, document.inputs);
  freeze_nodes(build.tape, in, trace);
  fill_matrix_inputs(build, trace);
  mark_trained(build, trace);
  for (auto& [node, marks] : build.marks) trace.node(node).marks = std::move(marks);
  trace.panels = std::move(build.panels);
  trace.map = std::move(build.map);
  trace.notes = std::move(build.notes);
  trace.words = std::move(build.words);
  trace.next_words = std::move(build.next_words);
  trace.replies = std::move(build.replies);
  for (const Pin& pin : build.tape.untaken_pins())
    trace.notes.push_back(
        {"pin_without_cell", {{"node", pin.node}, {"row", std::to_string(pin.cell.row)}, {"col", std::to_string(pin.cell.col)}}});
  auto tape = std::make_shared<const Tape>(std::move(build.tape));
  trace.explain = [tape](int node, const Cell& cell) { return explain(*tape, node, cell); };
  trace.code = [tape](int node) { return code_of(*tape, node); };
  if (memo) memo->end();
  return trace;
}

}  // namespace

std::vector<std::string> files_of(const Lesson& lesson, const Document& document) {
  check_document(lesson.info, document);
  return lesson.files ? lesson.files(InputReader(lesson.info, document.inputs)) : std::vector<std::string>{};
}

std::vector<std::string> files_of(const Document& document) { return files_of(lesson_named(document.lesson), document); }

Trace trace_of(const Lesson& lesson, const Document& document, const LessonContext& context, Replay* replay, TraceMemo* memo) {
  return trace_of(lesson, document, context, {}, replay, memo);
}

Trace run_lesson(const Document& document, const std::string& backward_from, const LessonContext& context) {
  return trace_of(lesson_named(document.lesson), document, context, backward_from, nullptr, nullptr);
}

}  // namespace gf
