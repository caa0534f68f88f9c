#include "model/safetensors.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <deque>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>
#include <vector>

#include "autograd/ops.h"
#include "core/half.h"
#include "core/json_fields.h"
#include "core/json_reader.h"
#include "core/problem.h"

namespace gf {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

static_assert(std::endian::native == std::endian::little, "values are copied as they are in the file");

constexpr std::size_t kLengthBytes = 8, kAlignment = 8;
constexpr std::size_t kLongestHeader = 16 << 20;  // bytes: the header of tens of thousands of tensors
constexpr std::size_t kMostAxes = 8;
constexpr JsonLimits kHeaderLimits{.depth = 3};  // header, tensor, list
constexpr const char* kScale = ".scale";         // the end of the name of scales, behind the name of their integers
constexpr const char* kQuantization = "quantization";
constexpr const char* kHowQuantized = "integers: a row of NAME times its number of NAME.scale";

ordered_json shape_to_json(const Shape& shape) {
  ordered_json list = shape.outer;
  list.push_back(shape.rows);
  list.push_back(shape.cols);
  return list;
}

// A tensor and its type in the file.
struct Part {
  std::string name, dtype;
  const Tensor* value = nullptr;
};

// Returns the size of a value; 0 for an unknown type.
std::size_t bytes_per_value(const std::string& dtype) {
  if (dtype == "F32") return 4;
  if (dtype == "F16" || dtype == "BF16" || dtype == "I16") return 2;
  return dtype == "I8" ? 1 : 0;
}

bool are_integers(const std::string& dtype) { return dtype == "I8" || dtype == "I16"; }

std::size_t bytes_of(const Part& part) { return static_cast<std::size_t>(part.value->size()) * bytes_per_value(part.dtype); }

// Returns the half nearest to a value. Throws InputError if the value is finite and too large for a half.
std::uint16_t half_of(const std::string& name, float value) {
  const std::uint16_t half = half_from_float(value);
  if (std::isfinite(value) && !std::isfinite(float_from_half(half)))
    throw InputError({"too_large_for_half", {{"name", name}, {"got", std::to_string(value)}}});
  return half;
}

void append_half(std::string& bytes, const Part& part, float value) {
  const std::uint16_t half = half_of(part.name, value);
  bytes.push_back(static_cast<char>(half & 0xff));
  bytes.push_back(static_cast<char>(half >> 8));
}

void append_values(std::string& bytes, const Part& part) {
  const float *begin = part.value->data(), *end = begin + part.value->size();
  if (part.dtype == "F32") {
    if (begin != end) bytes.append(reinterpret_cast<const char*>(begin), bytes_of(part));
  } else if (part.dtype == "F16") {
    for (const float* value = begin; value != end; ++value) append_half(bytes, part, *value);
  } else {
    for (const float* value = begin; value != end; ++value) {
      const auto integer = static_cast<std::int16_t>(*value);
      bytes.push_back(static_cast<char>(integer & 0xff));
      if (part.dtype == "I16") bytes.push_back(static_cast<char>((integer >> 8) & 0xff));
    }
  }
}

// ---- integers ----------------------------------------------------------------------------------------------------------

struct Quantized {
  Tensor integers, scale;
};

Shape shape_of_scales(const Shape& shape) { return {shape.outer, shape.rows, 1}; }

Tensor reshaped(const Tensor& tensor, Shape shape) {
  Tensor result(std::move(shape));
  std::copy_n(tensor.data(), tensor.size(), result.data());
  return result;
}

Quantized quantized(const NamedTensor& tensor, Index bits) {
  const Tensor& w = tensor.value;
  for (Index i = 0; i < w.size(); ++i)
    if (!std::isfinite(w.data()[i]))
      throw InputError({"not_finite_for_integer", {{"name", tensor.name}, {"got", std::to_string(w.data()[i])}}});
  const attr::Rounding by_rows{bits, 1, w.cols(), true};
  Tape tape;
  const NodeId rows = constant(tape, reshaped(w, {{}, w.size() / w.cols(), w.cols()}), "w");
  Tensor scale = tape.value(quantize_scale(tape, rows, by_rows, "scale"));
  for (Index i = 0; i < scale.size(); ++i) scale.data()[i] = float_from_half(half_of(tensor.name + kScale, scale.data()[i]));
  const NodeId integers = quantize(tape, rows, constant(tape, scale, "stored_scale"), -1, by_rows, "integers");
  return {reshaped(tape.value(integers), w.shape()), reshaped(scale, shape_of_scales(w.shape()))};
}

// Returns the parts of the file; `matrices` keeps the integers and scales that they point to. Halves stand before integers of 8 bits, so
// that each number is aligned to its size.
std::vector<Part> parts_of(const NamedTensors& tensors, StoredAs format, Index bits, std::deque<Quantized>& matrices) {
  std::vector<Part> parts, scales, integers;
  for (const NamedTensor& tensor : tensors.tensors) {
    const auto& [name, value] = tensor;
    if (format != StoredAs::integers || value.size() <= value.cols()) {
      parts.push_back({name, format == StoredAs::f32 ? "F32" : "F16", &value});
      continue;
    }
    if (tensors.find(name + kScale)) throw std::invalid_argument("[safetensors] there is a tensor named " + name + kScale);
    const Quantized& matrix = matrices.emplace_back(quantized(tensor, bits));
    scales.push_back({name + kScale, "F16", &matrix.scale});
    integers.push_back({name, bits > kByteBits ? "I16" : "I8", &matrix.integers});
  }
  parts.insert(parts.end(), scales.begin(), scales.end());
  parts.insert(parts.end(), integers.begin(), integers.end());
  return parts;
}

[[noreturn]] void refuse(const char* id, const std::string& where, std::vector<std::pair<std::string, std::string>> words) {
  words.insert(words.begin(), {"where", where});
  throw InputError({id, std::move(words)});
}

json parse_header(std::string_view text, const std::string& where) {
  json header = parse_json(text, where + ", header", kHeaderLimits);
  if (!header.is_object()) wrong_type(where, "@object", header);
  return header;
}

// The entry of the header for one tensor, checked against the length of the data.
struct Entry {
  std::string name, dtype;
  Shape shape;
  std::uint64_t begin = 0, end = 0;
};

std::uint64_t whole_number(const json& value, const std::string& where) {
  if (!value.is_number_unsigned()) wrong_type(where, "@index", value);
  return value.get<std::uint64_t>();
}

const json& field(const json& object, const char* name, const std::string& where) {
  const auto found = object.find(name);
  if (found == object.end()) refuse("missing_field", where, {{"field", name}});
  return *found;
}

// Reads the axes as a shape. Throws InputError if the product of the lengths above 0 exceeds `most`, the bytes of the data, so that no size
// can overflow.
Shape read_shape(const json& list, const std::string& where, std::uint64_t most) {
  if (!list.is_array() || list.size() > kMostAxes) wrong_type(where, "@axes", list);
  std::uint64_t product = 1;
  std::vector<Index> axes;
  for (const json& axis : list) {
    const std::uint64_t length = whole_number(axis, where);
    if (length > 0 && product > most / length) refuse("safetensors_shape", where, {{"got", list.dump()}, {"most", std::to_string(most)}});
    product *= std::max<std::uint64_t>(length, 1);
    axes.push_back(static_cast<Index>(length));
  }
  while (axes.size() < 2) axes.insert(axes.begin(), 1);
  Shape shape;
  shape.outer.assign(axes.begin(), axes.end() - 2);
  shape.rows = axes[axes.size() - 2];
  shape.cols = axes.back();
  return shape;
}

Entry read_entry(const std::string& name, const json& about, const std::string& file, std::uint64_t data_size) {
  const std::string where = file + ": " + name;
  if (!about.is_object()) wrong_type(where, "@object", about);
  for (const auto& item : about.items())
    if (item.key() != "dtype" && item.key() != "shape" && item.key() != "data_offsets")
      refuse("unknown_field", where, {{"got", item.key()}});
  const json& dtype = field(about, "dtype", where);
  if (!dtype.is_string()) wrong_type(where + " dtype", "@a_text", dtype);
  const json& offsets = field(about, "data_offsets", where);
  if (!offsets.is_array() || offsets.size() != 2) wrong_type(where + " data_offsets", "@offsets", offsets);
  Entry entry{name, dtype.get<std::string>(), read_shape(field(about, "shape", where), where + " shape", data_size),
              whole_number(offsets[0], where + " data_offsets"), whole_number(offsets[1], where + " data_offsets")};
  if (bytes_per_value(entry.dtype) == 0) refuse("safetensors_dtype", where, {{"got", entry.dtype}});
  if (entry.begin > entry.end || entry.end > data_size)
    refuse("safetensors_range", where,
           {{"begin", std::to_string(entry.begin)}, {"end", std::to_string(entry.end)}, {"size", std::to_string(data_size)}});
  const std::uint64_t needed = static_cast<std::uint64_t>(entry.shape.size()) * bytes_per_value(entry.dtype);
  if (needed != entry.end - entry.begin)
    refuse("safetensors_size", where,
           {{"shape", to_string(entry.shape)},
            {"dtype", entry.dtype},
            {"expected", std::to_string(needed)},
            {"got", std::to_string(entry.end - entry.begin)}});
  return entry;
}

std::map<std::string, std::string> read_metadata(const json& header, const std::string& file) {
  std::map<std::string, std::string> metadata;
  const auto found = header.find("__metadata__");
  if (found == header.end()) return metadata;
  if (!found->is_object()) wrong_type(file + ": __metadata__", "@object", *found);
  for (const auto& item : found->items()) {
    if (!item.value().is_string()) wrong_type(file + ": __metadata__ " + item.key(), "@a_text", item.value());
    metadata[item.key()] = item.value().get<std::string>();
  }
  return metadata;
}

// Returns the entries in the order of their bytes. Throws InputError unless the bytes follow each other without overlap or gap up to the
// end.
std::vector<Entry> read_entries(const json& header, const std::string& file, std::uint64_t data_size) {
  std::vector<Entry> entries;
  for (const auto& item : header.items())
    if (item.key() != "__metadata__") entries.push_back(read_entry(item.key(), item.value(), file, data_size));
  std::stable_sort(entries.begin(), entries.end(),
                   [](const Entry& a, const Entry& b) { return std::pair(a.begin, a.end) < std::pair(b.begin, b.end); });
  std::uint64_t expected = 0;
  for (const Entry& entry : entries) {
    if (entry.begin != expected)
      refuse("safetensors_gap", file + ": " + entry.name, {{"got", std::to_string(entry.begin)}, {"expected", std::to_string(expected)}});
    expected = entry.end;
  }
  if (expected != data_size) refuse("safetensors_rest", file, {{"got", std::to_string(data_size - expected)}});
  return entries;
}

Tensor read_values(const Entry& entry, std::string_view data) {
  Tensor tensor(entry.shape);
  const char* from = data.data() + entry.begin;
  if (entry.dtype == "F32") {
    if (tensor.size() > 0) std::memcpy(tensor.data(), from, static_cast<std::size_t>(tensor.size()) * sizeof(float));
    return tensor;
  }
  for (Index i = 0; i < tensor.size(); ++i) {
    std::uint16_t bits = 0;
    std::memcpy(&bits, from + 2 * i, sizeof bits);
    tensor.data()[i] = entry.dtype == "F16" ? float_from_half(bits) : float_from_bfloat16(bits);
  }
  return tensor;
}

using EntriesByName = std::map<std::string_view, const Entry*>;

const Entry* entry_named(const EntriesByName& entries, std::string_view name) {
  const auto found = entries.find(name);
  return found == entries.end() ? nullptr : found->second;
}

bool is_scale(const EntriesByName& entries, std::string_view name) {
  if (!name.ends_with(kScale)) return false;
  const Entry* matrix = entry_named(entries, name.substr(0, name.size() - std::string_view(kScale).size()));
  return matrix && are_integers(matrix->dtype);
}

template <typename Integer>
void multiply_rows(std::string_view bytes, const Tensor& scale, Tensor& product) {
  const char* from = bytes.data();
  float* to = product.data();
  for (Index row = 0; row < scale.size(); ++row)
    for (Index col = 0; col < product.cols(); ++col, from += sizeof(Integer)) {
      Integer integer = 0;
      std::memcpy(&integer, from, sizeof integer);
      *to++ = scale.data()[row] * static_cast<float>(integer);
    }
}

Tensor read_integers(const EntriesByName& entries, const Entry& integers, std::string_view data, const std::string& file) {
  const Entry* stored_scale = entry_named(entries, integers.name + kScale);
  const Shape of_scales = shape_of_scales(integers.shape);
  if (!stored_scale || are_integers(stored_scale->dtype) || stored_scale->shape != of_scales)
    refuse("safetensors_scale", file + ": " + integers.name, {{"scale", integers.name + kScale}, {"expected", to_string(of_scales)}});
  const Tensor scale = read_values(*stored_scale, data);
  Tensor tensor = Tensor::uninitialised(integers.shape);
  const std::string_view bytes = data.substr(integers.begin, integers.end - integers.begin);
  if (integers.dtype == "I8") {
    multiply_rows<std::int8_t>(bytes, scale, tensor);
  } else {
    multiply_rows<std::int16_t>(bytes, scale, tensor);
  }
  return tensor;
}

}  // namespace

