// Links and addresses as documents: how the session and the command line open them.
#pragma once

#include <optional>
#include <string_view>

#include "protocol/address.h"
#include "protocol/link.h"
#include "protocol/schema.h"

namespace gf {

/// Reads a link without the inputs that its lesson has not: their names are among those that are left out. Throws as read_link does.
LinkContent read_link_of(std::string_view text, const Catalogue& catalogue);

/// The step that an address names, of the lesson that it names; nothing where it names none. Throws InputError for a step that the lesson
/// has not.
std::optional<int> step_at(const Address& address, const LessonInfo& lesson);

/// The document as it is when it is opened: a place has the state of its step.
Document as_opened(const LessonInfo& lesson, Document document);

}  // namespace gf
