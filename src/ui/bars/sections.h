// Names and unfolds sections of panels. Sections nest by the dots of their names: "encoder.0.self_attention" stands in "encoder.0", which
// stands in "encoder". Each section can be folded.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "ui/frame.h"

namespace gf::ui {

/// Returns the sections around a section and the section itself, the outermost first: {"encoder", "encoder.0", "encoder.0.self_attention"}.
/// Returns none for the empty section.
std::vector<std::string> section_path(std::string_view section);

/// Whether a section is `around` or stands in `around`.
bool stands_in(std::string_view section, std::string_view around);

/// Returns the outermost folded section that a section is or stands in; an empty text if no such section is folded.
std::string folded_around(const std::set<std::string>& folded, std::string_view section);

/// Returns the title of a section, such as "Self-attention" or "Block 1": the lesson's title, else a title for the last part of the name,
/// else that part.
std::string section_title(const Texts& texts, std::string_view lesson, std::string_view section);

/// The state of a section that is to be seen: open, asked to open, or still closed after that.
enum class Opening { open, asked, refused };
/// Asks once to unfold the `closed` sections that a section is or stands in. Call in each frame until the result is not `asked`.
Opening open_section(const Frame& frame, Screen& screen, const std::set<std::string>& closed, std::string_view section);

}  // namespace gf::ui
