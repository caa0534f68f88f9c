// A session carries out the commands of a reader, and computes the trace of the present document off the drawing thread.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/problem.h"
#include "protocol/command.h"
#include "protocol/snapshot.h"
#include "session/store.h"

namespace gf {

class Texts;    // protocol/texts.h
struct Lesson;  // lessons/lesson.h
class Worker;   // session/worker.h

/// The options that a session is made with.
struct SessionOptions {
  /// Reads a file of assets/, and calls `done` with the content, or with none: at once or later, on the drawing thread.
  using FileSource = std::function<void(const std::string& path, std::function<void(std::optional<std::string>)> done)>;

  /// Is called, from any thread, when `pump` has something to do: wake the drawing thread.
  std::function<void()> on_change = {};
  FileSource files = {};
  /// The store of the reader's work. The session continues the stored work.
  Store store = {};
  /// The part behind # in the address. The session opens it after it has restored the stored work. If the part is empty or cannot be
  /// opened, the session opens the lesson of the stored work, or the first lesson.
  std::string address = {};
  /// The words of labels and formulas. They outlive the session, and other threads read them. Null: labels and formulas stay keys
  /// (study/trace_words.h).
  const Texts* texts = nullptr;
  /// Whether the texts of a lesson are on their way. While they are, Snapshot::computing is true. Call `texts_came` when they are there.
  std::function<bool(const std::string& lesson)> lacks_texts = {};
  /// The lessons, which outlive the session. Null: all lessons.
  const std::vector<Lesson>* lessons = nullptr;
  /// Null: default_worker.
  std::unique_ptr<Worker> (*make_worker)(std::function<void()> on_done) = nullptr;
};

/// Owns the document, its history and the worker that computes traces. All members are called from one thread (the drawing thread), and
/// none of them computes a lesson; only `on_change` may be called from another.
class Session {
 public:
  explicit Session(SessionOptions options = {});
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// Opens the part behind # in an address (protocol/address.h): loads a link, or goes to a lesson and a step. If the reader is at the
  /// step, the reader's state stays. Bad input becomes a problem, as in `execute`.
  void open(std::string_view address);

  /// Carries out one command, and publishes a snapshot. Bad input never throws: it becomes `snapshot()->problem`, and the document stays.
  /// A loaded document becomes the present document at once. If its trace cannot be computed, the state from before the load comes back; if
  /// the trace of an edit cannot be computed, the last document with a trace comes back.
  void execute(const Command& command);

  /// Shows a message until the reader dismisses it (Snapshot::notice).
  void say(Problem notice);

  /// Uses the words of another language from now on, and computes the trace again. `texts` as SessionOptions::texts.
  void use_texts(const Texts& texts);

  /// Publishes a snapshot after the texts of a lesson came (SessionOptions::lacks_texts).
  void texts_came();
  /// Goes to the lesson `back_to`, because the file with the texts of the present lesson is missing. TryAgain opens the lesson again.
  void texts_missing(const std::string& file, const std::string& back_to);

  /// Publishes the results of the worker. Without threads, computes for one slice first. Call once per frame.
  /// Returns whether there is more to do, so that the next call should not wait for input.
  bool pump();

  /// Notes that a frame has drawn the last snapshot. The next `pump` lets a training run begin that replaces another: if the run began
  /// earlier, its first measurement would take the cores from the drawing.
  void drawn();

  /// Writes the changes to the store: an edit at once, a drag four times a second, everything if `now`. A document that is being loaded is
  /// written when it has a trace, or `now`. Returns whether a change waits to be written.
  /// Call after all other calls of a frame, and with `now` before the program may end.
  bool keep(bool now = false);

  /// Waits until the worker has no job, estimate or order left, and publishes the results. Tests and the command line use it.
  void finish();

  /// Returns the last published snapshot. Never null.
  std::shared_ptr<const Snapshot> snapshot() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace gf
