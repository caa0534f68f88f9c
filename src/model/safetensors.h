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

enum class StoredFloat {
  f32,  // every bit of it
  f16,  // half the size, 11 significant bits, up to 65504
};

/// The bytes of a file. Throws InputError where a finite value is too large for the format.
std::string encode_safetensors(const NamedTensors& tensors, StoredFloat format);

/// Reads F32, F16 and BF16, in the order of the bytes. A list of n values becomes a row (1, n), a single value (1, 1). `where` names the
/// file in messages. Throws InputError that says what is wrong with anything that isn't a whole file of this kind; what it
/// claims about sizes is checked against its length before memory is asked for.
NamedTensors decode_safetensors(std::string_view bytes, const std::string& where);

}  // namespace gf
