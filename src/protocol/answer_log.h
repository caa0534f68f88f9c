// The answers that a reader gave, kept for a teacher or for the reader: the first guess stays beside the last one. Nothing of it leaves the
// program but by the reader's hand.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "protocol/answers.h"

namespace gf {

/// An answer at a question or a blank. The guesses are texts: a label, a number, or numbers with spaces between them.
struct KeptAnswer {
  std::string first = {};  // empty: the reader asked to be shown, without a guess
  std::string last = {};
  std::string truth = {};  // when the last answer was given
  bool first_right = false;
  bool last_right = false;
  int hints = 0;    // the size of the largest hint that was taken before the last answer
  int seconds = 0;  // from the step being shown to the first answer
  bool operator==(const KeptAnswer&) const = default;
};

/// The answers in a lesson, by the id of the step or the name of the blank's cell.
using KeptAnswers = std::map<std::string, KeptAnswer>;
/// By the id of the lesson.
using AnswerLog = std::map<std::string, KeptAnswers>;

/// An answer that was given. `seconds` counts for the first one only.
struct GivenAnswer {
  std::string given = {};
  std::string truth = {};
  bool right = false;
  int hints = 0;
  int seconds = 0;
};

/// Puts an answer beside those before it. After `kMostAnswers` of a lesson no new ones are kept.
void keep_answer(AnswerLog& log, const std::string& lesson, const std::string& name, const GivenAnswer& answer);

/// {"softmax": {"shares": {"first": "0.5 0.3 0.2", "last": "0.6 0.3 0.1", "truth": "0.65 0.24 0.11", "right": [false, false], "hints": 0,
/// "seconds": 31}}}
nlohmann::json to_json(const AnswerLog& log);
/// Throws InputError that names the field and what was expected.
AnswerLog answer_log_from_json(const nlohmann::json& json);

}  // namespace gf
