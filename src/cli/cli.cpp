#include "cli/cli.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <iostream>
#include <new>
#include <ostream>
#include <system_error>

#include "cli/commands.h"
#include "cli/completion.h"
#include "cli/exit_codes.h"
#include "core/problem.h"

namespace gf {
namespace {

// Returns the text without line breaks and without spaces at the end.
std::string one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  while (!text.empty() && text.back() == ' ') text.pop_back();
  return text;
}

// Returns the words of a problem. Problems that only arguments have are texts "cli....", which pages do not load.
std::string words_of(const Problem& problem, const Texts& texts) {
  return texts.has("cli." + problem.id) ? texts.format("cli." + problem.id, problem.words) : texts.format(problem);
}

// Returns the exit code of a problem. Problems of the machine are not wrong usage.
int code_of(const Problem& problem) {
  const bool of_machine = problem.id == "cannot_write" || problem.id == "folder_in_use" || problem.id == "out_of_memory";
  return of_machine ? kFailed : kWrongUsage;
}

int complete(const CLI::App& app, int argc, const char* const* argv, const Surroundings& around) {
  std::vector<std::string> words(argv + 2, argv + argc);
  if (!words.empty() && words.front() == "--") words.erase(words.begin());
  around.out << completions(app, words, around.texts, around.assets);
  return kDone;
}

// Parses and runs the command line, and returns the exit code. Throws only std::bad_alloc.
int parse_and_run(int argc, const char* const* argv, const Surroundings& around) {
  CommandLine line(around);
  std::ostream& err = around.err;
  try {
    if (argc > 1 && argv[1] == kComplete) return complete(line.app(), argc, argv, around);
    line.app().parse(argc, argv);
    return line.run();
  } catch (const CLI::CallForHelp& help) {
    return line.app().exit(help, around.out, err);
  } catch (const CLI::CallForVersion& version) {
    return line.app().exit(version, around.out, err);
  } catch (const CLI::ParseError& error) {
    err << "glassformer: " << one_line(error.what()) << "\n";
    return kWrongUsage;
  } catch (const InputError& error) {
    err << "glassformer: " << one_line(words_of(error.problem(), around.texts)) << "\n";
    return code_of(error.problem());
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& error) {
    err << "glassformer: " << one_line(error.what()) << "\n";
    return kFailed;
  }
}

// Returns the exit code after all output is written. Writing may fail if the disk is full or the reading program has ended.
int with_all_written(int code, const Surroundings& around) {
  if (around.out) errno = 0;  // if writing has failed before, errno still has the reason
  if (around.out.flush()) return code;
  const std::string why = errno ? std::generic_category().message(errno) : around.texts.get("cli.unknown_reason");
  around.err << "glassformer: " << around.texts.format("cli.not_written", {{"detail", why}}) << "\n";
  return code == kDone ? kFailed : code;
}

}  // namespace

int run_command_line(int argc, const char* const* argv, const Texts& texts, const AssetReader& assets, std::ostream& out, std::ostream& err,
                     const OnScreen& on_screen) try {
  const Surroundings around{texts, assets, on_screen, out, err};
  return with_all_written(parse_and_run(argc, argv, around), around);
} catch (const std::bad_alloc&) {
  err << "glassformer: " << texts.format(Problem{"out_of_memory", {}}) << "\n";
  return kFailed;
}

int run_command_line(int argc, const char* const* argv, const Texts& texts, const AssetReader& assets, const OnScreen& on_screen) {
  return run_command_line(argc, argv, texts, assets, std::cout, std::cerr, on_screen);
}

}  // namespace gf
