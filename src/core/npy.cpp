#include "core/npy.h"

#include <bit>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <system_error>
#include <utility>

#include "core/half.h"
#include "core/problem.h"
#include "core/utf8.h"

namespace gf {
namespace {

static_assert(std::endian::native == std::endian::little);

constexpr std::string_view kMagic = "\x93NUMPY";

[[noreturn]] void refuse(const std::string& where, std::string_view got) {
  throw InputError({"npy_not_read", {{"where", where}, {"got", shortened_to(readable_utf8(got), 24)}}});
}

// Returns the value of 'key': in the header, up to the next comma, or as a tuple with its parentheses.
std::string_view value_of(std::string_view header, std::string_view key, const std::string& where) {
  const std::size_t at = header.find("'" + std::string(key) + "'");
  const std::size_t colon = at == std::string_view::npos ? at : header.find(':', at);
  if (colon == std::string_view::npos) refuse(where, key);
  std::string_view value = header.substr(colon + 1);
  while (value.starts_with(' ')) value.remove_prefix(1);
  const bool tuple = value.starts_with('(');
  const std::size_t end = value.find(tuple ? ')' : ',');
  if (end == std::string_view::npos) refuse(where, key);
  return value.substr(0, end + (tuple ? 1 : 0));
}

template <typename Number>
double read_as(const char* bytes) {
  Number number;
  std::memcpy(&number, bytes, sizeof number);
  return static_cast<double>(number);
}

double read_half(const char* bytes) {
  std::uint16_t bits = 0;
  std::memcpy(&bits, bytes, sizeof bits);
  return static_cast<double>(float_from_half(bits));
}

// A type of number: its name in 'descr', its size, and a function that reads it.
struct NumberKind {
  std::string_view descr;
  std::size_t bytes;
  double (*read)(const char* bytes);
};

constexpr NumberKind kKinds[] = {
    {"<f4", 4, read_as<float>},         {"<f8", 8, read_as<double>},        {"<f2", 2, read_half},
    {"|i1", 1, read_as<std::int8_t>},   {"|u1", 1, read_as<std::uint8_t>},  {"|b1", 1, read_as<std::uint8_t>},
    {"<i2", 2, read_as<std::int16_t>},  {"<u2", 2, read_as<std::uint16_t>}, {"<i4", 4, read_as<std::int32_t>},
    {"<u4", 4, read_as<std::uint32_t>}, {"<i8", 8, read_as<std::int64_t>},  {"<u8", 8, read_as<std::uint64_t>},
};

// Returns the sizes in "(3, 4)". Throws InputError for a size above `most`.
std::vector<std::size_t> sizes_of(std::string_view tuple, std::size_t most, const std::string& where) {
  std::vector<std::size_t> sizes;
  for (std::size_t at = 0; at < tuple.size(); ++at) {
    if (tuple[at] < '0' || tuple[at] > '9') continue;
    std::size_t size = 0;
    const auto [end, error] = std::from_chars(tuple.data() + at, tuple.data() + tuple.size(), size);
    if (error != std::errc() || size > most) refuse(where, tuple);
    sizes.push_back(size);
    at = static_cast<std::size_t>(end - tuple.data());
  }
  return sizes;
}

struct Header {
  const NumberKind* kind;
  bool columns_first;
  std::size_t matrices, rows, cols;
  std::string_view numbers;
};

Header read_header(std::string_view bytes, const std::string& where) {
  constexpr std::size_t kVersionAt = 6, kLengthAt = 8;
  if (bytes.size() < kLengthAt + 4) refuse(where, "");
  const bool long_header = bytes[kVersionAt] > 1;
  std::uint32_t length = 0;
  std::memcpy(&length, bytes.data() + kLengthAt, long_header ? 4 : 2);
  const std::size_t begin = kLengthAt + (long_header ? 4 : 2);
  if (length > bytes.size() - begin) refuse(where, "");
  const std::string_view header = bytes.substr(begin, length);
  std::string_view descr = value_of(header, "descr", where);
  if (descr.size() >= 2) descr = descr.substr(1, descr.size() - 2);
  Header found{nullptr, value_of(header, "fortran_order", where) == "True", 1, 1, 1, bytes.substr(begin + length)};
  for (const NumberKind& kind : kKinds)
    if (kind.descr == descr) found.kind = &kind;
  if (!found.kind) refuse(where, descr);
  const std::string_view shape = value_of(header, "shape", where);
  const std::vector<std::size_t> sizes = sizes_of(shape, bytes.size(), where);
  if (sizes.size() > 3) refuse(where, shape);
  if (sizes.size() > 2) found.matrices = sizes[0];
  if (sizes.size() > 1) found.rows = sizes[sizes.size() - 2];
  if (!sizes.empty()) found.cols = sizes.back();
  // Divides, for in WebAssembly a product of two sizes of a file may be too large for std::size_t.
  const std::size_t numbers = found.numbers.size() / found.kind->bytes;
  if (found.matrices == 0 || found.rows == 0 || found.cols == 0) refuse(where, shape);
  if (found.rows > numbers / found.matrices || found.cols > numbers / (found.matrices * found.rows)) refuse(where, shape);
  return found;
}

}  // namespace

bool is_npy(std::string_view bytes) { return bytes.starts_with(kMagic); }

std::vector<Tensor> read_npy(std::string_view bytes, const std::string& where) {
  const Header header = read_header(bytes, where);
  std::vector<Tensor> matrices;
  for (std::size_t k = 0; k < header.matrices; ++k) {
    Tensor matrix(matrix_shape(static_cast<Index>(header.rows), static_cast<Index>(header.cols)));
    for (std::size_t r = 0; r < header.rows; ++r)
      for (std::size_t c = 0; c < header.cols; ++c) {
        const std::size_t place =
            header.columns_first ? (c * header.rows + r) * header.matrices + k : (k * header.rows + r) * header.cols + c;
        const auto value = static_cast<float>(header.kind->read(header.numbers.data() + place * header.kind->bytes));
        if (!std::isfinite(value))
          throw InputError({"not_a_number", {{"where", where + "[" + std::to_string(r) + "," + std::to_string(c) + "]"}, {"got", "NaN"}}});
        matrix.at(static_cast<Index>(r), static_cast<Index>(c)) = value;
      }
    matrices.push_back(std::move(matrix));
  }
  return matrices;
}

}  // namespace gf
