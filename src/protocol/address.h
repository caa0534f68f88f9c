// The part behind # in the address of the page: a lesson, a step of it, or a whole document.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "protocol/snapshot.h"

namespace gf {

/// A place, or a link.
struct Address {
  std::string lesson;               // empty where there is a link
  std::optional<int> step;          // zero-based; if neither it nor its id is said, the one that the reader was at
  std::string step_id;              // stays when other steps come or go
  std::optional<std::string> link;  // see decode_link
};

/// Throws InputError "unknown_address" for anything else than these forms. Whether there is such a lesson is not asked.
/// Example: "self-attention" is a lesson, "self-attention/step-4" its fourth step, "self-attention/weights" the step of that id, and
/// "d=q1bKS..." a document.
Address read_address(std::string_view text);

/// The place of a document: "self-attention/step-4"; of the first step "self-attention".
std::string address_of(const Document& document);
/// The same with the step always said, for who wants to come back to exactly that: "self-attention/step-1".
std::string place_of(const Document& document);

/// The content of the address bar. A link that was opened or copied stays there as long as the document is what it says; after that, or
/// without one, the place does.
struct AddressBar {
  std::string link;                // none: empty
  std::optional<Document> linked;  // what it says, once its trace is there
};

/// Returns the address to show now, without the #.
std::string shown_address(AddressBar& bar, const Snapshot& snapshot);

}  // namespace gf
