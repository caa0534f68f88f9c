// Declares the commands with their options for CLI11. The help, the manual and completion are made from these declarations, so they can't
// differ.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <iosfwd>
#include <string>
#include <utility>
#include <vector>

#include "cli/cli.h"

namespace gf {

/// The data that commands read, and the streams that they write to.
struct Surroundings {
  const Texts& texts;
  const AssetReader& assets;
  const OnScreen& on_screen;
  std::ostream& out;
  std::ostream& err;
};

/// All commands. Example: `CommandLine line(around); line.app().parse(argc, argv); return line.run();`
class CommandLine {
 public:
  /// Keeps a reference to `around`.
  explicit CommandLine(const Surroundings& around);
  CLI::App& app() { return app_; }
  const CLI::App& app() const { return app_; }
  /// Runs the command that was parsed. Returns the exit code, and throws InputError that says what was expected.
  int run() const;

 private:
  using Run = std::function<int()>;
  /// Adds a command. `run` holds the values that its options set.
  CLI::App* add(const std::string& name, const std::string& description, Run run);
  void add_window();
  void add_lessons();
  void add_training();
  void add_language();
  void add_itself();

  const Surroundings& around_;
  CLI::App app_;
  std::vector<std::pair<CLI::App*, Run>> commands_;
  Run window_;                                // runs if there is no command
  std::vector<CLI::Option*> window_options_;  // the options that exclude a command
};

}  // namespace gf
