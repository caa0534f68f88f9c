// Reads matrices from text and files of other programs: spreadsheets, CSV, NumPy, PyTorch, LaTeX.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/named_tensors.h"
#include "core/tensor.h"

namespace gf {

/// Reads all matrices of a text, or of the bytes of a file. Each matrix has its name in the text: "w_q", or "heads[1]" for the second
/// matrix of a stack. A name is empty if the text gives none.
///   a spreadsheet   rows are lines; the first of tab, semicolon, comma and space that a line has separates its columns
///   CSV             a spreadsheet with labels: a first line of column labels, a first column of row labels, "quoted" fields, and a line
///                   "# w_q (4, 3)" before each matrix
///   NumPy, PyTorch  [[1, 2], [3, 4]], with or without `w_q = np.array(...)`, or as they print it: [[1. 2.]\n [3. 4.]]; also JSON
///   LaTeX           matrix, bmatrix, bNiceMatrix, array and tabular; labels are cells such as \text{the}
///   .npy            an array of whole numbers or floats with at most three axes
/// Throws InputError for a cell that is no finite number, for ragged rows, for a text without numbers, and for an .npy file that read_npy
/// refuses; `where` names the place.
/// Example: `read_blocks("# w (1, 2)\n,a,b\nx,1,2\n", "it")` has the name "w" and the value (1, 2).
std::vector<NamedTensor> read_blocks(std::string_view text, const std::string& where);

/// Reads one matrix in any form of read_blocks. If the text has several matrices, returns the matrix named `wanted`; a dot of that name may
/// be an underscore in the text, as in Python. Throws InputError "several_matrices" unless exactly one of several matrices has that name.
Tensor parse_block(std::string_view text, const std::string& where, std::string_view wanted = {});

}  // namespace gf
