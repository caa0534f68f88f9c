// Runs command lines while an allocation fails: their output goes to memory that was allocated before.
#pragma once

#include <cstddef>
#include <ostream>
#include <streambuf>
#include <string>
#include <utility>
#include <vector>

#include "cli/cli.h"
#include "core/parallel.h"
#include "support.h"

namespace gf::test {

/// A stream buffer of 1 MiB that allocates when it is made and never again.
class Captured : public std::streambuf {
 public:
  Captured() : room_(std::size_t{1} << 20, '\0') { setp(room_.data(), room_.data() + room_.size()); }
  std::string text() const { return {pbase(), pptr()}; }

 private:
  std::string room_;
};

/// A command line as a person types it, and its outcome.
struct Command {
  explicit Command(std::vector<std::string> given) : words(std::move(given)) {
    words.insert(words.begin(), "glassformer");
    for (const std::string& word : words) arguments.push_back(word.c_str());
  }
  void run() {
    std::ostream output(&out), errors(&err);
    code = run_command_line(static_cast<int>(arguments.size()), arguments.data(), english(), {}, output, errors);
  }

  std::vector<std::string> words;
  std::vector<const char*> arguments;
  Captured out, err;
  int code = -1;
};

/// Sets the program to one thread while it lives: then the n-th allocation is the same in each run. Results do not depend on the threads.
struct OneThread {
  int before = thread_count();
  OneThread() { set_thread_count(1); }
  ~OneThread() { set_thread_count(before); }
};

/// Returns the settings of a training of four steps.
inline std::string small_configuration() {
  return R"({"task": "own", "pairs": "a b\tb a\nb c\tc b\na c\tc a\nb a\ta b\nc b\tb c\nc a\ta c\na a\ta a\nb b\tb b\nc c\tc c\nd d\td d\n",
             "model": {"width": 8, "heads": 2, "hidden": 8, "decoder_layers": 1, "dropout": 0.1},
             "batch": 2, "steps": 4, "log_every": 2, "checkpoint_every": 2, "evaluated": 4})";
}

/// Returns the line that a command prints if there is not enough memory.
inline std::string words_of_no_memory() { return "glassformer: " + english().format(Problem{"out_of_memory", {}}) + "\n"; }

}  // namespace gf::test
