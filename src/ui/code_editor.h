// The editor of code that a lesson runs, on the stage: the lines that are given, the reader's, and what the lesson says to them.
#pragma once

#include <string>
#include <vector>

#include "ui/frame.h"

namespace gf::ui {

/// The lesson's reply to the code in an input; null where there is no code in it.
const CodeReply* reply_to(const Frame& frame, const std::string& input);

/// The parts of the code in a field that are wrong; none while the lesson has not read what stands there now.
std::vector<TextSpan> wrong_code(const Frame& frame, const std::string& input, const std::string& text);

/// The places of the parts of an editor, from its upper left corner.
struct CodeLayout {
  std::vector<std::string> given;  // folded; the first ones may be left out
  float given_h = 0;               // of one of these lines
  float name_w = 0;                // of "scores =" beside the field; 0: it stands above it, or nowhere
  Box field;                       // of the reader's code
  float said_y = 0, said_w = 0;    // of the reply
  bool buttons_beside = false;     // the buttons stand beside the reply
  float width = 0, height = 0;
};

/// The layout in so much room. `text` is what stands in the field.
CodeLayout lay_out_code(const Frame& frame, const CodeReply& reply, const std::string& text, float room);

/// Draws what is said about the code and the buttons below it, where a column beside the stage has them.
void draw_code_reply(const Frame& frame, Screen& screen, const std::string& input, const CodeReply& reply);

/// Draws all but the field, with the upper left corner there; with a column beside the stage, the lines around the field alone.
void draw_code_around(const Frame& frame, Screen& screen, const std::string& input, const CodeReply& reply, const CodeLayout& layout,
                      ImVec2 at);

}  // namespace gf::ui
