// Carries out commands and keeps the trace of the present document up to date, off the drawing thread.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/command.h"
#include "protocol/snapshot.h"

namespace gf {

/// Owns the document, its history and the worker that computes traces. All members are called from one thread (the
/// drawing thread); only `on_change` may be called from another.
class Session {
 public:
  /// Reads a file of assets/ and gives its content, or nothing, to `done`: at once or later, on the drawing thread.
  using FileSource = std::function<void(const std::string& path, std::function<void(std::optional<std::string>)> done)>;

  /// `on_change` is called, from any thread, when a pump would publish something new: wake the drawing there.
  explicit Session(std::function<void()> on_change = {}, FileSource files = {});
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// Carries out one command. Bad input never throws: it lands in `snapshot()->problem`, and the document stays.
  void execute(const Command& command);

  /// Publishes what the worker finished and, where there are no threads, computes for one slice. Call once per frame.
  /// Returns whether there is more to do (the caller should come again without waiting for input).
  bool pump();

  /// Computes until the trace of the present document is there (tests, and messages that ask for a settled snapshot).
  void finish();

  std::shared_ptr<const Snapshot> snapshot() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Answers a message of the page around the program, in JSON:
///   {"type": "snapshot"}                     {"document", "trace", "problem", "computing", "training", "estimate"}; of a lesson that
///   trains
///                                            "training" has "status", "step", "steps", "steps_per_second", "records" (how many),
///                                            "viewed", "record" (the viewed one's figures), "samples", "kept", "differing"
///   {"type": "command", "command": "play"}   presses a button of the training run: play, pause, step, epoch, restart, view (with
///                                            "record": its index, -1 follows the run), keep, drop_kept; answers like "snapshot"
///   {"type": "load", "document": {...}}      loads a document, answers like "snapshot"
///   {"type": "load", "link": "..."}          the same from the text behind #d=
///   {"type": "link"}                         {"link": "..."} of the present document
/// A message that is none of these answers {"problem": {...}}.
std::string answer_message(Session& session, std::string_view message);

}  // namespace gf
