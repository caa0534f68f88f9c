// Writes answers as text: a guess in words, and the log of answers as a table or as lines.
#pragma once

#include <string>

#include "protocol/answer_log.h"
#include "protocol/answers.h"
#include "protocol/schema.h"

namespace gf {

struct Trace;
struct Step;
class Texts;

/// Returns a guess as text; empty for NoGuess. The step must ask.
/// Example: Choice{1} at a question with the answers "shrinks" and "grows" is "grows"; Shares{{0.5, 0.3, 0.2}} is "0.5 0.3 0.2".
std::string guess_text(const Step& step, const Trace& trace, const Guess& guess);

/// Returns the log as comma-separated values (RFC 4180), in the order of the course, below the headings
/// lesson,question,first,first_right,last,last_right,truth,hints,seconds
std::string log_as_csv(const AnswerLog& log, const Catalogue& catalogue);

/// Returns the log as lines of text, below the title of each lesson.
std::string log_as_text(const AnswerLog& log, const Catalogue& catalogue, const Texts& texts);

}  // namespace gf
