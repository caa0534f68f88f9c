// Reads NumPy's .npy files.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/tensor.h"

namespace gf {

/// Whether the bytes begin like an .npy file.
bool is_npy(std::string_view bytes);

/// Returns the matrices of an .npy file (NumPy's format 1, 2 and 3). An array with one axis is one row, an array with three axes a stack of
/// matrices. Numbers are little-endian floats of 2, 4 or 8 bytes, whole numbers of 1 to 8 bytes, or booleans. Throws InputError
/// "npy_not_read" for any other array and for a file that ends too early. Throws InputError "not_a_number" for NaN and for a size beyond
/// the largest float; `where` names the place.
std::vector<Tensor> read_npy(std::string_view bytes, const std::string& where);

}  // namespace gf
