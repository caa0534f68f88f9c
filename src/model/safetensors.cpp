#include "model/safetensors.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <nlohmann/json.hpp>

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
constexpr std::size_t kLongestHeader = 16 << 20;  // ten thousands of tensors
constexpr std::size_t kMostAxes = 8;
constexpr JsonLimits kHeaderLimits{.depth = 3};  // header, tensor, list

ordered_json shape_to_json(const Shape& shape) {
  ordered_json list = shape.outer;
  list.push_back(shape.rows);
  list.push_back(shape.cols);
  return list;
}

void append_half(std::string& bytes, const NamedTensor& one) {
  for (Index i = 0; i < one.value.size(); ++i) {
    const float value = one.value.data()[i];
    const std::uint16_t half = half_from_float(value);
    if (std::isfinite(value) && !std::isfinite(float_from_half(half)))
      throw InputError({"too_large_for_half", {{"name", one.name}, {"got", std::to_string(value)}}});
    bytes.push_back(static_cast<char>(half & 0xff));
    bytes.push_back(static_cast<char>(half >> 8));
  }
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

// What the header says about one tensor, checked against the length of the data.
struct Entry {
  std::string name, dtype;
  Shape shape;
  std::uint64_t begin = 0, end = 0;
};

std::size_t bytes_per_value(const std::string& dtype) { return dtype == "F32" ? 4 : dtype == "F16" || dtype == "BF16" ? 2 : 0; }

std::uint64_t whole_number(const json& value, const std::string& where) {
  if (!value.is_number_unsigned()) wrong_type(where, "@index", value);
  return value.get<std::uint64_t>();
}

const json& field(const json& object, const char* name, const std::string& where) {
  const auto found = object.find(name);
  if (found == object.end()) refuse("missing_field", where, {{"field", name}});
  return *found;
}

// No axis is longer than the data has bytes, nor is their product, leaving out those of length 0: no size can overflow.
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
  shape.rows = axes[axes.size() - 2], shape.cols = axes.back();
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

// The tensors in the order of their bytes, which follow each other without overlap or gap up to the end.
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

}  // namespace

std::string encode_safetensors(const NamedTensors& tensors, StoredFloat format) {
  ordered_json header = ordered_json::object();
  if (!tensors.metadata.empty()) header["__metadata__"] = tensors.metadata;
  std::size_t offset = 0;
  for (const NamedTensor& one : tensors.tensors) {
    const std::size_t end = offset + static_cast<std::size_t>(one.value.size()) * (format == StoredFloat::f32 ? 4 : 2);
    header[one.name] = {{"dtype", format == StoredFloat::f32 ? "F32" : "F16"},
                        {"shape", shape_to_json(one.value.shape())},
                        {"data_offsets", {offset, end}}};
    offset = end;
  }
  std::string text = header.dump();
  text.resize((text.size() + kAlignment - 1) / kAlignment * kAlignment, ' ');
  std::string bytes(kLengthBytes, '\0');
  for (std::size_t i = 0; i < kLengthBytes; ++i) bytes[i] = static_cast<char>((static_cast<std::uint64_t>(text.size()) >> (8 * i)) & 0xff);
  bytes.reserve(kLengthBytes + text.size() + offset);
  bytes += text;
  for (const NamedTensor& one : tensors.tensors) {
    if (format == StoredFloat::f16) {
      append_half(bytes, one);
    } else if (one.value.size() > 0) {
      bytes.append(reinterpret_cast<const char*>(one.value.data()), static_cast<std::size_t>(one.value.size()) * sizeof(float));
    }
  }
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
  for (const Entry& entry : read_entries(header, where, data.size())) result.tensors.push_back({entry.name, read_values(entry, data)});
  return result;
}

}  // namespace gf
