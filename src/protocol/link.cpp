#include "protocol/link.h"

#include <zlib.h>

#include <cstdint>
#include <new>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "core/base64.h"
#include "core/json_reader.h"
#include "core/problem.h"
#include "protocol/blanks.h"
#include "protocol/step.h"

namespace gf {
namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr std::size_t kLongestLink = 2u << 20;      // characters
constexpr std::size_t kLargestDocument = 8u << 20;  // bytes, inflated: a link must not fill the memory
constexpr char kVersion[] = "version";              // a link without this field has version 1
constexpr int kRawDeflate = -15;                    // a window of 32 KB, without a zlib header

[[noreturn]] void broken(const char* detail) { throw InputError({"link_broken", {{"detail", detail}}}); }

Bytes bytes_of(std::string_view text) {
  std::optional<Bytes> bytes = from_base64url(text);
  if (!bytes) broken("@link_character");
  return *std::move(bytes);
}

// A stream of zlib. The destructor frees the memory of zlib, also after an exception.
class Stream : public z_stream {
 public:
  using End = int (*)(z_stream*);
  Stream(const Bytes& input, End end) : z_stream{}, end_(end) {
    next_in = const_cast<Bytef*>(input.data());
    avail_in = static_cast<uInt>(input.size());
  }
  ~Stream() { end_(this); }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

 private:
  End end_;
};

// Returns the status. Throws std::bad_alloc if zlib found no memory.
int checked(int status) {
  if (status == Z_MEM_ERROR) throw std::bad_alloc();
  return status;
}

Bytes deflated(const Bytes& input) {
  Stream stream(input, deflateEnd);
  if (checked(deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, kRawDeflate, 9, Z_DEFAULT_STRATEGY)) != Z_OK)
    throw std::runtime_error("[link] deflate cannot start");
  Bytes output(deflateBound(&stream, static_cast<uLong>(input.size())));
  stream.next_out = output.data();
  stream.avail_out = static_cast<uInt>(output.size());
  if (deflate(&stream, Z_FINISH) != Z_STREAM_END) throw std::runtime_error("[link] deflate stopped early");
  output.resize(stream.total_out);
  return output;
}

Bytes inflated(const Bytes& input) {
  Stream stream(input, inflateEnd);
  if (checked(inflateInit2(&stream, kRawDeflate)) != Z_OK) throw std::runtime_error("[link] inflate cannot start");
  Bytes output;
  int status = Z_OK;
  while (status == Z_OK && output.size() < kLargestDocument) {
    constexpr std::size_t kPiece = 64u << 10;
    output.resize(stream.total_out + kPiece);
    stream.next_out = output.data() + stream.total_out;
    stream.avail_out = kPiece;
    status = checked(inflate(&stream, Z_NO_FLUSH));
  }
  output.resize(stream.total_out);
  if (status != Z_STREAM_END) broken("@link_cut");
  return output;
}

// Replaces the details of a CBOR error: a reader can do nothing with them.
nlohmann::json read_cbor(const Bytes& bytes) {
  try {
    return parse_cbor(bytes, "link");
  } catch (const InputError&) {
    broken("@link_no_document");
  }
}

}  // namespace

std::string encode_link(const Document& document) {
  nlohmann::json content = to_json(document);
  content[kVersion] = kLinkVersion;
  return base64url(deflated(nlohmann::json::to_cbor(content)));
}

Document document_for_link(const Snapshot& snapshot) {
  Document document = snapshot.document;
  if (snapshot.trace && !snapshot.computing) document.look.blanks = fitting_blanks(std::move(document.look.blanks), *snapshot.trace);
  return document;
}

std::string link_to(const Snapshot& snapshot) { return encode_link(document_for_link(snapshot)); }

LinkContent read_link(std::string_view text) {
  if (text.size() > kLongestLink)
    throw InputError({"link_too_long", {{"got", std::to_string(text.size())}, {"most", std::to_string(kLongestLink)}}});
  if (text.empty()) broken("@link_empty");
  nlohmann::json value = read_cbor(inflated(bytes_of(text)));
  if (!value.is_object()) broken("@link_no_document");
  value.erase(kVersion);
  for (LinkContent content;;) {
    try {
      content.document = document_from_json(value);
      return content;
    } catch (const InputError& error) {
      const Problem& problem = error.problem();
      if (problem.id != "unknown_field") throw;
      const std::string& field = problem.words.back().second;
      if (value.erase(field) == 0) throw InputError({"link_of_other_version", {{"detail", field}}});
      content.left_out.push_back(field);
    }
  }
}

}  // namespace gf
