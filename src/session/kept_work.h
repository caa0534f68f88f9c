// The reader's work as text, for a session that comes later, perhaps of a later version of the program: where they are, and the documents
// of each lesson with what can be undone.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/answer_log.h"
#include "protocol/route.h"
#include "session/history.h"

namespace gf {

/// {"glassformer": 1, "lesson": "softmax", "guesses": {"softmax": {"shares": [0.5, 0.3, 0.2]}}}, and
/// where they are so, "route": "hour", "left": {"lesson": "softmax", "step": 3} and "answers": the log (protocol/answer_log.h)
struct KeptPlace {
  std::string lesson;
  std::map<std::string, WrittenAnswers> guesses = {};  // by lesson
  Route route = Route::all;
  std::optional<Left> left = {};
  AnswerLog log = {};
};

std::string kept_text(const KeptPlace& place);

/// Documents as JSON, once each: of a long history only what is new has to be written.
using DocumentTexts = std::map<std::shared_ptr<const Document>, std::string>;

/// How much of what can be undone is kept, in bytes of text; of what can be done again a quarter of that.
inline constexpr std::size_t kMostUndoKept = 48u << 10;

/// {"glassformer": 1, "present": {"document": {...}, "own": true}, "past": [...], "future": [...], "own": {"document": {...}}}: in their
/// order in History. The entries of past and future that are nearest to the present are kept. Edits of weights are no part of it: they
/// belong to a run, which is kept by itself. `written` are the texts of the last time; those of this time take their place.
std::string kept_text(const History& history, DocumentTexts& written);

/// Both throw InputError: "kept_unreadable" for what nobody wrote, "kept_of_other_version".
KeptPlace place_from_kept(std::string_view text);
/// Every document is one of `lesson`. Whether it fits the lesson as it is now is not asked.
History history_from_kept(std::string_view text, const std::string& lesson);

}  // namespace gf
