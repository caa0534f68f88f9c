// The safetensors format of Hugging Face: tensors by name, as one JSON header and their bytes.
//
//   8 bytes           N, little-endian
//   N bytes           {"__metadata__": {"name": "text"}, "w": {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24]}, ...}, spaces at
//   the end the other bytes   the values, little-endian, row-major; data_offsets count from here, without gaps
#pragma once

#include <string>
#include <string_view>

#include "core/named_tensors.h"

namespace gf {

enum class StoredAs {
  f32,       // every bit of it
  f16,       // half the size, 11 significant bits, up to 65504
  integers,  // a quarter of it: matrices as integers of 8 bits, and a half for each row, by which they are multiplied; vectors as halves
};

/// Bits of an integer: as many as fit into a byte, and the most that there may be; with more, halves are as exact.
inline constexpr Index kByteBits = 8, kMostIntegerBits = 12;

/// The bytes of a file. A matrix w of integers stands there as `w`, I8 or with more than 8 `bits` I16, and `w.scale`, F16 (rows, 1), so
/// that NumPy reads it as `w * w_scale`; the metadata say so under `quantization`. With 8 bits the integers are −127 to 127, and the scale
/// is the largest size in the row, divided by 127. Bits that are not used make no file shorter before it is compressed. Throws InputError
/// where a finite value is too large for the format, and where an integer would have to stand for infinity or NaN.
std::string encode_safetensors(const NamedTensors& tensors, StoredAs format, Index bits = kByteBits);

/// Reads F32, F16, BF16, and I8 and I16 with their scales, in the order of the bytes. A list of n values becomes a row (1, n), a single
/// value (1, 1). A matrix that was read from integers is stored as the same integers again, where the largest size in a row is at least
/// 0.01. `where` names the file in messages. Throws InputError that says what is wrong with anything that isn't a whole file of this kind;
/// what it claims about sizes is checked against its length before memory is asked for.
NamedTensors decode_safetensors(std::string_view bytes, const std::string& where);

}  // namespace gf
