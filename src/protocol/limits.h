// The limits of a document. Links, messages and commands all keep them, so that a reader can share each document as a link.
#pragma once

#include <cstddef>
#include <string>

#include "protocol/document.h"

namespace gf {

inline constexpr std::size_t kMostPins = 4096;
inline constexpr std::size_t kMostBlanks = 256;

/// Checks the name of a lesson, a node or a section: UTF-8 of at most 200 bytes.
/// Throws InputError "text_too_long" or "not_utf8"; `where` names the field.
void check_name(const std::string& name, const std::string& where);

/// Throws InputError "too_many_blanks" if `count` is larger than kMostBlanks.
void check_count_of_blanks(std::size_t count);

/// Checks a look without a trace: names, scene line and camera, cells and matrices with no negative number, at most kMostBlanks blanks and
/// 256 entries in each other list. Throws InputError that names the field.
/// Example: `check_look({.selection = Selection{"query", {0, -1, 0}}})` throws "wrong_type" for document.selection.cell.
void check_look(const Look& look);

}  // namespace gf
