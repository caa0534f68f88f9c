// The bytes of NumPy's .npy files.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/tensor.h"

namespace gf {

/// Whether these bytes begin as an .npy file does.
bool is_npy(std::string_view bytes);

/// Returns the matrices of an .npy file (NumPy's format 1, 2 and 3): an array with one axis is one row, one with three axes a stack of
/// matrices. Numbers are floats of 2, 4 or 8 bytes, whole numbers of 1 to 8 bytes or booleans, in the order of the bytes of PCs. Throws
/// InputError "npy_not_read" for another array or a file that ends too early, and "not_a_number" for NaN and infinities; `where` names the
/// place.
std::vector<Tensor> read_npy(std::string_view bytes, const std::string& where);

}  // namespace gf
