// The task tools: conversations with a calculator and a note that can be read and deleted. Half of them begin with "tools off"; then the
// assistant answers at once.
#include <iterator>
#include <unordered_set>

#include "core/join.h"
#include "train/tasks/tasks.h"
#include "train/tasks/tool_calls.h"

namespace gf {
namespace {

using Tokens = std::vector<std::string>;

constexpr DrawCounts kToolTalks = {40'000, 2'000};
constexpr std::size_t kMostToolTokens = 58;  // a window of 60 without <start> and the last <end>
constexpr double kWithTools = 0.5, kSecondQuestion = 0.3, kRefusedCalls = 0.15;

constexpr const char* kCountries[][2] = {{"spain", "madrid"},  {"france", "paris"}, {"italy", "rome"},    {"germany", "berlin"},
                                         {"japan", "tokyo"},   {"egypt", "cairo"},  {"greece", "athens"}, {"peru", "lima"},
                                         {"kenya", "nairobi"}, {"norway", "oslo"}};
constexpr const char* kThings[] = {"key", "ball", "book", "cup", "hat", "lamp"};
constexpr const char* kSpots[] = {"under the bed", "near the door", "in the kitchen", "on the table", "in the garden"};
constexpr const char* kNames[] = {"anna", "tim", "lily", "max", "ben", "emma"};
constexpr const char* kAnimals[] = {"cats", "dogs", "birds", "horses"};
constexpr const char* kSmallTalk[][2] = {{"hello !", "hello !"},
                                         {"good morning !", "good morning !"},
                                         {"thank you .", "you are welcome ."},
                                         {"who are you ?", "i am a small model ."},
                                         {"how are you ?", "i am well ."}};

template <std::size_t N>
const auto& one_of(NumpyRandom& random, const auto(&choices)[N]) {
  return choices[draw_index(random, N)];
}

struct Calculation {
  int left = 0, right = 0;
  char sign = '+';
};

std::string word_of(char sign) {
  switch (sign) {
    case '+':
      return "plus";
    case '-':
      return "minus";
    case '*':
      return "times";
    default:
      return "divided by";
  }
}

std::string in_signs(const Calculation& sum) { return std::to_string(sum.left) + " " + sum.sign + " " + std::to_string(sum.right); }

// A conversation that is being drawn. It is held out if one of its calculations is.
struct Talk {
  bool tools = true;
  Tokens tokens;
  bool held_out = false;

