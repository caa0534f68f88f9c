// Keeps a text that the reader types into the field of an input as long as the lesson has not accepted it. The text stays in the field, its
// unknown word is marked, and known words are offered. The picture says of which text it still is. The fields of all lessons use these
// functions, in this order: follow_typed, text_in_field, the field itself, then keep_typed.
#pragma once

#include <imgui.h>

#include <string>
#include <vector>

#include "ui/frame.h"
#include "ui/widgets/controls.h"

namespace gf::ui {

/// Returns the text in the field of an input: the text that is being typed or was refused, otherwise the document's `value`.
std::string text_in_field(const Frame& frame, const std::string& input, const std::string& value);

/// Receives the lesson's reply to the text. Call before the field with the id `field` is drawn. `value` is the document's text. If the text
/// was refused after Enter, the keyboard stays in the field with the refused word selected; if it was accepted, the keyboard leaves the
/// field.
void follow_typed(const Frame& frame, Screen& screen, const std::string& input, const std::string& value, ImGuiID field);

/// Keeps the text of the field, which is the last ImGui item. `changed`: the text changed in this frame and was sent to the session.
/// `lines`: the field has several lines, so that Enter begins a line.
void keep_typed(const Frame& frame, Screen& screen, const std::string& input, const std::string& text, bool changed, bool lines = false);

/// Whether the last ImGui item has the keyboard, and Enter was pressed in it.
bool entered_here();

/// Returns the parts of the text in the field that are marked as wrong, in bytes. Returns none while further letters may make the text
/// right.
std::vector<TextSpan> marked_in_field(const Frame& frame, const std::string& input);
/// Whether the field of an input shows that its text was refused. While further letters may make the text right, the field does not.
bool is_refused(const Frame& frame, const std::string& input);

/// Whether a field tells the problem itself, or a lesson's reply to a field is still to come. The problem then needs no message.
bool is_said_at_field(const Frame& frame, const Problem& problem);

/// Whether a field shows a refused text, so that draw_refusal has something to draw.
bool has_refusal(const Frame& frame);
/// Says what is wrong with the refused text. Offers known words in place of the unknown word, and the text that was accepted last.
void draw_refusal(const Frame& frame, Screen& screen, float width);

/// Greys a picture while a text is refused, and says of which text the picture still is.
void draw_stale(const Frame& frame, Screen& screen, const Box& picture);

/// Whether the lesson names words with which the text of an input could continue.
bool has_next_words(const Frame& frame, const std::string& input);
/// Offers these words in a row of buttons. A press appends the word to the text.
void draw_next_words(const Frame& frame, Screen& screen, const std::string& input, const Box& row);

}  // namespace gf::ui
