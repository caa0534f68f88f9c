// Writes and reads the safetensors format of Hugging Face: tensors by name, as one JSON header and their bytes.
//
//   8 bytes          N, little-endian
//   N bytes          {"__metadata__": {"name": "text"}, "w": {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24]}, ...},
//                    with spaces at the end
//   the other bytes  the values, little-endian, row-major; data_offsets count from their beginning, without gaps
#pragma once

#include <string>
#include <string_view>

#include "core/named_tensors.h"

namespace gf {

enum class StoredAs {
  f32,       // exactly
  f16,       // half the size, 11 significant bits, up to 65504
  integers,  // a quarter of the size with 8 bits: matrices as integers with a half for each row as factor, vectors as halves
};

/// Bits of an integer: the most that fit into a byte, and the most that are allowed. More bits than that are no more exact than halves.
inline constexpr Index kByteBits = 8, kMostIntegerBits = 12;

/// Returns the bytes of a file. A matrix w of integers is stored as `w`, I8 or with more than 8 `bits` I16, and `w.scale`, F16 (rows, 1).
/// NumPy reads it as `w * w_scale`, as the metadata say under `quantization`. With 8 bits the integers are −127 to 127, and the scale is
/// the largest size in the row, divided by 127. Fewer bits save space only after compression. Throws InputError if a finite value is too
/// large for a half, and if an infinity or NaN would be an integer. Throws std::invalid_argument for less than 2 or more than 12 bits, and
/// if a tensor has the name of a scale.
std::string encode_safetensors(const NamedTensors& tensors, StoredAs format, Index bits = kByteBits);

/// Reads F32, F16 and BF16, and I8 and I16 with their scales, in the order of the bytes. A list of n values becomes a row (1, n), a single
/// value (1, 1). A matrix that was read from integers is stored as the same integers again if the largest size in each row is at least
/// 0.01. Sizes in the header are checked against the length of the file before memory is allocated. Throws InputError that names the fault
/// of a file that is cut off or not of this kind; `where` names the file.
NamedTensors decode_safetensors(std::string_view bytes, const std::string& where);

}  // namespace gf