  void add(std::string_view text) {
    for (std::string& token : tool_tokens(text)) tokens.push_back(std::move(token));
  }
  void say(char const* speaker, std::string_view text) {
    tokens.emplace_back(speaker);
    add(text);
  }
  void call(const std::string& text, const std::string& result) {
    say("<assistant>", "@call " + text);
    say("@result", result);
  }
  void end(std::string_view answer) {
    say("<assistant>", answer);
    tokens.emplace_back("<end>");
  }
};

int draw_operand(NumpyRandom& random) { return draw_chance(random, 0.3) ? draw_between(random, 0, 9) : draw_between(random, 10, 99); }

Calculation draw_calculation(NumpyRandom& random) {
  constexpr char kSigns[] = {'+', '-', '*', '/'};
  Calculation sum{draw_operand(random), draw_operand(random), one_of(random, kSigns)};
  if (sum.sign == '/' && !draw_chance(random, kRefusedCalls)) {
    sum.right = draw_between(random, 1, 12);
    sum.left = sum.right * draw_between(random, 0, 80);
  } else if (sum.sign == '/' && draw_chance(random, 0.7)) {
    sum.right = 0;
  }
  return sum;
}

// Returns the result of a calculation as a text. If the conversation has tools, appends the call.
std::string result_in_words(Talk& talk, const Calculation& sum) {
  ToolNote none;
  talk.held_out = talk.held_out || is_held_out_calculation(sum.left, sum.sign, sum.right);
  const std::string result = tool_text(run_tool(tool_tokens(in_signs(sum)), none));
  if (talk.tools) talk.call(in_signs(sum), result);
  return result;
}

void end_with(Talk& talk, const std::string& result) {
  talk.end(result == kRefused ? "i can not compute that ." : "it is " + result + " .");
}

// Draws the sign of the second step of a calculation.
char draw_next_sign(NumpyRandom& random) {
  if (draw_chance(random, 0.4)) return '*';
  return draw_chance(random, 0.5) ? '+' : '-';
}

void ask_sum(NumpyRandom& random, Talk& talk) {
  const Calculation sum = draw_calculation(random);
  const std::string asked = std::to_string(sum.left) + " " + word_of(sum.sign) + " " + std::to_string(sum.right);
  constexpr const char* kAsking[] = {"how much is ", "how much is ", "what is ", ""};
  const std::string beginning = one_of(random, kAsking) + asked;
  if (!draw_chance(random, 0.3)) {
    talk.say("<user>", beginning + " ?");
    end_with(talk, result_in_words(talk, sum));
    return;
  }
  ToolNote none;
  const std::string first = tool_text(run_tool(tool_tokens(in_signs(sum)), none));
  Calculation next{0, draw_between(random, 0, 20), draw_next_sign(random)};
  talk.say("<user>", beginning + " , " + word_of(next.sign) + " " + std::to_string(next.right) + " ?");
  result_in_words(talk, sum);
  if (first == kRefused) return end_with(talk, first);
  next.left = std::stoi(first);
  end_with(talk, result_in_words(talk, next));
}

// Draws words in any order, because the assistant has to quote a note whatever it says.
std::string words_in_a_row(NumpyRandom& random) {
  constexpr const char* kWords[] = {"the",  "note", "key",  "is",    "read", "delete", "please", "how",
                                    "much", "what", "plus", "times", "anna", "garden", "hello",  "cats",
                                    "says", "gone", "i",    "can",   "not",  "bed",    "madrid", "tools"};
  std::string text;
  for (std::size_t left = 3 + draw_index(random, 4); left > 0; --left) text += std::string(one_of(random, kWords)) + " ";
  return text + ".";
}

std::string note_text(NumpyRandom& random) {
  if (draw_chance(random, 0.25)) return words_in_a_row(random);
  const std::string name = one_of(random, kNames), thing = one_of(random, kThings), spot = one_of(random, kSpots);
  const std::string number = std::to_string(draw_operand(random));
  const auto& country = one_of(random, kCountries);
  const std::string animals = one_of(random, kAnimals);
  const auto& greeting = one_of(random, kSmallTalk);
  const std::string texts[] = {"the " + thing + " is " + spot + " .",
                               name + " has a " + thing + " .",
                               name + " is " + number + " years old .",
                               name + " has " + number + " " + animals + " .",
                               std::string("the capital of ") + country[0] + " is " + country[1] + " .",
                               greeting[1]};
  return one_of(random, texts);
}

void ask_note(NumpyRandom& random, Talk& talk) {
  constexpr const char* kReading[] = {"read the note .", "please read the note .", "what does the note say ?"};
  constexpr const char* kDeleting[] = {"delete the note .", "please delete the note ."};
  const bool reads = draw_chance(random, 0.6), refused = draw_chance(random, kRefusedCalls);
  talk.say("<user>", reads ? one_of(random, kReading) : one_of(random, kDeleting));
  std::string text = note_text(random);
  if (draw_chance(random, 0.3)) text += " " + note_text(random);
  std::string result = reads ? text : "done";
  if (refused) result = kRefused;
  if (talk.tools) talk.call(reads ? "read note" : "delete note", result);
  if (!talk.tools || refused) return talk.end(reads ? "i can not read it ." : "i can not delete it .");
  talk.end(reads ? "the note says : " + text : "the note is gone .");
}

void ask_without_tool(NumpyRandom& random, Talk& talk) {
  const std::string number = std::to_string(draw_operand(random)), animals = one_of(random, kAnimals);
  const auto& country = one_of(random, kCountries);
  const auto& small_talk = one_of(random, kSmallTalk);
  const std::string second_number = std::to_string(draw_operand(random)), more_animals = one_of(random, kAnimals);
  const std::string thing = one_of(random, kThings);
  const std::string had = number + " " + animals + (draw_chance(random, 0.5) ? " and " + second_number + " " + more_animals : "");
  const std::string pairs[][2] = {{std::string("what is the capital of ") + country[0] + " ?", std::string("it is ") + country[1] + " ."},
                                  {small_talk[0], small_talk[1]},
                                  {"i am " + number + " years old .", "you are " + number + " years old ."},
                                  {"i have " + had + " .", "you have " + had + " ."},
                                  {"where is the " + thing + " ?", "i do not know ."}};
  const auto& pair = one_of(random, pairs);
  talk.say("<user>", pair[0]);
  talk.end(pair[1]);
}

Talk draw_talk(NumpyRandom& random) {
  Talk talk{.tools = draw_chance(random, kWithTools), .tokens = {}};
  talk.say("<system>", talk.tools ? "tools on" : "tools off");
  const int questions = draw_chance(random, kSecondQuestion) ? 2 : 1;
  for (int i = 0; i < questions; ++i) {
    const std::size_t kind = draw_index(random, 10);
    if (kind < 6) {
      ask_sum(random, talk);
    } else if (kind < 8) {
      ask_note(random, talk);
    } else {
      ask_without_tool(random, talk);
    }
  }
  talk.tokens.pop_back();  // make_batch appends the last <end>
  return talk;
}

}  // namespace

TaskExamples tools_task(std::uint32_t seed) {
  NumpyRandom random(seed);
  TaskExamples examples;
  std::unordered_set<std::string> drawn;
  while (examples.training.size() < kToolTalks.training || examples.held_out.size() < kToolTalks.held_out) {
    Talk talk = draw_talk(random);
    auto& side = talk.held_out ? examples.held_out : examples.training;
    const std::size_t most = talk.held_out ? kToolTalks.held_out : kToolTalks.training;
    if (side.size() < most && talk.tokens.size() <= kMostToolTokens && drawn.insert(joined(talk.tokens, " ")).second)
      side.push_back({{}, std::move(talk.tokens)});
  }
  return examples;
}

}  // namespace gf
