// Calls of tools in a conversation, and their results.
//
//   <system> tools on <user> how much is 2 7 plus 5 ? <assistant> @call 2 7 + 5 @result 3 2 <assistant> it is 3 2 . <end>
//
// The model writes the tokens after <assistant>. The model ends a call with "@result". The program appends the result, and <assistant>
// again.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gf {

inline constexpr std::string_view kCallToken = "@call", kResultToken = "@result";
/// The result of a call that the program refuses.
inline constexpr std::string_view kRefused = "error";

/// Returns the tokens of a text: words in lower case, each digit of a number alone, "@call" and "<user>" whole.
/// Example: `tool_tokens("Is it 27?")` is {"is", "it", "2", "7", "?"}.
std::vector<std::string> tool_tokens(std::string_view text);
/// Returns tokens as a text, with digits joined and no space before punctuation.
/// Example: `tool_text({"it", "is", "2", "7", "."})` is "it is 27.".
std::string tool_text(const std::vector<std::string>& tokens);

/// The note that the tools "read note" and "delete note" work on.
struct ToolNote {
  std::vector<std::string> tokens;
  bool there = true;
};

/// Runs a call, the tokens between "@call" and "@result": "2 7 + 5", "read note" or "delete note". Numbers have at most six digits.
/// Returns {"error"} for any other call, for a note that is empty or deleted, for a division by zero, and for a division with a remainder.
std::vector<std::string> run_tool(const std::vector<std::string>& call, ToolNote& note);

/// Whether no example shows this calculation: one in ten, sums and products in either order.
bool is_held_out_calculation(int left, char sign, int right);

}  // namespace gf
