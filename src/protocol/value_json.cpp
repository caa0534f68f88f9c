#include "protocol/value_json.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "core/number.h"

namespace gf {

using nlohmann::json;

json number_to_json(float value) {
  if (std::isnan(value)) return nullptr;
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return shortest(value);
}

json figure_to_json(double value) { return std::isfinite(value) ? json(value) : json(); }

json matrix_to_json(const Tensor& tensor, Index outer) {
  json rows = json::array();
  for (Index r = 0; r < tensor.rows(); ++r) {
    json row = json::array();
    for (Index c = 0; c < tensor.cols(); ++c) row.push_back(number_to_json(tensor.at(outer, r, c)));
    rows.push_back(std::move(row));
  }
  return rows;
}

json cell_to_json(const Cell& cell, bool with_outer) {
  return with_outer ? json::array({cell.outer, cell.row, cell.col}) : json::array({cell.row, cell.col});
}

json to_json(const Problem& problem) {
  json words = json::object();
  for (const auto& [word, value] : problem.words) words[word] = value;
  return {{"id", problem.id}, {"words", words}};
}

}  // namespace gf
