// Reads typed values from JSON. Each function throws InputError that names the place of a wrong value and the expected type.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "core/tensor.h"

namespace gf {

/// Throws InputError "wrong_type": "{where}: expected {expected}, got a list". `expected` is a key of the texts ("@number": forms.number).
[[noreturn]] void wrong_type(const std::string& where, std::string_view expected, const nlohmann::json& got);

/// Returns a finite number that fits a float. Throws InputError for any other value.
float float_from_json(const nlohmann::json& value, const std::string& where);

/// Returns a whole number from 0 to 2²⁰. Throws InputError for any other value.
Index index_from_json(const nlohmann::json& value, const std::string& where);

/// Returns the matrix of a list of rows of equal length. Throws InputError that names the row or cell, also if the matrix is empty or has
/// more than 2²⁰ cells.
Tensor matrix_from_json(const nlohmann::json& value, const std::string& where);

/// Returns the cell of a list [row, col] or [outer, row, col]. Throws InputError for any other value.
Cell cell_from_json(const nlohmann::json& value, const std::string& where);

}  // namespace gf
