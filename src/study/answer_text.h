// Answers in words and as a table, for a teacher or for the reader.
#pragma once

#include <string>

#include "protocol/answer_log.h"
#include "protocol/answers.h"
#include "protocol/schema.h"

namespace gf {

struct Trace;
struct Step;
class Texts;

/// A guess as text.
/// Example: Choice{1} at a question with the answers "shrinks" and "grows" is "grows"; Shares{{0.5, 0.3, 0.2}} is "0.5 0.3 0.2".
std::string guess_text(const Step& step, const Trace& trace, const Guess& guess);

/// The log as comma-separated values (RFC 4180), in the order of the course, with a line of headings:
/// lesson,question,first,first_right,last,last_right,truth,hints,seconds
std::string log_as_csv(const AnswerLog& log, const Catalogue& catalogue);

/// The log as lines of text, below the title of each lesson.
std::string log_as_text(const AnswerLog& log, const Catalogue& catalogue, const Texts& texts);

}  // namespace gf
