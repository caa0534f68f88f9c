// The state of the reader: the open lesson, the work on each lesson that was open, and the answers.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "lessons/lesson.h"
#include "protocol/answer_log.h"
#include "protocol/answers.h"
#include "protocol/document.h"
#include "protocol/route.h"
#include "protocol/trace.h"
#include "session/history.h"

namespace gf {

class Texts;  // protocol/texts.h

/// The work on one lesson.
struct LessonWork {
  const Lesson* lesson = nullptr;
  History now;
  History good;                        // the history when its document last gave a trace; go_back returns to it
  std::shared_ptr<const Trace> trace;  // the newest trace; null until there is one
  Document traced;                     // the document of the trace
  LessonContext traced_with;           // the context of the trace
  const Texts* words = nullptr;        // the texts of the trace's labels and formulas
  std::uint64_t computed = 0;          // the number of the trace's job
  std::uint64_t outdated = 0;          // results of jobs up to this number come too late
  bool selects_cell = false;           // the cell of the step has labels, and is selected when the trace is there
  bool unproven = false;               // an earlier session stored `now`, none of its documents has given a trace yet, and `good` is empty

  const Document& document() const { return *now.present.document; }
  /// Whether the trace belongs to the present document. The trace may show earlier weights of the training run.
  bool shows_document() const { return trace && same_content(traced, document()); }
};

/// Returns the work on a lesson that was never open: the document of its first step, or the defaults.
LessonWork new_work(const Lesson& lesson);
/// Returns the work that an earlier session stored.
LessonWork restored_work(const Lesson& lesson, History history);
/// Goes back to the last good document, and keeps the look. Unproven work undoes one step; without a step to undo, it goes back to the
/// document of new_work, and a redo brings the refused document back.
void go_back(LessonWork& work);
/// Removes the edits of weights from both histories, because another run replaced the edited run.
void forget_edits(LessonWork& work);

/// Returns the stored guesses that fit a question of the lesson, and all stored fillings. Answers may come from another version of the
/// lesson.
Answers fitting_answers(const LessonInfo& lesson, const WrittenAnswers& kept);

/// A value: the session goes back to an earlier state by assigning a copy.
struct ReaderState {
  std::string lesson;  // the id of the open lesson; empty before a lesson is open
  std::map<std::string, LessonWork> works;
  std::map<std::string, Answers> answers;  // by lesson
  std::shared_ptr<const AnswerLog> log;    // null if it is empty
  Route route = Route::all;
  std::optional<Left> left;  // the step that the reader left last, apart from the first page

  LessonWork& work() { return works.at(lesson); }
};

}  // namespace gf
