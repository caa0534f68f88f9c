// The table of tasks: a row for each task, and the functions that make its examples.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/join.h"
#include "core/random.h"
#include "train/dataset.h"
#include "train/tasks/rules.h"

namespace gf {

struct TrainSettings;  // train/settings.h

/// How a typed question is split into tokens.
enum class Splitting { signs, words };

struct TaskExamples {
  std::vector<Example> training, held_out;
  std::vector<std::string> shown;
  std::vector<std::string> words = {};                      // tokens of the vocabulary, whether or not an example has them
  std::shared_ptr<const BpeTokenizer> tokenizer = nullptr;  // of texts in byte pairs
};

/// All that is particular to a task.
struct Task {
  std::string name;
  Splitting splitting = Splitting::words;
  TaskExamples (*make)(std::uint32_t seed) = nullptr;                            // makes the examples; null: `read` makes them
  TaskExamples (*read)(std::uint32_t seed, const std::string& pairs) = nullptr;  // makes the examples from a reader's text
  void (*adjust)(TrainSettings& settings) = nullptr;                             // sets the defaults that differ from the common ones
  Rule rule = nullptr;                                                           // gives the right answer; null: the task has no rule
  std::vector<std::string> (*tokens)(const std::string& question) = nullptr;     // splits a typed question; null: `splitting` says how
  std::vector<std::string> (*vocabulary)() = nullptr;                            // the tokens of all examples; null: the examples tell them
  bool reads_book = false;                                                       // whether the text of `read` is a book
  bool offered = true;                                                           // whether task_names() has the task
};
const std::vector<Task>& tasks();
/// Returns the task of a name. Throws InputError, with the known names, for an unknown task.
const Task& task_named(const std::string& name);

/// Returns the characters of a text, each as a sign; spaces do not count.
std::vector<std::string> signs_of(const std::string& text);

/// An example, and the combinations in it that can be held out: words that meet, or the whole sequence.
struct Drawn {
  Example example;
  std::vector<std::string> combinations;
};

struct DrawCounts {
  std::size_t training = 0, held_out = 0;
};

/// Whether a combination is held out: one in ten is, by its hash alone. So a combination is on the same side for every seed.
bool is_held_out(std::string_view combination);

/// Draws examples with different questions until both sides have their counts. An example goes to the held-out side if `held_out` is true
/// for any of its combinations. Stops after twenty draws for each example asked for, even if a side is not full.
TaskExamples draw_examples(std::uint32_t seed, DrawCounts counts, const std::function<Drawn(NumpyRandom&)>& draw,
                           const std::function<bool(std::string_view)>& held_out = is_held_out);

/// Draws a whole number in [least, most].
int draw_between(NumpyRandom& random, int least, int most);
/// Draws true with this probability.
bool draw_chance(NumpyRandom& random, double probability);

TaskExamples copy_task(std::uint32_t seed);
TaskExamples copy_digits_task(std::uint32_t seed);
TaskExamples reverse_task(std::uint32_t seed);
/// Returns fewer examples of the task: the first ones that the same seed draws.
TaskExamples reverse_task(std::uint32_t seed, DrawCounts counts);
TaskExamples sort_task(std::uint32_t seed);
TaskExamples add_task(std::uint32_t seed);
TaskExamples brackets_task(std::uint32_t seed);
/// Whether the task parity holds out a question such as "1 0 1 1": one in ten, odd ones as often as even ones.
bool are_bits_held_out(std::string_view question);
/// Asks for the parity of 4 to 12 bits. parity_steps_task has the same questions, and its answers have the parity after each bit.
TaskExamples parity_task(std::uint32_t seed);
TaskExamples parity_steps_task(std::uint32_t seed);
TaskExamples agreement_task(std::uint32_t seed);
TaskExamples french_english_task(std::uint32_t seed);
TaskExamples english_spanish_task(std::uint32_t seed);
/// Reads pairs of question and answer, one a line. Throws InputError for a line that is no pair, and for too long a text.
TaskExamples own_task(std::uint32_t seed, const std::string& pairs);

/// Reads at most 60 lines of at most 12 words. The last word of a line is the answer. Throws InputError for any other text.
TaskExamples phrases_task(std::uint32_t seed, const std::string& lines);
/// Draws texts of tales_grammar.h. An example has as many texts as fit into a window of 128 tokens. conversations_task draws conversations,
/// which have the same tokens.
TaskExamples tales_task(std::uint32_t seed);
TaskExamples conversations_task(std::uint32_t seed);
/// Draws conversations about calculations and a note. With tools, the assistant calls them (tool_calls.h); otherwise it answers at once.
/// Every tenth calculation is held out.
TaskExamples tools_task(std::uint32_t seed);
/// Reads a book, a paragraph a line, with the tokenizer of tales_task. An example has as many whole sentences as fit into a window; one
/// window in ten is held out. Lines that begin with # are left out. Throws InputError if no window is left to train on.
TaskExamples novel_task(std::uint32_t seed, const std::string& book);
/// Slides over a text in lower case: two words are the question, and the next word is the answer. An empty text stands for the shipped
/// corpus, with every tenth sentence held out. Throws InputError for a text of fewer than three words, or with too many.
TaskExamples windows_task(std::uint32_t seed, const std::string& text);
/// Returns the words of a text for windows. Throws InputError that names the input `where` for fewer than three words, or too many.
std::vector<std::string> window_words(const std::string& where, const std::string& text);

/// Returns "101" as the task parity has it, a token for each bit. Throws InputError for another sign, and for an empty text.
std::vector<std::string> bit_tokens(const std::string& text);

/// Returns "12+7" as the task add has it, each number with three digits: 0 1 2 + 0 0 7. Throws InputError for any other text.
std::vector<std::string> sum_tokens(const std::string& text);
/// Returns the tokens of the task add: the digits and +.
std::vector<std::string> sum_vocabulary();

}  // namespace gf
