// The loop of a model that writes calls and a program that runs them.
// In order: context_of_question() makes the context of a question; go_on() lets the model and the program write until the model ends.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lessons/language/language_parts.h"
#include "train/tasks/tool_calls.h"

namespace gf::tools_lesson {

using Words = std::vector<std::string>;
using Ids = std::vector<int>;

inline constexpr Index kMostCalls = 3;

/// The tokens of the context by one speaker.
struct Turn {
  std::string key;  // of the texts
  Words tokens;
};

struct CallMade {
  Words call, result;
};

/// The tokens that the system, the user, the model and the program have written so far.
struct Context {
  std::vector<Turn> turns;
  std::vector<Index> read;  // for each pass: the tokens that the model has read when it predicts its first one
  std::vector<CallMade> calls;
  ToolNote note;

  Words tokens() const;
};

Ids ids_of_words(const LanguageModel& model, const Words& words);

/// Returns the tokens of a text. Throws InputError for more than `most` tokens, and for a token that the model does not know.
Words known_tokens(const LanguageModel& model, const std::string& where, std::string_view text, std::size_t most);

/// Returns the context before the model's first turn. Example: context_of_question({"2", "7", "plus", "6", "7", "?"}, true).
Context context_of_question(const Words& question, bool tools);

/// The program's rules for a call.
struct Rules {
  Words false_result = {};  // replaces the first result; empty: the first result is the tool's
  Index most_calls = kMostCalls;
  bool may_delete = true;
};

/// Returns the tokens that the program puts in for a call: the tool's result, or {"error"} if the rules refuse the call.
Words result_of_call(const Words& call, const Rules& rules, Context& context);

/// Runs the loop. The model writes until it ends its answer or a call. The program runs the call, puts in the result, and lets the model
/// write again. `read` is called with token ids, and returns the writer that has read them.
template <typename Read>
void go_on(const LanguageModel& model, const Rules& rules, Context& context, Read&& read) {
  Ids next = ids_of_words(model, context.tokens());
  Index count = 0;
  for (Index pass = 1; pass <= kMostCalls + 1; ++pass) {
    context.turns.push_back({"@by_model " + std::to_string(pass), {"<assistant>"}});
    next.push_back(model.vocabulary.find("<assistant>"));
    Words call;
    bool calls = false, called = false;
    while (!called) {
      Words& written = context.turns.back().tokens;
      count += std::ssize(next);
      if (count >= model.config.longest) return;
      const Writer& writer = read(next);
      if (written.size() == 1) context.read.push_back(count);
      const int id = next_token(writer, {.temperature = 0}, 0);
      if (id == Vocabulary::kEnd) return;
      next = {id};
      written.push_back(model.vocabulary.token(id));
      called = calls && written.back() == kResultToken;
      if (calls && !called) call.push_back(written.back());
      calls = calls || written.back() == kCallToken;
    }
    context.turns.back().tokens.pop_back();
    Words result = result_of_call(call, rules, context);
    const Ids put = ids_of_words(model, result);
    next.insert(next.end(), put.begin(), put.end());
    Turn by_tool{"@by_tool " + std::to_string(pass), {std::string(kResultToken)}};
    by_tool.tokens.insert(by_tool.tokens.end(), result.begin(), result.end());
    context.turns.push_back(std::move(by_tool));
    context.calls.push_back({std::move(call), std::move(result)});
  }
}

}  // namespace gf::tools_lesson
