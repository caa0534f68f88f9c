// Carries out commands and keeps the trace of the present document up to date, off the drawing thread.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "protocol/command.h"
#include "protocol/snapshot.h"

namespace gf {

class Worker;

/// Owns the document, its history and the worker that computes traces. All members are called from one thread (the
/// drawing thread); only `on_change` may be called from another.
class Session {
 public:
  /// `on_change` is called, from any thread, when a pump would publish something new: wake the drawing there.
  explicit Session(std::function<void()> on_change = {});
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// Carries out one command. Bad input never throws: it lands in `snapshot()->problem`, and the document stays.
  void execute(const Command& command);

  /// Publishes what the worker finished and, where there are no threads, computes for one slice. Call once per frame.
  /// Returns whether there is more to do (the caller should come again without waiting for input).
  bool pump();

  /// Computes until the trace of the present document is there (command line, tests).
  void finish();

  std::shared_ptr<const Snapshot> snapshot() const { return snapshot_; }

 private:
  struct Entry;   // one document of the history and the gesture that made it
  struct History;
  std::shared_ptr<const Snapshot> snapshot_;
  std::shared_ptr<const Catalogue> catalogue_;
  std::map<std::string, std::unique_ptr<History>> histories_;  // by lesson: leaving a lesson keeps its work
  std::unique_ptr<Worker> worker_;

  History& history();
  void carry_out(const Command& command);
  void apply(Document next, int gesture);
  void publish(Snapshot next);
  void compute();
};

/// Answers a message of the page around the program, in JSON:
///   {"type": "snapshot"}                     {"document", "trace", "problem", "computing"}
///   {"type": "load", "document": {...}}      loads a document, answers like "snapshot"
///   {"type": "load", "link": "..."}          the same from the text behind #d=
///   {"type": "link"}                         {"link": "..."} of the present document
/// A message that is none of these answers {"problem": {...}}.
std::string answer_message(Session& session, std::string_view message);

}  // namespace gf
