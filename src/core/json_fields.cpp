#include "core/json_fields.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <vector>

#include "core/problem.h"

namespace gf {

using nlohmann::json;

namespace {

constexpr Index kMostCells = 1 << 20;

std::string_view type_of(const json& value) {
  if (value.is_null()) return "@null";
  if (value.is_boolean()) return "@toggle";
  if (value.is_number()) return "@number";
  if (value.is_string()) return "@a_text";
  return value.is_array() ? "@list" : "@object";
}

}  // namespace

void wrong_type(const std::string& where, std::string_view expected, const json& got) {
  throw InputError({"wrong_type", {{"where", where}, {"expected", std::string(expected)}, {"got", std::string(type_of(got))}}});
}

float float_from_json(const json& value, const std::string& where) {
  if (!value.is_number()) wrong_type(where, "@number", value);
  const double number = value.get<double>();
  if (!std::isfinite(number) || std::abs(number) > static_cast<double>(std::numeric_limits<float>::max()))
    throw InputError({"number_too_large", {{"where", where}, {"got", value.dump()}}});
  return static_cast<float>(number);
}

Tensor matrix_from_json(const json& value, const std::string& where) {
  if (!value.is_array()) wrong_type(where, "@matrix", value);
  if (value.empty()) throw InputError({"empty_matrix", {{"where", where}}});
  std::vector<std::vector<float>> rows;
  for (const json& line : value) {
    const std::string place = where + " row " + std::to_string(rows.size());
    if (!line.is_array()) wrong_type(place, "@numbers", line);
    if (!rows.empty() && line.size() != rows.front().size())
      throw InputError({"ragged_matrix",
                        {{"where", where},
                         {"row", std::to_string(rows.size())},
                         {"got", std::to_string(line.size())},
                         {"first", std::to_string(rows.front().size())}}});
    std::vector<float> row;
    for (const json& cell : line)
      row.push_back(float_from_json(cell, where + "[" + std::to_string(rows.size()) + "," + std::to_string(row.size()) + "]"));
    if (static_cast<Index>((rows.size() + 1) * row.size()) > kMostCells)
      throw InputError({"matrix_too_large", {{"where", where}, {"most", std::to_string(kMostCells)}}});
    if (row.empty()) throw InputError({"empty_matrix", {{"where", where}}});
    rows.push_back(std::move(row));
  }
  return Tensor::from_rows(rows);
}

Index index_from_json(const json& value, const std::string& where) {
  if (!value.is_number_integer() || value.get<std::int64_t>() < 0 || value.get<std::int64_t>() > kMostCells)
    wrong_type(where, "@index", value);
  return static_cast<Index>(value.get<std::int64_t>());
}

Cell cell_from_json(const json& value, const std::string& where) {
  if (!value.is_array() || (value.size() != 2 && value.size() != 3)) wrong_type(where, "@cell", value);
  const auto at = [&](std::size_t i) { return index_from_json(value[i], where); };
  if (value.size() == 2) return {0, at(0), at(1)};
  return {at(0), at(1), at(2)};
}

}  // namespace gf
