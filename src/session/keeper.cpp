#include "session/keeper.h"

#include "session/problem_of.h"

namespace gf {
namespace {

constexpr double kWritesEvery_ms = 250;  // during a drag, which changes the document in each frame
constexpr const char* kPlaceName = "place";

std::string work_name(const std::string& lesson) { return "work-" + lesson; }
std::string runs_name(const std::string& lesson) { return "runs-" + lesson; }

KeptPlace kept_place(const ReaderState& reader) {
  KeptPlace place{reader.lesson, {}, reader.route, reader.left};
  if (reader.log) place.log = *reader.log;
  for (const auto& [lesson, answers] : reader.answers) place.guesses[lesson] = written_answers(answers);
  return place;
}

}  // namespace

bool Keeper::Written::is(const History& history) const {
  return present == history.present.document && past == history.past.size() && future == history.future.size();
}

template <typename Read>
auto Keeper::read(const std::string& name, const Read& parse) -> std::optional<decltype(parse(std::string()))> {
  const std::optional<std::string> text = store_.read ? store_.read(name) : std::nullopt;
  if (!text) return std::nullopt;
  try {
    return parse(*text);
  } catch (const InputError& error) {
    say(error.problem());
    put_aside(name);
    return std::nullopt;
  }
}

KeptPlace Keeper::place() {
  const auto found = read(kPlaceName, [](const std::string& text) { return place_from_kept(text); });
  if (found) place_ = kept_text(*found);
  return found.value_or(KeptPlace());
}

LessonWork Keeper::work(const Lesson& lesson) {
  const std::string& id = lesson.info.id;
  std::optional<History> history = read(work_name(id), [&](const std::string& text) { return history_from_kept(text, id); });
  if (!history) {
    LessonWork work = new_work(lesson);
    works_[id] = {work.now.present.document, 0, 0, {}};
    return work;
  }
  works_[id] = {history->present.document, history->past.size(), history->future.size(), {}};
  return restored_work(lesson, *std::move(history));
}

void Keeper::runs(const std::string& lesson, std::function<void(std::string)> came) {
  if (!store_.read_large) return;
  store_.read_large(runs_name(lesson), [came = std::move(came), alive = std::weak_ptr<int>(life_)](std::optional<std::string> bytes) {
    if (bytes && !alive.expired()) came(*std::move(bytes));
  });
}

void Keeper::begin(const ReaderState& reader) { first_place_ = kept_text(kept_place(reader)); }

bool Keeper::keep(const ReaderState& reader, bool now) {
  if (!store_.write) return false;
  std::string place = kept_text(kept_place(reader));
  const bool moved = place != place_ && place != first_place_;
  bool changed = false;
  bool at_once = now || moved;
  for (const auto& [lesson, work] : reader.works) {
    const Written& written = works_[lesson];
    if (written.is(work.now)) continue;
    changed = true;
    at_once = at_once || written.past != work.now.past.size() || written.future != work.now.future.size();
  }
  if (!changed && !moved) return false;
  if (!at_once && elapsed_ms(written_at_) < kWritesEvery_ms) return true;
  for (const auto& [lesson, work] : reader.works) keep(lesson, work.now);
  // The place comes last: if the program ends in between, the stored place has its work.
  if (place != place_) write(kPlaceName, place);
  place_ = std::move(place);
  written_at_ = SteadyClock::now();
  return false;
}

void Keeper::keep(const std::string& lesson, const History& history) {
  Written& written = works_[lesson];
  if (written.is(history)) return;
  write(work_name(lesson), kept_text(history, written.texts));
  written.present = history.present.document;
  written.past = history.past.size();
  written.future = history.future.size();
}

void Keeper::keep_runs(const KeptRuns& runs) {
  say_unwritten(runs.problem);
  if (runs.problem || !store_.write_large || closed_.contains(runs_name(runs.lesson))) return;
  store_.write_large(runs_name(runs.lesson), runs.bytes, [this, alive = std::weak_ptr<int>(life_)](std::optional<Problem> problem) {
    if (!alive.expired()) say_unwritten(problem);
  });
}

void Keeper::put_runs_aside(const std::string& lesson, const Problem& why) {
  say(why);
  if (is_out_of_memory(why))
    closed_.insert(runs_name(lesson));
  else
    put_aside(runs_name(lesson));
}

void Keeper::put_aside(const std::string& name) {
  if (!store_.set_aside || !store_.set_aside(name)) closed_.insert(name);
}

void Keeper::write(const std::string& name, const std::string& text) {
  if (!closed_.contains(name)) say_unwritten(store_.write(name, text));
}

void Keeper::say_unwritten(const std::optional<Problem>& problem) {
  if (edited_) say(problem);
}

void Keeper::say(const std::optional<Problem>& problem) {
  if (!problem || !reported_.insert(problem->id).second) return;
  problem_ = problem;
  if (on_problem_) on_problem_();
}

}  // namespace gf
