// Reading typed values from JSON, with errors that say where and what was expected.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "core/tensor.h"

namespace gf {

/// JSON of a file or an argument. Throws InputError where it is none, or where an object has a field twice.
nlohmann::json parse_json(std::string_view text, const std::string& where);

/// "{where}: expected {expected}, got a list". `expected` is a form of the texts ("@number": forms.number).
[[noreturn]] void wrong_type(const std::string& where, std::string_view expected, const nlohmann::json& got);

/// A finite number that fits a float.
float float_from_json(const nlohmann::json& value, const std::string& where);

/// A whole number from 0 up.
Index index_from_json(const nlohmann::json& value, const std::string& where);

/// A matrix as a list of rows of equal length. Throws InputError that names the row or cell.
Tensor matrix_from_json(const nlohmann::json& value, const std::string& where);

/// [row, col] or [outer, row, col].
Cell cell_from_json(const nlohmann::json& value, const std::string& where);

}  // namespace gf
