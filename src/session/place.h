// The reader's place: the lesson that is open, and the work on each lesson that was.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "lessons/lesson.h"
#include "protocol/answer_log.h"
#include "protocol/route.h"
#include "protocol/trace.h"
#include "session/history.h"

namespace gf {

/// The work on one lesson. `good` is the history as it was when its document last gave a trace: where a later document is refused, the
/// work goes back to it.
struct LessonWork {
  const Lesson* lesson = nullptr;
  History now;
  History good;
  std::shared_ptr<const Trace> trace;
  Document traced;  // the document of the trace
  LessonContext traced_with;
  const Texts* words = nullptr;  // the language of its labels and formulas
  std::uint64_t computed = 0;    // the sequence of its job
  std::uint64_t outdated = 0;    // results of jobs up to this one come too late
  bool selects_cell = false;     // the cell of its step, which has labels, is selected as soon as the trace is there
  bool unproven = false;         // kept by an earlier session: none of its documents has given a trace yet, and `good` is none

  const Document& document() const { return *now.present.document; }
  /// Whether the trace is that of the present document, if perhaps with weights that a run has left behind.
  bool shows_document() const { return trace && same_content(traced, document()); }
};

/// The work on a lesson that nobody has opened yet: what its first step brings, or the defaults.
LessonWork begun(const Lesson& lesson);
/// The work that an earlier session kept.
LessonWork kept_before(const Lesson& lesson, History history);
/// Goes back to the last good document, looked at as before. An unproven work goes one step back, in the end to the lesson as it opens: a
/// refused change can be done again.
void go_back(LessonWork& work);
/// Another run took the place of the one whose weights were edited.
void forget_edits(LessonWork& work);

/// Returns the answers that fit a step or a blank of the lesson as it is now. Stored answers may be of another version of the lesson.
Answers fitting_answers(const LessonInfo& lesson, const WrittenAnswers& kept);

/// A value: going back to a copy is going back to where the user was.
struct Place {
  std::string lesson;  // empty before the first one is open
  std::map<std::string, LessonWork> works;
  std::map<std::string, Answers> answers;  // by lesson
  std::shared_ptr<const AnswerLog> log;    // null where nothing was answered
  Route route = Route::all;
  std::optional<Left> left;  // the last place that was not the first page

  LessonWork& work() { return works.at(lesson); }
};

}  // namespace gf