std::string encode_safetensors(const NamedTensors& tensors, StoredAs format, Index bits) {
  if (bits < 2 || bits > kMostIntegerBits) throw std::invalid_argument("[safetensors] integers of " + std::to_string(bits) + " bits");
  std::deque<Quantized> matrices;
  const std::vector<Part> parts = parts_of(tensors, format, bits, matrices);
  ordered_json header = ordered_json::object();
  std::map<std::string, std::string> metadata = tensors.metadata;
  if (!matrices.empty()) metadata[kQuantization] = kHowQuantized;
  if (!metadata.empty()) header["__metadata__"] = metadata;
  std::size_t offset = 0;
  for (const Part& part : parts) {
    const std::size_t end = offset + bytes_of(part);
    header[part.name] = {{"dtype", part.dtype}, {"shape", shape_to_json(part.value->shape())}, {"data_offsets", {offset, end}}};
    offset = end;
  }
  std::string text = header.dump();
  text.resize((text.size() + kAlignment - 1) / kAlignment * kAlignment, ' ');
  std::string bytes(kLengthBytes, '\0');
  for (std::size_t i = 0; i < kLengthBytes; ++i) bytes[i] = static_cast<char>((static_cast<std::uint64_t>(text.size()) >> (8 * i)) & 0xff);
  bytes.reserve(kLengthBytes + text.size() + offset);
  bytes += text;
  for (const Part& part : parts) append_values(bytes, part);
  return bytes;
}

