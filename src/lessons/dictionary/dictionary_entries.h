// Shared parts of the lessons about dictionaries: a dictionary typed as lines, and the words of a sentence that it is asked for.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/tensor.h"

namespace gf {

/// "chat: cat".
struct Entry {
  std::string key, value;
};

/// The sources' dictionary of six words, as lines.
inline constexpr const char* kSixEntries = "le: the\nchat: cat\nest: is\nsous: under\nla: the\ntable: table";

/// The lines "key: value" of a text; empty lines don't count. Throws InputError, which names the input `where` and the line, for a line
/// without a colon or with nothing before or after it, a key that was there before, no lines and more than `most`. Example:
/// entries_of("entries", "le: the\nchat: cat", 10)[1] is {"chat", "cat"}.
std::vector<Entry> entries_of(const std::string& where, const std::string& text, std::size_t most);

/// The words of a sentence without its punctuation. Throws InputError where there is none, more than `most`, or one of more than 10,000
/// letters.
std::vector<std::string> asked_words(const std::string& where, const std::string& text, std::size_t most);

/// The form under which a word is looked up: itself where it is a key, else with its ASCII letters in lower case.
std::string looked_up_as(const std::vector<Entry>& entries, const std::string& word);

/// The entry of a key.
std::optional<std::size_t> find_entry(const std::vector<Entry>& entries, std::string_view key);

/// A long word for a message: its first letters and an ellipsis.
std::string shortened(std::string_view word);

/// Each word once, in order of first appearance.
std::vector<std::string> distinct(std::vector<std::string> words);

/// Each word once, in the order of their letters: a vocabulary.
std::vector<std::string> sorted_vocabulary(std::vector<std::string> words);

/// The one-hot vectors of a vocabulary, (size, size): row i has its 1 at i.
Tensor one_hot_rows(std::size_t size);

/// The place of each word among `vocabulary`, which has them all.
std::vector<int> places_in(const std::vector<std::string>& vocabulary, const std::vector<std::string>& words);

std::vector<std::string> keys_of(const std::vector<Entry>& entries);
std::vector<std::string> values_of(const std::vector<Entry>& entries);

}  // namespace gf
