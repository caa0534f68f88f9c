// The log of a reader's answers, for the reader or a teacher: the first and the last guess at each question. The log leaves the program
// only when the reader exports it.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "protocol/answers.h"

namespace gf {

/// The answers at one question or blank. A guess is a text: a label, a number, or numbers with spaces between them.
/// An empty guess means that the reader asked to be shown the answer.
struct KeptAnswer {
  std::string first = {};
  std::string last = {};
  std::string truth = {};  // when the last answer was given
  bool first_right = false;
  bool last_right = false;
  int hints = 0;    // the size of the largest hint that was taken so far; 0: none
  int seconds = 0;  // from the moment when the step was shown to the first answer
  bool operator==(const KeptAnswer&) const = default;
};

/// The answers in a lesson, by the id of the step, or by the name of the blank's cell.
using KeptAnswers = std::map<std::string, KeptAnswer>;
/// The answers in all lessons, by the id of the lesson.
using AnswerLog = std::map<std::string, KeptAnswers>;

/// One answer as the reader gives it. The log uses `seconds` only if this is the first answer at its question.
struct GivenAnswer {
  std::string given = {};
  std::string truth = {};
  bool right = false;
  int hints = 0;
  int seconds = 0;
};

/// Logs an answer at the question `name`. If the lesson has `kMostAnswers` questions in the log, ignores answers at further questions.
void keep_answer(AnswerLog& log, const std::string& lesson, const std::string& name, const GivenAnswer& answer);

/// {"softmax": {"shares": {"first": "0.5 0.3 0.2", "last": "0.6 0.3 0.1", "truth": "0.65 0.24 0.11", "right": [false, false], "hints": 0,
/// "seconds": 31}}}
nlohmann::json to_json(const AnswerLog& log);
/// Reads the form of to_json. Throws InputError that names the field and the expected form.
AnswerLog answer_log_from_json(const nlohmann::json& json);

}  // namespace gf
