// The glossary: terms of the field that are underlined wherever the prose uses them, and pop up when they are pressed.
// A term is `glossary.<id>` of the texts: {"term", "forms": [as they stand in running text], "text", "lesson": where it is at work}.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "ui/theme.h"

namespace gf {
class Texts;
}

namespace gf::ui {

struct Frame;

/// One way to write a term, in lower case.
struct GlossaryForm {
  std::string form, term;
};

/// All forms, the longest first, so that "attention weights" is found before "attention".
std::vector<GlossaryForm> glossary_forms(const Texts& texts);

/// A term in a text: bytes begin..end-1.
struct GlossaryUse {
  std::size_t begin = 0, end = 0;
  std::string term;
  bool operator==(const GlossaryUse&) const = default;
};

/// The first use of each term in a text, in the order of the text: whole words, in either case of the ASCII letters.
/// Example: "Softmax turns scores into softmax weights" with {"softmax"} has one use, 0..7.
std::vector<GlossaryUse> glossary_uses(const std::vector<GlossaryForm>& forms, std::string_view text);

/// A paragraph in the flow of an ImGui window whose terms are underlined: hovering shows what one means, pressing keeps it open.
void glossed_paragraph(Frame& frame, const Type& type, ImU32 color, std::string_view text, float width = 0);

/// Opens the list of all terms.
void open_glossary(Frame& frame);
/// The term or list that is open, over everything else.
void draw_glossary(Frame& frame);

}  // namespace gf::ui
