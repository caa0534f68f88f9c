// The tasks: a row for each, and what the rows are made of.
#pragma once

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

/// How a typed question falls into tokens.
enum class Splitting { signs, words };

struct TaskExamples {
  std::vector<Example> training, held_out;
  std::vector<std::string> shown;
  std::vector<std::string> words = {};                      // that belong to the vocabulary, whether an example has them or not
  std::shared_ptr<const BpeTokenizer> tokenizer = nullptr;  // of texts that are cut into pieces
};

/// All that is particular to a task.
struct Task {
  std::string name;
  Splitting splitting = Splitting::words;
  TaskExamples (*make)(std::uint32_t seed) = nullptr;                            // null: `read` makes them
  TaskExamples (*read)(std::uint32_t seed, const std::string& pairs) = nullptr;  // from what somebody wrote
  void (*adjust)(TrainSettings& settings) = nullptr;                             // its own defaults, where they differ from the common ones
  Rule rule = nullptr;                                                           // gives the right answer; null: it has none
  std::vector<std::string> (*tokens)(const std::string& question) = nullptr;     // of a typed question, where splitting it will not do
  bool reads_book = false;                                                       // what `read` is given is a book
  bool offered = true;                                                           // as a task that a transformer of its own is trained for
};
const std::vector<Task>& tasks();
/// Throws InputError for an unknown task, with the names that there are.
const Task& task_named(const std::string& name);

/// The signs of a text, one a character; spaces do not count.
std::vector<std::string> signs_of(const std::string& text);

/// One draw: an example and the combinations that it shows (of words, or the whole sequence).
struct Drawn {
  Example example;
  std::vector<std::string> combinations;
};

struct DrawCounts {
  std::size_t training = 0, held_out = 0;
};

/// Whether a combination is held out: one in ten is, by its hash alone. No seed moves one to the other side.
bool is_held_out(std::string_view combination);

/// Draws examples with different questions until there are enough. One goes to the held-out side if `held_out` says so of any of its
/// combinations; the training side has none of those. Stops early where nothing new comes any more.
TaskExamples draw_examples(std::uint32_t seed, DrawCounts counts, const std::function<Drawn(NumpyRandom&)>& draw,
                           const std::function<bool(std::string_view)>& held_out = is_held_out);

/// A whole number in [0, count), and in [least, most].
std::size_t draw_index(NumpyRandom& random, std::size_t count);
int draw_between(NumpyRandom& random, int least, int most);
bool draw_chance(NumpyRandom& random, double probability);

TaskExamples copy_task(std::uint32_t seed);
TaskExamples copy_digits_task(std::uint32_t seed);
TaskExamples reverse_task(std::uint32_t seed);
/// As many as asked for: of the same seed they are the first ones of the task.
TaskExamples reverse_task(std::uint32_t seed, DrawCounts counts);
TaskExamples sort_task(std::uint32_t seed);
TaskExamples add_task(std::uint32_t seed);
TaskExamples brackets_task(std::uint32_t seed);
/// Whether the task parity holds a question out, "1 0 1 1": one in ten, odd ones as often as even ones.
bool are_bits_held_out(std::string_view question);
/// The parity of 4 to 12 bits, and the same questions with the parity after each bit as the answer.
TaskExamples parity_task(std::uint32_t seed);
TaskExamples parity_steps_task(std::uint32_t seed);
TaskExamples agreement_task(std::uint32_t seed);
TaskExamples french_english_task(std::uint32_t seed);
TaskExamples english_spanish_task(std::uint32_t seed);
/// Pairs that somebody wrote, a line each.
TaskExamples own_task(std::uint32_t seed, const std::string& pairs);

/// Lines whose last word is what comes next. At most 60 of 12 words.
TaskExamples phrases_task(std::uint32_t seed, const std::string& lines);
/// Texts of tales_grammar.h in pieces, as many as fit into a window of 128 at a time, and conversations in the same pieces.
TaskExamples tales_task(std::uint32_t seed);
TaskExamples conversations_task(std::uint32_t seed);
/// Conversations in which a calculator may be called (tool_calls.h), or sums are answered at once. Every tenth calculation is held out.
TaskExamples tools_task(std::uint32_t seed);
/// A book in the pieces of the tales, as many whole sentences as fit into a window at a time; one window in ten is held out. A paragraph is
/// a line; lines that begin with # are about it. Throws InputError where nothing is in it.
TaskExamples novel_task(std::uint32_t seed, const std::string& book);
/// Two words and the one after them, all along a text in lower case; of the shipped corpus where the text is empty, with every tenth
/// sentence held out.
TaskExamples windows_task(std::uint32_t seed, const std::string& text);
/// The words of a text for windows. Throws InputError that names the input `where` for fewer than three, or too many.
std::vector<std::string> window_words(const std::string& where, const std::string& text);

/// "101" as the task parity has it, a token a bit. Throws InputError for another sign, and for none.
std::vector<std::string> bit_tokens(const std::string& text);

/// "12+7" as the task has it, each number with three digits: 0 1 2 + 0 0 7. Throws InputError for anything else.
std::vector<std::string> sum_tokens(const std::string& text);

}  // namespace gf
