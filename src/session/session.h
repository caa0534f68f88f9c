// Carries out commands and keeps the trace of the present document up to date, off the drawing thread.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "protocol/command.h"
#include "protocol/snapshot.h"

namespace gf {

struct Lesson;  // lessons/lesson.h
class Worker;   // session/worker.h

/// What a session is made with.
struct SessionOptions {
  /// Reads a file of assets/ and gives its content, or nothing, to `done`: at once or later, on the drawing thread.
  using FileSource = std::function<void(const std::string& path, std::function<void(std::optional<std::string>)> done)>;

  /// Called, from any thread, when a pump would publish something new: wake the drawing there.
  std::function<void()> on_change = {};
  FileSource files = {};
  /// What it begins with: to load a document or a link, or to open a lesson. Where that fails, and without it, the first lesson.
  std::optional<Command> first = {};
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

  /// Carries out one command. Bad input never throws: it lands in `snapshot()->problem`, and the document stays. What is loaded takes its
  /// place at once; where its trace can't be computed, everything goes back to what it took the place of.
  void execute(const Command& command);

  /// Publishes what the worker finished and, where there are no threads, computes for one slice. Call once per frame.
  /// Returns whether there is more to do (the caller should come again without waiting for input).
  bool pump();

  /// Computes until the trace of the present document is there (tests and the command line).
  void finish();

  std::shared_ptr<const Snapshot> snapshot() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace gf
