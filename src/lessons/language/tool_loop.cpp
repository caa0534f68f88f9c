#include "lessons/language/tool_loop.h"

#include "core/join.h"
#include "core/problem.h"
#include "text/near_words.h"

namespace gf::tools_lesson {

Words Context::tokens() const {
  Words all;
  for (const Turn& turn : turns) all.insert(all.end(), turn.tokens.begin(), turn.tokens.end());
  return all;
}

Ids ids_of_words(const LanguageModel& model, const Words& words) {
  Ids ids;
  for (const std::string& word : words) ids.push_back(model.vocabulary.find(word));
  return ids;
}

Words known_tokens(const LanguageModel& model, const std::string& where, std::string_view text, std::size_t most) {
  Words tokens = tool_tokens(text);
  if (tokens.size() > most)
    throw InputError({"too_many_tokens", {{"where", where}, {"got", std::to_string(tokens.size())}, {"most", std::to_string(most)}}});
  for (const std::string& token : tokens)
    if (model.vocabulary.find(token) < 0)
      throw InputError(
          {"unknown_token",
           {{"where", where}, {"task", "tools"}, {"got", token}, {"near", joined(near_words(model.vocabulary.tokens(), token), " ")}}});
  return tokens;
}

Context context_of_question(const Words& question, bool tools) {
  Context context;
  context.turns.push_back({"@by_system", {"<start>", "<system>", "tools", tools ? "on" : "off"}});
  context.turns.push_back({"@by_user", {"<user>"}});
  Words& asked = context.turns.back().tokens;
  asked.insert(asked.end(), question.begin(), question.end());
  return context;
}

Words result_of_call(const Words& call, const Rules& rules, Context& context) {
  const Index before = std::ssize(context.calls);
  if (before >= rules.most_calls || (!rules.may_delete && !call.empty() && call.front() == "delete")) return {std::string(kRefused)};
  Words result = run_tool(call, context.note);
  return before == 0 && !rules.false_result.empty() ? rules.false_result : result;
}

}  // namespace gf::tools_lesson
