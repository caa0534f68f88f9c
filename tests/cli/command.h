// Runs command lines as a person types them, and holds their outcome.
#pragma once

#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "cli/cli.h"
#include "support.h"

namespace gf::test {

struct Outcome {
  int code = -1;
  std::string out, err;
  std::optional<WindowRequest> window = {};  // the window that the command opened
};

/// Runs `glassformer` with the words as its arguments.
inline Outcome typed(const std::vector<std::string>& words) {
  std::vector<const char*> arguments{"glassformer"};
  for (const std::string& word : words) arguments.push_back(word.c_str());
  std::ostringstream out, err;
  Outcome outcome;
  const OnScreen on_screen{.open_window =
                               [&](const WindowRequest& request) {
                                 outcome.window = request;
                                 return 0;
                               },
                           .picture =
                               [](const Document& document, const std::string& node, float width) {
                                 const std::string subject = node.empty() ? document.lesson : node;
                                 return "the picture of " + subject + ", " + std::to_string(static_cast<int>(width)) + " wide\n";
                               }};
  const auto asset = [](std::string_view path) { return std::optional(read_asset(std::string(path))); };
  outcome.code = run_command_line(static_cast<int>(arguments.size()), arguments.data(), english(), asset, out, err, on_screen);
  outcome.out = out.str();
  outcome.err = err.str();
  return outcome;
}

/// Checks that the command did nothing, and printed one line with the expected message.
inline void check_refused(const std::vector<std::string>& words, const std::string& expected) {
  const Outcome outcome = typed(words);
  CHECK(outcome.code == 2);
  CHECK(outcome.out.empty());
  CHECK_FALSE(outcome.window);
  CHECK(outcome.err == "glassformer: " + expected + "\n");
}

}  // namespace gf::test
