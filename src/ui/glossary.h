// The glossary: terms of the field that are underlined wherever the prose uses them, and pop up when they are pressed.
#pragma once

#include <string_view>

#include "ui/frame.h"

namespace gf::ui {

/// A paragraph in the flow of an ImGui window whose terms are underlined: hovering shows what one means, pressing keeps it open.
void glossed_paragraph(const Frame& frame, Screen& screen, const Type& type, ImU32 color, std::string_view text, float width = 0);

/// Opens the list of all terms.
void open_glossary(Screen& screen);
/// The term or list that is open, over everything else.
void draw_glossary(const Frame& frame, Screen& screen);

}  // namespace gf::ui
