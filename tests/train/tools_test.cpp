// Calls of tools with the program's answers, and the conversations that teach a model to call.
#include <algorithm>
#include <string>
#include <vector>

#include "core/join.h"
#include "support.h"
#include "train/dataset.h"
#include "train/default_settings.h"
#include "train/settings.h"
#include "train/tasks/tasks.h"
#include "train/tasks/tool_calls.h"

using namespace gf;

namespace tools_test {
namespace {

using Tokens = std::vector<std::string>;

std::string answered(const std::string& call) {
  ToolNote note{{"the", "key", "."}};
  return tool_text(run_tool(tool_tokens(call), note));
}

// Returns the calculations that a conversation calls for, such as "27 + 67".
std::vector<std::string> calls_in(const Tokens& tokens) {
  std::vector<std::string> calls;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i] != "@call") continue;
    Tokens call;
    while (tokens[++i] != "@result") call.push_back(tokens[i]);
    calls.push_back(tool_text(call));
  }
  return calls;
}

bool is_held_out_call(const std::string& call) {
  int left = 0, right = 0;
  char sign = ' ';
  return std::sscanf(call.c_str(), "%d %c %d", &left, &sign, &right) == 3 && is_held_out_calculation(left, sign, right);
}

}  // namespace

TEST_SUITE("train/tools") {
  TEST_CASE("a text falls into words, digits and marks, and back") {
    CHECK(tool_tokens("How much is 27 plus 5?") == Tokens{"how", "much", "is", "2", "7", "plus", "5", "?"});
    CHECK(tool_tokens("@call 27 + 5 <user>") == Tokens{"@call", "2", "7", "+", "5", "<user>"});
    CHECK(tool_tokens("").empty());
    CHECK(tool_text({"it", "is", "-", "2", "5", "."}) == "it is -25.");
    CHECK(tool_text({"4", "2", "-", "1", "7"}) == "42 - 17");
  }

  TEST_CASE("the calculator computes with whole numbers and refuses all else") {
    const std::pair<const char*, const char*> cases[] = {
        {"27 + 67", "94"},       {"17 - 42", "-25"},   {"12 * 37", "444"},     {"78 / 3", "26"},   {"-4 * 3", "-12"},
        {"0 / 5", "0"},          {"12 / 0", "error"},  {"7 / 2", "error"},     {"27 27", "error"}, {"+ 3", "error"},
        {"3 +", "error"},        {"two + 3", "error"}, {"send note", "error"}, {"", "error"},      {"999999 * 999999", "999998000001"},
        {"1000000 + 1", "error"}};
    for (const auto& [call, result] : cases) {
      CAPTURE(call);
      CHECK(answered(call) == result);
    }
    for (int left = -30; left <= 30; ++left)
      for (int right = -9; right <= 9; ++right) {
        CHECK(answered(std::to_string(left) + " + " + std::to_string(right)) == std::to_string(left + right));
        CHECK(answered(std::to_string(left) + " * " + std::to_string(right)) == std::to_string(left * right));
      }
  }

  TEST_CASE("a note is read until it is deleted") {
    ToolNote note{{"the", "key", "."}};
    CHECK(run_tool({"read", "note"}, note) == Tokens{"the", "key", "."});
    CHECK(run_tool({"delete", "note"}, note) == Tokens{"done"});
    CHECK_FALSE(note.there);
    CHECK(run_tool({"read", "note"}, note) == Tokens{"error"});
    CHECK(run_tool({"delete", "note"}, note) == Tokens{"error"});
  }

  TEST_CASE("no conversation of the training side shows a held-out calculation, each of the held-out side does") {
    CHECK(is_held_out_calculation(27, '+', 67));
    CHECK(is_held_out_calculation(67, '+', 27));
    const TaskExamples examples = tools_task(1);
    CHECK(examples.training.size() == 40'000);
    CHECK(examples.held_out.size() == 2'000);
    int with_tools = 0, calls = 0;
    for (const Example& example : examples.training) {
      with_tools += example.answer[2] == "on" ? 1 : 0;
      CHECK(example.answer.size() <= 58);
      for (const std::string& call : calls_in(example.answer)) {
        ++calls;
        if (is_held_out_call(call)) FAIL_CHECK(call);
      }
    }
    CHECK(with_tools > 18'000);
    CHECK(with_tools < 22'000);
    CHECK(calls > 10'000);
    for (const Example& example : examples.held_out)
      if (example.answer[2] == "on") {
        const std::vector<std::string> of_example = calls_in(example.answer);
        CHECK(std::any_of(of_example.begin(), of_example.end(), is_held_out_call));
      }
    CHECK(tools_task(1).training == examples.training);
  }

  TEST_CASE("every result in a conversation is what the program answers, and with tools off nothing is called") {
    int called = 0, off = 0;
    for (const Example& example : tools_task(2).held_out) {
      const Tokens& tokens = example.answer;
      const bool on = tokens[2] == "on";
      off += on ? 0 : 1;
      if (!on) CHECK(std::find(tokens.begin(), tokens.end(), "@call") == tokens.end());
      for (const std::string& call : calls_in(tokens)) {
        if (call == "read note" || call == "delete note") continue;
        const std::string shown =
            joined(tool_tokens("@call " + call), " ") + " @result " + joined(tool_tokens(answered(call)), " ") + " <assistant>";
        CAPTURE(shown);
        ++called;
        CHECK(joined(tokens, " ").find(shown) != std::string::npos);
      }
    }
    CHECK(called > 500);
    CHECK(off > 500);  // of 2000 conversations, about half
  }

  TEST_CASE("the shipped configuration is that of the task") {
    CHECK(settings_from_json(test::read_source_file("assets/models/tools.json")) == default_settings("tools"));
  }
}

}  // namespace tools_test
