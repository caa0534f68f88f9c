// Turns a document into the text of a link, and back.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "protocol/document.h"
#include "protocol/snapshot.h"

namespace gf {

/// The version in each link. Links are a contract: each build opens the links of all earlier builds (tests/golden/links).
/// Increase the version if the meaning of a field changes, and let read_link read earlier versions with the earlier meaning.
inline constexpr int kLinkVersion = 1;

/// Returns the text behind `#d=` in a link: the document as CBOR, deflated, in base64url.
std::string encode_link(const Document& document);

/// Returns the document of a snapshot without the blanks that its trace cannot have.
Document document_for_link(const Snapshot& snapshot);

/// Returns the text of a link to the document of a snapshot.
std::string link_to(const Snapshot& snapshot);

struct LinkContent {
  Document document;
  std::vector<std::string> left_out = {};  // the names of fields that this build does not know; a later build may have written the link
};

/// Reads a link. Leaves out the fields of the document that this build does not know.
/// Throws InputError "link_too_long", "link_broken", "link_of_other_version" (for an unknown field within a field), or the error of
/// document_from_json.
LinkContent read_link(std::string_view text);

/// Returns only the document of read_link.
inline Document decode_link(std::string_view text) { return read_link(text).document; }

}  // namespace gf
