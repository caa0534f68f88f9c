#include <nlohmann/json.hpp>

#include "core/json_reader.h"
#include "fuzz/fuzz.h"
#include "fuzz/harness.h"
#include "protocol/link.h"

namespace gf::test {
namespace {

void read_cbor(std::span<const std::uint8_t> bytes) {
  nlohmann::json value;
  if (!taken([&] { value = parse_cbor(bytes, "link"); })) return;
  expect(nlohmann::json::from_cbor(bytes.begin(), bytes.end()) == value, "CBOR is read as another reader reads it");
  expect(parse_json(value.dump(), "link") == value, "what CBOR holds can be written as JSON, and read");
  taken([&] {
    const Document document = document_from_json(value);
    expect(decode_link(encode_link(document)) == document || to_json(document) == to_json(decode_link(encode_link(document))),
           "a link and back is the same document");
  });
}

}  // namespace

int fuzz_link(const std::uint8_t* data, std::size_t size, Checks) {
  if (size == 0) return 0;
  if (data[0] % 2 == 1) {
    read_cbor({data + 1, size - 1});
    return 0;
  }
  taken([&] {
    const Document document = decode_link(text_of(data + 1, size - 1));
    expect(to_json(decode_link(encode_link(document))) == to_json(document), "a link and back is the same document");
  });
  return 0;
}

}  // namespace gf::test
