// Edits code that a lesson runs, on the stage: the given lines, the reader's code, and the lesson's reply. Call reply_to first: without a
// reply, the input is no code. lay_out_code then places the parts, inputs.cpp draws the field, and draw_code_around draws the rest.
#pragma once

#include <string>
#include <vector>

#include "ui/box.h"
#include "ui/frame.h"

namespace gf::ui {

/// Returns the lesson's reply to the code in an input; null if the lesson has no reply for that input.
const CodeReply* reply_to(const Frame& frame, const std::string& input);

/// Returns the wrong parts of the code in a field. Returns no part while the trace was made from another text than `text`.
std::vector<TextSpan> wrong_code(const Frame& frame, const std::string& input, const std::string& text);

/// The places of the parts of an editor, measured from its upper left corner, in points.
struct CodeLayout {
  std::vector<std::string> given;  // the lines before the reader's code, folded; the first lines are left out if room is short
  float given_h = 0;               // the height of a given line
  float name_w = 0;                // the width of "scores =" beside the field; 0 if the name stands above the field, or has no place
  Box field;                       // the field with the reader's code
  float said_y = 0, said_w = 0;    // the top and the width of the reply
  bool buttons_beside = false;     // the buttons stand beside the reply
  float width = 0, height = 0;
};

/// Lays out the editor in a width of `room`. `text` is the text in the field.
CodeLayout lay_out_code(const Frame& frame, const CodeReply& reply, const std::string& text, float room);

/// Draws the reply and the buttons below it at the cursor, for the column beside the stage of a low window.
void draw_code_reply(const Frame& frame, Screen& screen, const std::string& input, const CodeReply& reply);

/// Draws all but the field, with the upper left corner `at`. If the caption stands beside the stage, draws only the given lines and the
/// name.
void draw_code_around(const Frame& frame, Screen& screen, const std::string& input, const CodeReply& reply, const CodeLayout& layout,
                      ImVec2 at);

}  // namespace gf::ui
