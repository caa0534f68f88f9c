// Writes the fields of CSV tables (RFC 4180).
#pragma once

#include <string>

namespace gf {

/// Returns a text as a field: in quotation marks if it has a comma, a quotation mark or a line break. An apostrophe precedes a text that a
/// spreadsheet would take for a formula, because a link of another person may hold the text.
/// Example: csv_field("a,b") is "\"a,b\"", csv_field("=1+1") is "'=1+1", and csv_field("-1.5") is "-1.5".
std::string csv_field(std::string text);

}  // namespace gf
