// A text that is typed into the field of an input, and that the lesson has not taken: it stays there, the word that the model does not know
// is marked, known ones are offered for it, and the picture says whose it still is. One mechanism for the fields of all lessons.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ui/frame.h"
#include "ui/widgets/controls.h"

namespace gf::ui {

/// Returns the text in the field of an input: the one that is being typed or was refused, otherwise the document's `value`.
std::string text_in_field(const Frame& frame, const std::string& input, const std::string& value);

/// Before the field of an input is drawn, as the next item of that id: hears what the lesson said to the text. The keyboard stays in a
/// field whose text was refused when Enter was pressed, with the refused word selected, and leaves it if the text was taken.
void follow_typed(const Frame& frame, Screen& screen, const std::string& input, const std::string& value, ImGuiID field);

/// After it was drawn, as the last item. `changed`: the text is another one, and was sent. `lines`: it has several, and Enter begins
/// another.
void keep_typed(const Frame& frame, Screen& screen, const std::string& input, const std::string& text, bool changed, bool lines = false);

/// Whether Enter was pressed in the last item, which has the keyboard.
bool entered_here();

/// The parts of the text in the field that are marked as wrong, in bytes. Empty while it may still become right.
std::vector<TextSpan> marked_in_field(const Frame& frame, const std::string& input);
/// Whether the text in the field of an input was refused, and is not being corrected.
bool is_refused(const Frame& frame, const std::string& input);

/// Whether what is wrong is said at a field, or is still being typed there: no message of its own says it then.
bool is_said_at_field(const Frame& frame, const Problem& problem);

/// Whether a text was refused: then `draw_refusal` has something to say.
bool has_refusal(const Frame& frame);
/// Says what is wrong with it, and offers known words in the place of the unknown one, and the text that was taken last.
void draw_refusal(const Frame& frame, Screen& screen, float width);

/// While a text is refused, greys a picture, which is still that of the text before, and says so.
void draw_stale(const Frame& frame, Screen& screen, const Box& picture);

/// Whether the lesson knows words that the text of an input could go on with.
bool has_next_words(const Frame& frame, const std::string& input);
/// Offers them in a row. A press puts one at the end of the text.
void draw_next_words(const Frame& frame, Screen& screen, const std::string& input, const Box& row);

}  // namespace gf::ui
