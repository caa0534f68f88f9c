// Underlines terms of the glossary in prose, and shows their meaning when they are pressed. Call draw_glossary once a frame.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ui/frame.h"
#include "ui/look_up/glossary_terms.h"

namespace gf::ui {

/// Draws a paragraph at the cursor with its terms underlined. Hovering shows the meaning of a term; pressing opens it in a popup. With
/// width 0 the paragraph is as wide as the window allows.
void glossed_paragraph(const Frame& frame, Screen& screen, const Type& type, ImU32 color, std::string_view text, float width = 0);

/// Opens the popup with the meaning of a term.
void open_term(const Frame& frame, Screen& screen, const std::string& term);
/// Opens the list of all terms (glossary_page.h).
void open_glossary(Screen& screen);
/// Draws the popup of the open term.
void draw_glossary(const Frame& frame, Screen& screen);
/// Returns all terms with their meanings, in alphabetical order.
const std::vector<GlossaryEntry>& glossary_list(const Frame& frame, Screen& screen);
/// Returns the place that introduces a term: "Softmax, step 3".
std::string introduced_in(const Frame& frame, const GlossaryEntry& entry);

}  // namespace gf::ui
