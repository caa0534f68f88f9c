// All that can be searched for, and how well it fits what was typed. Pure functions of texts and traces.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/enum_names.h"
#include "protocol/schema.h"
#include "protocol/texts.h"
#include "protocol/trace.h"

namespace gf::ui {

enum class SearchKind { lesson, step, term, node };
inline constexpr std::array kSearchKinds = {SearchKind::lesson, SearchKind::step, SearchKind::term, SearchKind::node};
inline std::string_view name_of(SearchKind kind) { return name_in({"lesson", "step", "term", "node"}, kind); }

struct SearchEntry {
  SearchKind kind = SearchKind::lesson;
  std::string id;       // of the lesson, of a step's lesson, of the term; the name of the node
  int step = -1;        // of a step
  std::string title;    // "Softmax"; a step has none
  std::string text;     // subtitle, caption, definition; the name of a node
  std::string context;  // a step's lesson; other forms of a term
  // The same as words are compared.
  std::string plain_title = {}, plain_text = {}, plain_context = {};
};

using SearchIndex = std::vector<SearchEntry>;

struct SearchIndexKey {
  std::shared_ptr<const Catalogue> catalogue;
  const Texts* texts = nullptr;
  int additions = 0;  // to the texts
  bool operator==(const SearchIndexKey&) const = default;
};

struct SearchNodesKey {
  std::shared_ptr<const Trace> trace;
  const Texts* texts = nullptr;
  bool operator==(const SearchNodesKey&) const = default;
};

/// The lessons, their steps and the terms of the glossary, in the order of the course and of the alphabet.
SearchIndex course_index(const SearchIndexKey& key);

/// An entry with its plain texts.
SearchEntry with_plain(SearchEntry entry);

/// A text as it is compared: words of lower case without accents, one space between them; a word is letters and digits of any script.
/// Example: "Encoder–décodeur (Q·Kᵀ)" is "encoder decodeur q kᵀ".
std::string plain_words(std::string_view text);

/// How well an entry fits words, from plain_words: the less the better; -1 if it lacks one of them. A title counts before a text, its
/// beginning before another word of it, and the beginning of a word before its middle.
int fit_of(const SearchEntry& entry, std::string_view words);

/// The results of one kind, the best first.
struct SearchGroup {
  SearchKind kind = SearchKind::lesson;
  std::vector<SearchEntry> entries;
  std::size_t all = 0;  // as many fit
};
using SearchHits = std::vector<SearchGroup>;

struct SearchHitsKey {
  SearchIndexKey course;
  SearchNodesKey nodes;  // without a trace there are none
  std::string typed;
  bool operator==(const SearchHitsKey&) const = default;
};

inline constexpr std::size_t kMostOfKind = 5;

/// Finds what fits the typed text in two indices, at most so many of a kind: the kind with the best one first. Without words: all lessons.
SearchHits search_in(const SearchIndex& course, const SearchIndex& nodes, std::string_view typed);

/// The bytes begin..end-1 of a text that fit a word, in the order of the text: {begin, end}. `words` are from plain_words.
std::vector<std::pair<std::size_t, std::size_t>> fitting_parts(std::string_view text, std::string_view words);

}  // namespace gf::ui
