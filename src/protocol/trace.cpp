#include "protocol/trace.h"

#include <nlohmann/json.hpp>
#include <type_traits>

#include "core/explanation.h"
#include "core/nth.h"
#include "protocol/value_json.h"

namespace gf {
namespace {

using nlohmann::json;

// Returns the outer axes from `axis` on as nested lists, the slowest axis outside. `first` is the first of their matrices.
json nested_values(const Tensor& tensor, std::size_t axis, Index first) {
  const std::vector<Index>& outer = tensor.shape().outer;
  if (axis == outer.size()) return matrix_to_json(tensor, first);
  Index stride = 1;
  for (std::size_t i = axis + 1; i < outer.size(); ++i) stride *= outer[i];
  json parts = json::array();
  for (Index i = 0; i < outer[axis]; ++i) parts.push_back(nested_values(tensor, axis + 1, first + i * stride));
  return parts;
}

json shape_to_json(const Shape& shape) {
  json sizes = json::array();
  for (Index size : shape.outer) sizes.push_back(size);
  sizes.push_back(shape.rows);
  sizes.push_back(shape.cols);
  return sizes;
}

json labels_of(const Axis& axis, Index size) {
  if (!axis.labels.empty()) return axis.labels.list();
  json labels = json::array();
  for (Index i = 0; i < size; ++i) labels.push_back(std::to_string(i));
  return labels;
}

json cell_of(const Cell& cell, const Shape& shape) { return cell_to_json(cell, !shape.outer.empty()); }

json attribute_to_json(const TraceAttribute::Value& value) {
  const auto as_json = [](const auto& plain) -> json {
    using Plain = std::remove_cvref_t<decltype(plain)>;
    if constexpr (std::is_same_v<Plain, float>)
      return number_to_json(plain);
    else if constexpr (std::is_same_v<Plain, std::shared_ptr<const Tensor>>)
      return nested_values(*plain, 0, 0);
    else
      return plain;
  };
  return std::visit(as_json, value);
}

json attributes_to_json(const std::vector<TraceAttribute>& attributes) {
  json result = json::object();
  for (const TraceAttribute& attribute : attributes) result[attribute.name] = attribute_to_json(attribute.value);
  return result;
}

// Returns the sums of all rows, or of all columns, matrix after matrix.
json sums_to_json(const Tensor& tensor, bool of_columns) {
  json sums = json::array();
  for (Index k = 0; k < tensor.shape().matrices(); ++k) {
    std::vector<double> lines(static_cast<std::size_t>(of_columns ? tensor.cols() : tensor.rows()));
    for (Index r = 0; r < tensor.rows(); ++r)
      for (Index c = 0; c < tensor.cols(); ++c) nth(lines, of_columns ? c : r) += static_cast<double>(tensor.at(k, r, c));
    for (const double sum : lines) sums.push_back(number_to_json(static_cast<float>(sum)));
  }
  return sums;
}

json node_to_json(const Trace& trace, const TraceNode& node, Index most_values) {
  const Shape& shape = node.value->shape();
  json inputs = json::array();
  for (int input : node.inputs) inputs.push_back(trace.node(input).name);
  json result{{"name", node.name},
              {"op", node.op},
              {"formula", node.formula},
              {"inputs", inputs},
              {"attributes", attributes_to_json(node.attributes)},
              {"shape", shape_to_json(shape)},
              {"rows", labels_of(node.rows, shape.rows)},
              {"cols", labels_of(node.cols, shape.cols)}};
  if (shape.size() > most_values) {
    result["row_sums"] = sums_to_json(*node.value, false);
    result["column_sums"] = sums_to_json(*node.value, true);
  } else {
    result["values"] = nested_values(*node.value, 0, 0);
  }
  if (!node.facts.sums.empty()) {
    json sums = json::array();
    for (float sum : node.facts.sums) sums.push_back(number_to_json(sum));
    result[node.facts.sums_of_columns ? "column_sums" : "row_sums"] = std::move(sums);
  }
  for (const Pin& pin : node.pins) result["pins"].push_back({{"cell", cell_of(pin.cell, shape)}, {"value", number_to_json(pin.value)}});
  for (const Mark& mark : node.marks)
    result["marks"].push_back({{"cell", cell_of(mark.cell, shape)},
                               {"published", number_to_json(mark.published)},
                               {"corrected", number_to_json(mark.corrected)},
                               {"slip", mark.slip}});
  return result;
}

}  // namespace

int Trace::find(std::string_view name) const {
  for (std::size_t i = 0; i < nodes.size(); ++i)
    if (nodes[i].name == name) return static_cast<int>(i);
  return -1;
}

const TraceNode& Trace::at(std::string_view name, std::string_view where) const {
  const int index = find(name);
  if (index < 0) throw InputError({"unknown_node", {{"where", std::string(where)}, {"got", std::string(name)}}});
  return node(index);
}

json to_json(const Trace& trace, const TraceExtent& extent) {
  json inputs = json::object();
  for (const auto& [name, value] : trace.inputs) inputs[name] = to_json(value);
  json nodes = json::array();
  for (const TraceNode& node : trace.nodes)
    if (extent.has(node.name)) nodes.push_back(node_to_json(trace, node, extent.most_values));
  json notes = json::array();
  for (const Note& note : trace.notes) notes.push_back(to_json(note));
  json result{{"lesson", trace.lesson}, {"inputs", inputs}, {"nodes", nodes}, {"notes", notes}};
  if (trace.first_not_finite) {
    const TraceNode& node = trace.node(trace.first_not_finite->node);
    result["first_not_finite"] = {{"node", node.name}, {"cell", cell_of(trace.first_not_finite->cell, node.value->shape())}};
  }
  return result;
}

json to_json(const Explanation& explanation, const Trace& trace) {
  const TraceNode& node = trace.at(explanation.node);
  json operands = json::array();
  for (std::size_t i = 0; i < explanation.operands.size(); ++i) {
    const TraceNode& operand = trace.node(explanation.operands[i].node);
    operands.push_back({{"node", operand.name},
                        {"cell", cell_of(explanation.operands[i].cell, operand.value->shape())},
                        {"value", number_to_json(static_cast<float>(explanation.operand_values[i]))}});
  }
  json result{{"lesson", trace.lesson},
              {"node", explanation.node},
              {"cell", cell_of(explanation.cell, node.value->shape())},
              {"value", number_to_json(static_cast<float>(explanation.value))},
              {"formula", explanation.formula},
              {"symbols", explanation.symbols},
              {"numbers", explanation.numbers},
              {"operands", operands}};
  if (explanation.pinned) result["pinned"] = {{"computed", number_to_json(static_cast<float>(explanation.computed))}};
  return result;
}

}  // namespace gf
