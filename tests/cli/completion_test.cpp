// The completions that a shell gets for a line, and the manual: both are made from the declared commands.
#include "cli/completion.h"

#include <algorithm>

#include "cli/command.h"
#include "cli/exit_codes.h"
#include "core/join.h"
#include "lessons/context.h"
#include "lessons/registry.h"

using namespace gf;
using namespace gf::test;

namespace completion_test {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

// Returns the words that can complete the last word, without their meanings.
std::vector<std::string> completed(std::vector<std::string> words) {
  words.insert(words.begin(), {"complete", "--"});
  const Outcome outcome = typed(words);
  CHECK(outcome.code == 0);
  CHECK(outcome.err.empty());
  std::vector<std::string> found;
  for (const std::string& line : lines_of(outcome.out)) found.push_back(line.substr(0, line.find('\t')));
  return found;
}

using Found = std::vector<std::string>;

// Returns the commands in the order of the help.
Found commands() {
  const Found help = lines_of(typed({"--help"}).out);
  Found names;
  for (auto line = std::find(help.begin(), help.end(), "SUBCOMMANDS:") + 1; line != help.end() && line->starts_with("  "); ++line)
    if ((*line)[2] != ' ') names.push_back(line->substr(2, line->find(' ', 2) - 2));
  return names;
}

}  // namespace

TEST_SUITE("cli/completion") {
  TEST_CASE("commands, lessons and steps") {
    CHECK(completed({"tr"}) == Found{"trace", "train", "training"});
    CHECK(completed({"softm"}) == Found{"softmax"});
    CHECK(completed({"open", "softmax/s"}) == Found{"softmax/scores", "softmax/sum", "softmax/shares"});
    CHECK(completed({"trace", "tr"}) == Found{"training"});
    Found expected = commands();
    for (const Lesson& lesson : lessons()) expected.emplace_back(lesson.info.id);
    CHECK(completed({""}) == expected);
    CHECK(completed({"trace", "softmax", ""}).empty());
  }

  TEST_CASE("options, and what their values can be") {
    CHECK(completed({"--v"}) == Found{"--version"});
    CHECK(completed({"trace", "softmax", "--pre"}) == Found{"--preset"});
    CHECK(completed({"trace", "softmax", "--preset", "t"}) == Found{"three-categories", "two-scores"});
    CHECK(completed({"trace", "softmax", "--set", "b"}) == Found{"beta="});
    CHECK(completed({"trace", "softmax", "--set", "beta=2", "--set", "d"}) == Found{"divided="});
    CHECK(completed({"trace", "softmax", "--format", ""}) == Found{"json", "csv", "numpy", "torch", "latex", "svg"});
    CHECK(completed({"trace", "softmax", "--format=l"}) == Found{"--format=latex"});
    CHECK(completed({"trace", "--link", "#softmax", "--preset", "neg"}) == Found{"negative"});
    CHECK(completed({"completion", ""}) == Found{"bash", "zsh", "fish"});
    CHECK(completed({"bench", "tr"}) == Found{"train-step"});
    CHECK(completed({"generate", "--temperature", ""}).empty());
  }

  TEST_CASE("nodes of the document that was named") {
    CHECK(completed({"trace", "softmax", "--node", ""}) == Found{"z", "scaled", "exponentials", "sum", "probabilities"});
    CHECK(completed({"code", "softmax", "p"}) == Found{"probabilities"});
    CHECK(completed({"code", "--link", "softmax", "p"}) == Found{"probabilities"});
    CHECK(completed({"trace", "softmax/negative_scores", "--node", "score"}) == Found{"score_sum"});
  }

  TEST_CASE("paths are the shell's") {
    CHECK(completed({"generate", "--model", ""}) == Found{":files"});
    CHECK(completed({"generate", "--model=asse"}) == Found{":files"});
    CHECK(completed({"train", "con"}) == Found{":files"});
    CHECK(completed({"train", "config.json", "--out", ""}) == Found{":folders"});
  }

  TEST_CASE("words that can't be read yet complete to nothing") {
    for (const Found& words : {Found{}, Found{"bogus", ""}, Found{"trace", "bogus", "--node", ""}, Found{"trace", "--nothing", "--nothing"},
                               Found{"trace", "softmax/", "--set", ""}, Found{"trace", "--link"}})
      CHECK_NOTHROW(completed(words));
    CHECK(completed({"trace", "bogus", "--node", ""}).empty());
    CHECK(typed({"complete"}).code == 0);
  }

  TEST_CASE("each shell has a script; another one is refused") {
    for (const std::string_view shell : kShells) {
      const Outcome outcome = typed({"completion", std::string(shell)});
      CHECK(outcome.code == 0);
      CHECK(outcome.out.find("complete -- ") != std::string::npos);
    }
    check_refused({"completion", "csh"}, "completion: expected one of bash, zsh, fish, got “csh”.");
  }

  TEST_CASE("the manual has every command, every option and every exit code") {
    const std::string page = typed({"manual"}).out;
    const Found names = commands();
    CHECK(names.size() >= 15);
    for (const std::string& name : names) {
      CAPTURE(name);
      const std::size_t section = page.find("\n.SS " + name + "\n");
      REQUIRE(section != std::string::npos);
      const std::string about = page.substr(section, page.find("\n.S", section + 2) - section);
      const std::size_t behind_synopsis = about.find(".TP\n");
      for (const std::string& option : completed({name, "--"})) {
        std::string escaped;
        for (const char letter : option) escaped += letter == '-' ? std::string("\\-") : std::string(1, letter);
        CHECK_MESSAGE(about.find("\\fB" + escaped + "\\fR", behind_synopsis) != std::string::npos, option);
      }
    }
    for (const ExitCode& exit : kExitCodes) CHECK(page.find("\\fB" + std::string(exit.code) + "\\fR\n") != std::string::npos);
    for (const std::string& line : lines_of(page))
      if (line.starts_with("'") || line.starts_with(".")) CHECK_MESSAGE(line.find_first_of("ABCDEFGHIJKLMNOPQRSTUVWXYZb") == 1, line);
  }
}

}  // namespace completion_test
