// A document as text for an address.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "protocol/snapshot.h"

namespace gf {

/// Links are a contract: each build opens the links of all builds before it (tests/golden/links). This number stands in a link and
/// grows when the same words would mean another document; whoever makes it grow reads the links of the numbers before as what they were.
inline constexpr int kLinkVersion = 1;

/// A document as the text behind `#d=` of a link: CBOR, deflated, base64url.
std::string encode_link(const Document& document);

/// The document that a link to what a snapshot shows says: without blanks of what is not there any more.
Document linked(const Snapshot& snapshot);

/// The link to what a snapshot shows.
std::string link_to(const Snapshot& snapshot);

/// The document that a link says, and the names of the fields that a later build knows and this one does not.
struct LinkContent {
  Document document;
  std::vector<std::string> left_out = {};
};

/// Reads a link. Throws InputError where the text is cut off, too large or not a document.
LinkContent read_link(std::string_view text);

/// The document of a link, without what this build does not know. Throws likewise.
inline Document decode_link(std::string_view text) { return read_link(text).document; }

}  // namespace gf
