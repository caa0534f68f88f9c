// Carries out commands and keeps the trace of the present document up to date, off the drawing thread.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/command.h"
#include "protocol/snapshot.h"
#include "session/store.h"

namespace gf {

class Texts;    // protocol/texts.h
struct Lesson;  // lessons/lesson.h
class Worker;   // session/worker.h

/// The options that a session is made with.
struct SessionOptions {
  /// Reads a file of assets/ and gives its content, or nothing, to `done`: at once or later, on the drawing thread.
  using FileSource = std::function<void(const std::string& path, std::function<void(std::optional<std::string>)> done)>;

  /// Called, from any thread, when a pump would publish something new: wake the drawing there.
  std::function<void()> on_change = {};
  FileSource files = {};
  /// The store of the reader's work; the session goes on from there.
  Store store = {};
  /// The part behind # in the address: it is opened on top of what was kept. If that fails, or is empty, the lesson where the
  /// reader was, or the first.
  std::string address = {};
  /// The language of labels and formulas; it outlives the session, and other threads read it. Null: they stay keys
  /// (study/trace_words.h).
  const Texts* texts = nullptr;
  /// Whether the texts of a lesson are still on their way. As long as they are, the snapshot is being computed; `texts_came` ends that.
  std::function<bool(const std::string& lesson)> lacks_texts = {};
  /// Null: all that there are. They outlive the session.
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

  /// Opens what stands behind # in an address (protocol/address.h): a link is loaded; a lesson is entered, and its step, unless the reader
  /// is there already. Bad input as of `execute`.
  void open(std::string_view address);

  /// Carries out one command. Bad input never throws: it lands in `snapshot()->problem`, and the document stays. A loaded document takes
  /// its place at once; if its trace can't be computed, everything goes back to what it took the place of.
  void execute(const Command& command);

  /// Says something once, until it is dismissed (Snapshot::notice).
  void say(Problem notice);

  /// Labels and formulas are those of another language from now on. `texts` as SessionOptions::texts. The trace is made anew.
  void use_texts(const Texts& texts);

  /// Texts of a lesson came, see SessionOptions::lacks_texts.
  void texts_came();
  /// The texts of the present lesson could not be had, for want of this file: goes back to another lesson and says so. TryAgain opens the
  /// lesson once more.
  void texts_missing(const std::string& file, const std::string& back_to);

  /// Publishes what the worker finished and, where there are no threads, computes for one slice. Call once per frame.
  /// Returns whether there is more to do (the caller should come again without waiting for input).
  bool pump();

  /// Writes what has changed to the store: an edit at once, a drag four times a second, all of it `now`. Returns whether something waits to
  /// be written.
  /// Call after all else, and with `now` before the program may go away.
  bool keep(bool now = false);

  /// Computes until the trace of the present document is there (tests and the command line).
  void finish();

  std::shared_ptr<const Snapshot> snapshot() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace gf
