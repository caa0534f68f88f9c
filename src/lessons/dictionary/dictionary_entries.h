// Shared parts of the lessons about dictionaries: a dictionary typed as lines, and the words of a sentence that are looked up in it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/tensor.h"

namespace gf {

/// An entry of a dictionary, such as "chat: cat".
struct Entry {
  std::string key, value;
};

/// The sources' dictionary of six words, as lines.
inline constexpr const char* kSixEntries = "le: the\nchat: cat\nest: is\nsous: under\nla: the\ntable: table";

/// Returns the entries of lines "key: value"; empty lines are skipped. Throws InputError, which names the input `where` and the line, for a
/// line without a colon, a key, or a value, and for a repeated key. Throws InputError for no entries, and for more than `most`.
/// Example: entries_of("entries", "le: the\nchat: cat", 10)[1] is {"chat", "cat"}.
std::vector<Entry> entries_of(const std::string& where, const std::string& text, std::size_t most);

/// Returns the words of a sentence without its punctuation. Throws InputError for no words, more than `most` words, and a word of more than
/// 10,000 letters.
std::vector<std::string> asked_words(const std::string& where, const std::string& text, std::size_t most);

/// Returns the form under which a word is looked up: the word if it is a key, otherwise the word in lower case.
std::string looked_up_as(const std::vector<Entry>& entries, const std::string& word);

/// Returns the index of the entry of a key, or none.
std::optional<std::size_t> find_entry(const std::vector<Entry>& entries, std::string_view key);

/// Returns a word for a message. A long word is cut to its first letters and an ellipsis.
std::string shortened(std::string_view word);

/// Returns each word once, in order of first appearance.
std::vector<std::string> distinct(std::vector<std::string> words);

/// Returns a vocabulary: each word once, sorted by bytes.
std::vector<std::string> sorted_vocabulary(std::vector<std::string> words);

/// Returns the one-hot vectors of a vocabulary, (size, size): row i has its 1 at i.
Tensor one_hot_rows(std::size_t size);

/// Returns the index of each word in `vocabulary`, which has all of them.
std::vector<int> places_in(const std::vector<std::string>& vocabulary, const std::vector<std::string>& words);

std::vector<std::string> keys_of(const std::vector<Entry>& entries);
std::vector<std::string> values_of(const std::vector<Entry>& entries);

}  // namespace gf
