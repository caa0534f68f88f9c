#include "session/edits.h"

#include <algorithm>
#include <cmath>

#include "core/block.h"
#include "core/number.h"
#include "core/number_text.h"
#include "core/problem.h"
#include "protocol/limits.h"
#include "protocol/look.h"
#include "protocol/paste.h"

namespace gf {
namespace {

constexpr Index kMostPastedPins = 1024;

const TraceNode& node_named(const Trace& trace, const std::string& name) { return trace.at(name, "cell"); }

// Returns the matrix that an edit of this node changes: the matrix of the document, otherwise the matrix of the trace.
const Tensor& edited_matrix(const Document& document, const TraceNode& node) {
  const auto input = document.inputs.find(node.input);
  const Tensor* matrix = input == document.inputs.end() ? nullptr : std::get_if<Tensor>(&input->second);
  return matrix && matrix->size() > 0 ? *matrix : *node.value;
}

void check_cell(const TraceNode& node, const Tensor& matrix, const Cell& cell) {
  if (!matrix.contains(cell))
    throw InputError(
        {"unknown_cell", {{"node", node.name}, {"got", to_string(cell, matrix.shape())}, {"shape", to_string(matrix.shape())}}});
}

void set_pin(Document& document, Pin pin) {
  const auto same = [&](const Pin& other) { return other.node == pin.node && other.cell == pin.cell; };
  const auto present = std::find_if(document.pins.begin(), document.pins.end(), same);
  if (present != document.pins.end()) {
    present->value = pin.value;
    return;
  }
  if (document.pins.size() >= kMostPins)
    throw InputError({"too_many_pins", {{"got", std::to_string(document.pins.size() + 1)}, {"most", std::to_string(kMostPins)}}});
  document.pins.push_back(std::move(pin));
}

Tensor grown(const Tensor& tensor, Index rows, Index cols) {
  Tensor larger(Shape{{}, std::max(rows, tensor.rows()), std::max(cols, tensor.cols())});
  for (Index r = 0; r < tensor.rows(); ++r) std::copy(tensor.row(0, r), tensor.row(0, r) + tensor.cols(), larger.row(0, r));
  return larger;
}

Document pasted_into_input(const Lesson& lesson, const Document& document, const TraceNode& node, const Cell& corner, const Tensor& block) {
  Tensor matrix = edited_matrix(document, node);
  const Index rows = corner.row + block.rows(), cols = corner.col + block.cols();
  if (rows > matrix.rows() || cols > matrix.cols()) {
    if (known_input(lesson.info, node.input).shape != "any")
      throw InputError({"paste_does_not_fit",
                        {{"where", node.name},
                         {"got", to_string(block.shape())},
                         {"place", to_string(corner, matrix.shape())},
                         {"shape", to_string(matrix.shape())}}});
    matrix = grown(matrix, rows, cols);
  }
  for (Index r = 0; r < block.rows(); ++r)
    std::copy(block.row(0, r), block.row(0, r) + block.cols(), matrix.row(0, corner.row + r) + corner.col);
  return with_input(lesson, document, node.input, std::move(matrix));
}

}  // namespace

Document with_input(const Lesson& lesson, const Document& document, const std::string& input, InputValue value) {
  const InputSpec& spec = known_input(lesson.info, input);
  check_input(spec, value);
  Document next = document;
  if (same_value(input_value(spec.initial), value))
    next.inputs.erase(input);
  else
    next.inputs.insert_or_assign(input, std::move(value));
  if (lesson.adapt) lesson.adapt(lesson.info, document.inputs, input, next.inputs);
  return next;
}

Document with_typed_input(const Lesson& lesson, const Document& document, const TypeInput& typed) {
  const InputSpec& spec = known_input(lesson.info, typed.input);
  if (spec.type == InputType::matrix) return with_input(lesson, document, typed.input, parse_block(typed.text, typed.input, typed.input));
  if (spec.type == InputType::number) return with_input(lesson, document, typed.input, parse_number(typed.text, typed.input));
  if (spec.type == InputType::toggle) return with_input(lesson, document, typed.input, typed.text == "true");
  return with_input(lesson, document, typed.input, typed.text);
}

Document with_cell(const Lesson& lesson, const Document& document, const Trace& trace, const std::string& name, const Cell& cell,
                   float value) {
  const TraceNode& node = node_named(trace, name);
  const Tensor& present = edited_matrix(document, node);
  check_cell(node, present, cell);
  if (!std::isfinite(value))
    throw InputError(
        {"not_a_number", {{"where", name + to_string(cell, present.shape())}, {"got", format_number(static_cast<double>(value))}}});
  if (!node.input.empty()) {
    Tensor matrix = present;
    matrix.at(cell) = value;
    return with_input(lesson, document, node.input, std::move(matrix));
  }
  Document next = document;
  set_pin(next, {name, cell, value});
  return next;
}

Document with_typed_cell(const Lesson& lesson, const Document& document, const Trace& trace, const TypeCell& typed) {
  const TraceNode& node = node_named(trace, typed.node);
  const Tensor& present = edited_matrix(document, node);
  check_cell(node, present, typed.cell);
  const double value = parse_number(typed.text, typed.node + to_string(typed.cell, present.shape()));
  return with_cell(lesson, document, trace, typed.node, typed.cell, static_cast<float>(value));
}

Document with_pasted_cells(const Lesson& lesson, const Document& document, const Trace& trace, const PasteCells& paste) {
  if (paste.text.size() > kLongestPaste)
    throw InputError({"paste_too_large", {{"where", paste.node}, {"most", std::to_string(kLongestPaste)}}});
  const TraceNode& node = node_named(trace, paste.node);
  check_cell(node, edited_matrix(document, node), paste.cell);
  const Tensor block = parse_block(paste.text, "the pasted block", paste.node);
  if (!node.input.empty()) return pasted_into_input(lesson, document, node, paste.cell, block);
  if (block.size() > kMostPastedPins)
    throw InputError({"too_many_pins", {{"got", std::to_string(block.size())}, {"most", std::to_string(kMostPastedPins)}}});
  Document next = document;
  for (Index r = 0; r < block.rows(); ++r)
    for (Index c = 0; c < block.cols(); ++c) {
      const Cell cell{paste.cell.outer, paste.cell.row + r, paste.cell.col + c};
      check_cell(node, *node.value, cell);
      set_pin(next, {paste.node, cell, block.at(0, r, c)});
    }
  return next;
}

Document with_held_cell(const Document& document, const Trace& trace, const HoldCell& hold) {
  const TraceNode& node = node_named(trace, hold.node);
  check_cell(node, *node.value, hold.cell);
  Document next = document;
  set_pin(next, {hold.node, hold.cell, node.value->at(hold.cell)});
  return next;
}

Document without_pin(const Document& document, const LiftPin& lift) {
  Document next = document;
  std::erase_if(next.pins, [&](const Pin& pin) { return pin.node == lift.node && pin.cell == lift.cell; });
  return next;
}

Document with_preset(const Lesson& lesson, const Document& document, const std::string& name) {
  return {document.lesson, preset_inputs(lesson.info, name), {}, document.look};
}

Document without_pins(Document document) {
  document.pins.clear();
  return document;
}

Document with_defaults(const Document& document) { return {document.lesson, {}, {}, document.look}; }

Document with_selection(Document document, const Trace* trace, std::optional<Selection> selection) {
  if (trace)
    document.look = with_selected(std::move(document.look), *trace, std::move(selection));
  else
    document.look.selection = std::move(selection);
  return document;
}

Document with_fold(Document document, const Fold& fold) {
  Look& look = document.look;
  (fold.folded ? look.folded : look.opened).insert(fold.section);
  (fold.folded ? look.opened : look.folded).erase(fold.section);
  return document;
}

Document with_view(Document document, const ChooseView& chosen) {
  if (chosen.view)
    document.look.views.insert_or_assign(chosen.node, *chosen.view);
  else
    document.look.views.erase(chosen.node);
  return document;
}

Document with_matrix(Document document, const Trace* trace, const ShowMatrix& shown) {
  if (trace) document.look = with_shown_matrix(std::move(document.look), *trace, shown.node, shown.outer);
  return document;
}

Document with_scene(Document document, const Trace* trace, const ShowScene& shown) {
  if (shown.scene.empty() || !trace || has_scene(*trace, shown.scene)) document.look.scene = shown.scene;
  return document;
}

}  // namespace gf
