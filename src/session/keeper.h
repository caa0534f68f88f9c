// Keeps the reader's work in a store while it goes on, and finds it there again.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "core/elapsed.h"
#include "session/kept_work.h"
#include "session/place.h"
#include "session/runs/kept_runs.h"
#include "session/store.h"

namespace gf {

/// Names in the store: "place", "work-softmax", "runs-training". Unreadable entries are put aside there, and entries that can't be written
/// are tried again with the next change.
class Keeper {
 public:
  Keeper(Store store, std::function<void()> on_problem) : store_(std::move(store)), on_problem_(std::move(on_problem)) {}

  /// Returns the reader's last place; nothing if nothing was kept.
  KeptPlace place();
  /// The work on a lesson that is entered first: what was kept of it, or a new one.
  LessonWork work(const Lesson& lesson);
  /// The runs of a lesson, where some were kept: later.
  void runs(const std::string& lesson, std::function<void(std::string bytes)> came);
  /// The place where a session begins need not be kept before something was done there.
  void begin(const Place& place);
  /// The reader changed something. Before that nothing is lost if it can't be written, and nothing is said of it.
  void edited() { edited_ = true; }

  /// Writes what has changed since the last time: another step of undo at once, what goes on within a step, or is only looked at, four
  /// times a second, or `now`. Returns whether something waits for that.
  bool keep(const Place& place, bool now);
  void keep_runs(const KeptRuns& runs);
  /// Puts stored runs aside that can't be read. If only memory was missing, the stored runs stay, and nothing is written over them.
  void put_runs_aside(const std::string& lesson, const Problem& why);

  /// Takes the problem that has to be said, once each: nothing can be kept, or something not be read. `on_problem` was called before.
  std::optional<Problem> take_problem() { return std::exchange(problem_, std::nullopt); }

 private:
  /// The state of a work when it was written last. Every change of a history gives it another present, or another length.
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
  std::string place_, begun_;             // where the reader is, as text: what the store has, and where this session began
  std::set<std::string> closed_;          // names that can't be written: what stands there could not be put aside
  std::set<std::string> said_;            // ids of problems
  std::optional<Problem> problem_;
  bool edited_ = false;
  SteadyClock::time_point written_at_{};
  std::shared_ptr<int> life_ = std::make_shared<int>();  // ends with this: the store may answer later than that
};

}  // namespace gf
