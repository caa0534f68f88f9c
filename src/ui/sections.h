// Sections of panels. They nest by the dots of their names ("encoder.0.self_attention" stands in "encoder.0" in "encoder"), and
// each can be folded.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "ui/frame.h"

namespace gf::ui {

/// The sections around a section and itself, from the outermost in: {"encoder", "encoder.0", "encoder.0.self_attention"}.
/// None for the empty section.
std::vector<std::string> section_path(std::string_view section);

/// Whether a section is `around` or stands in it.
bool stands_in(std::string_view section, std::string_view around);

/// The outermost folded section that a section is or stands in; empty where it is open to view.
std::string folded_around(const std::set<std::string>& folded, std::string_view section);

/// "Self-attention", "Block 1": the lesson's own title, else that of the last part of the name, else this part.
std::string section_title(const Texts& texts, std::string_view lesson, std::string_view section);

/// Whether a section can be seen, or was just asked to be.
enum class Opening { open, asked, refused };
/// Asks, once, to unfold those of the `closed` sections that a section is or stands in.
Opening open_section(const Frame& frame, Screen& screen, const std::set<std::string>& closed, std::string_view section);

}  // namespace gf::ui
