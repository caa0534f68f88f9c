// The reader's work as text for the store: the place of the reader, and the documents of each lesson with the undo history. The next
// session may be of a later version of the program.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/answer_log.h"
#include "protocol/answers.h"
#include "protocol/document.h"
#include "protocol/route.h"
#include "session/history.h"

namespace gf {

/// The stored part of ReaderState without the work on lessons. Its text is
/// {"glassformer": 1, "lesson": "softmax", "guesses": {"softmax": {"shares": [0.5, 0.3, 0.2]}}} and, unless they have their defaults,
/// "route": "hour", "left": {"lesson": "softmax", "step": 3} and "answers": the log (protocol/answer_log.h).
struct KeptPlace {
  std::string lesson;
  std::map<std::string, WrittenAnswers> guesses = {};  // by lesson
  Route route = Route::all;
  std::optional<Left> left = {};
  AnswerLog log = {};
};

std::string kept_text(const KeptPlace& place);

/// The texts of documents, so that of a long history only new documents have to be turned into text.
using DocumentTexts = std::map<std::shared_ptr<const Document>, std::string>;

/// The most bytes of the stored undo history. A quarter of that is the limit for redo.
inline constexpr std::size_t kMostUndoKept = 48u << 10;

/// Returns {"glassformer": 1, "present": {"document": {...}, "own": true}, "own": {"document": {...}}, "past": [...], "future": [...]}. The
/// entries have the order of History; those nearest to the present are stored. Edits of weights are left out, because they need the run in
/// which they were made. `written` has the texts of the last call, and gets the texts of this call.
std::string kept_text(const History& history, DocumentTexts& written);

/// Reads the place of the reader. Throws InputError "kept_unreadable" if kept_text did not write the text, and "kept_of_other_version".
KeptPlace place_from_kept(std::string_view text);
/// Reads the history of a lesson. Throws likewise, and for a document of another lesson. Does not check whether the documents fit the
/// lesson.
History history_from_kept(std::string_view text, const std::string& lesson);

}  // namespace gf
