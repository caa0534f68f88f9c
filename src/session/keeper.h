// Stores the reader's work while the reader works, and loads it in the next session.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "core/elapsed.h"
#include "core/problem.h"
#include "protocol/document.h"
#include "session/kept_work.h"
#include "session/reader_state.h"
#include "session/runs/kept_runs.h"
#include "session/store.h"

namespace gf {

/// First call `place`, then `work` and `runs` for each lesson that is entered, then `begin`. From then on, call `keep` in each frame.
/// The names in the store are "place", "work-softmax" and "runs-training", with the id of the lesson. An entry that cannot be read is set
/// aside. An entry that cannot be written is written with the next change.
class Keeper {
 public:
  Keeper(Store store, std::function<void()> on_problem) : store_(std::move(store)), on_problem_(std::move(on_problem)) {}

  /// Returns the stored place of the reader, or an empty place.
  KeptPlace place();
  /// Returns the stored work on a lesson, or new work.
  LessonWork work(const Lesson& lesson);
  /// Calls `came` with the stored runs of a lesson, at once or later. Does not call it if none are stored.
  void runs(const std::string& lesson, std::function<void(std::string bytes)> came);
  /// Takes the state in which the session begins. `keep` does not write the place of this state while the reader is there.
  void begin(const ReaderState& reader);
  /// Notes that the reader changed something. Before that, a failure to write is no problem, because nothing can be lost.
  void edited() { edited_ = true; }

  /// Writes the changes since the last call. A new undo step and a new place are written at once; a change within a step, such as a drag,
  /// and a change of the look four times a second, or at once if `now`. Returns whether a change waits to be written.
  bool keep(const ReaderState& reader, bool now);
  void keep_runs(const KeptRuns& runs);
  /// Sets stored runs aside that cannot be read because of `why`. If the reason is a lack of memory, the stored runs stay, and this session
  /// does not write over them.
  void put_runs_aside(const std::string& lesson, const Problem& why);

  /// Returns a problem with reading or writing, once for each id of a problem. `on_problem` is called when there is a problem to take.
  std::optional<Problem> take_problem() { return std::exchange(problem_, std::nullopt); }

 private:
  /// The state of a history when it was written last. Each change of a history changes its present document or its length.
  struct Written {
    std::shared_ptr<const Document> present;
    std::size_t past = 0, future = 0;
    DocumentTexts texts;
    bool is(const History& history) const;
  };
  template <typename Read>
  auto read(const std::string& name, const Read& parse) -> std::optional<decltype(parse(std::string()))>;
  void keep(const std::string& lesson, const History& history);
  void put_aside(const std::string& name);
  void write(const std::string& name, const std::string& text);
  void say(const std::optional<Problem>& problem);
  void say_unwritten(const std::optional<Problem>& problem);

  Store store_;
  std::function<void()> on_problem_;
  std::map<std::string, Written> works_;  // by lesson
  std::string place_;                     // the text of the place in the store
  std::string first_place_;               // the text of the place where this session began
  std::set<std::string> closed_;          // names that must not be written, because their entries could not be set aside
  std::set<std::string> reported_;        // the ids of problems
  std::optional<Problem> problem_;
  bool edited_ = false;
  SteadyClock::time_point written_at_{};
  std::shared_ptr<int> life_ = std::make_shared<int>();  // ends with the keeper; the store may answer later
};

}  // namespace gf