NamedTensors decode_safetensors(std::string_view bytes, const std::string& where) {
  if (bytes.size() < kLengthBytes) refuse("safetensors_short", where, {{"got", std::to_string(bytes.size())}});
  std::uint64_t length = 0;
  for (std::size_t i = 0; i < kLengthBytes; ++i) length |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[i])) << (8 * i);
  const std::size_t most = std::min(bytes.size() - kLengthBytes, kLongestHeader);
  if (length > most) refuse("safetensors_header", where, {{"got", std::to_string(length)}, {"most", std::to_string(most)}});
  const std::string_view data = bytes.substr(kLengthBytes + static_cast<std::size_t>(length));
  const json header = parse_header(bytes.substr(kLengthBytes, static_cast<std::size_t>(length)), where);
  NamedTensors result;
  result.metadata = read_metadata(header, where);
  const std::vector<Entry> entries = read_entries(header, where, data.size());
  EntriesByName by_name;
  for (const Entry& entry : entries) by_name[entry.name] = &entry;
  for (const Entry& entry : entries) {
    const bool integers = are_integers(entry.dtype);
    if (integers) result.metadata.erase(kQuantization);  // the result has floats
    if (!is_scale(by_name, entry.name))
      result.tensors.push_back({entry.name, integers ? read_integers(by_name, entry, data, where) : read_values(entry, data)});
  }
  return result;
}

}  // namespace gf
