// The limits of a document, on every way in: what is refused of a link is not made by a command either.
#pragma once

#include <cstddef>
#include <string>

#include "protocol/document.h"

namespace gf {

inline constexpr std::size_t kMostPins = 4096;
inline constexpr std::size_t kMostBlanks = 256;

/// The name of a lesson, a node or a section: UTF-8 of at most 200 bytes. Throws InputError "text_too_long" or "not_utf8" of `where`.
void check_name(const std::string& name, const std::string& where);

/// Throws InputError "too_many_blanks" of more than kMostBlanks.
void check_count_of_blanks(std::size_t count);

/// Throws InputError where no document can have such a look: a name that is none, a cell before the first, more than 256 folds or blanks, a
/// camera beside the picture.
/// Example: `check_look({.selection = Selection{"query", {0, -1, 0}}})` throws "wrong_type" of document.selection.cell.
void check_look(const Look& look);

}  // namespace gf
