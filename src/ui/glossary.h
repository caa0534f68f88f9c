// The glossary: terms of the field that are underlined wherever the prose uses them, and pop up when they are pressed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ui/frame.h"
#include "ui/glossary_terms.h"

namespace gf::ui {

/// A paragraph in the flow of an ImGui window whose terms are underlined: hovering shows what one means, pressing keeps it open.
void glossed_paragraph(const Frame& frame, Screen& screen, const Type& type, ImU32 color, std::string_view text, float width = 0);

/// Opens what a term means.
void open_term(const Frame& frame, Screen& screen, const std::string& term);
/// Opens the list of all terms (glossary_page.h).
void open_glossary(Screen& screen);
/// The term that is open, over everything else.
void draw_glossary(const Frame& frame, Screen& screen);
/// All terms with what they mean, by the alphabet.
const std::vector<GlossaryEntry>& glossary_list(const Frame& frame, Screen& screen);
/// "Softmax, step 3": where a term is introduced.
std::string introduced_in(const Frame& frame, const GlossaryEntry& entry);

}  // namespace gf::ui
