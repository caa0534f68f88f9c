// A document as text for an address.
#pragma once

#include <string>
#include <string_view>

#include "protocol/snapshot.h"

namespace gf {

/// A document as the text behind `#d=` of a link: CBOR, deflated, base64url.
std::string encode_link(const Document& document);

/// The document that a link to what a snapshot shows says: without blanks of what is not there any more.
Document linked(const Snapshot& snapshot);

/// The link to what a snapshot shows.
std::string link_to(const Snapshot& snapshot);

/// The document of a link. Throws InputError where the text is cut off, too large or not a document.
Document decode_link(std::string_view text);

}  // namespace gf
