// Turns links and addresses into documents of a lesson. The session and the command line open them with these functions: read_link_of for a
// link or step_at for an address, then as_opened.
#pragma once

#include <optional>
#include <string_view>

#include "protocol/address.h"
#include "protocol/document.h"
#include "protocol/link.h"
#include "protocol/schema.h"

namespace gf {

/// Reads a link, and removes the inputs that its lesson does not declare; their names are added to `left_out`. Throws as read_link does.
LinkContent read_link_of(std::string_view text, const Catalogue& catalogue);

/// Returns the index of the step that an address names; none if it names no step. `lesson` must be the lesson of the address.
/// Throws InputError "unknown_step" or "unknown_step_id" if the lesson lacks the step.
std::optional<int> step_at(const Address& address, const LessonInfo& lesson);

/// Returns the document to show first. If the document is a place in a lesson (is_place in protocol/step.h), it takes the inputs and pins
/// of the step, and keeps its own scene and selection. Returns any other document as it is.
Document as_opened(const LessonInfo& lesson, Document document);

}  // namespace gf
