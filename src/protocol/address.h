// Reads and writes the part behind # in the address of the page: a lesson, a step of a lesson, or a whole document.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "protocol/document.h"
#include "protocol/snapshot.h"

namespace gf {

/// Either a lesson with at most one of `step` and `step_id`, or a link. A lesson without a step means the step at which the reader left it.
struct Address {
  std::string lesson;               // empty if `link` is set
  std::optional<int> step;          // zero-based
  std::string step_id;              // Step::id, which stays the same when other steps are added or removed; empty: none
  std::optional<std::string> link;  // the text for read_link
};

/// Reads an address. Does not check whether the lesson and the step exist. A text without "/" is the id of a lesson.
/// Throws InputError "unknown_address" if the part behind "/" is neither "step-NUMBER" nor the id of a step.
/// Example: "self-attention" is a lesson, "self-attention/step-4" its fourth step, "self-attention/weights" the step with that id, and
/// "d=q1bKS..." a document.
Address read_address(std::string_view text);

/// Returns the lesson and the step of a document: "self-attention/step-4". The first step is left out: "self-attention".
std::string address_of(const Document& document);
/// Like address_of, but always names the step, so that a reader comes back to exactly that step: "self-attention/step-1".
std::string place_of(const Document& document);

/// The content of the address bar. A link that was opened or copied stays in the bar until the document changes.
/// Without a link, the bar shows the address of the document.
struct AddressBar {
  std::string link;                // empty: none
  std::optional<Document> linked;  // the document of the link; none until its trace is there
};

/// Returns the address to show for a snapshot, without the #. Updates `bar`: drops a link that could not be opened or is out of date.
std::string shown_address(AddressBar& bar, const Snapshot& snapshot);

}  // namespace gf
