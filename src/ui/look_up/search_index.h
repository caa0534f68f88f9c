// Makes an index of everything that can be searched for, and ranks its entries by how well they fit the typed words. All functions are
// pure.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/enum_names.h"
#include "protocol/schema.h"
#include "protocol/texts.h"
#include "protocol/trace.h"

namespace gf::ui {

enum class SearchKind { lesson, step, term, node };
inline constexpr std::array kSearchKinds = {SearchKind::lesson, SearchKind::step, SearchKind::term, SearchKind::node};
inline std::string_view name_of(SearchKind kind) { return name_in({"lesson", "step", "term", "node"}, kind); }

/// An entry of the index.
struct SearchEntry {
  SearchKind kind = SearchKind::lesson;
  std::string id;       // the id of the lesson, of the step's lesson or of the term; the name of the node
  int step = -1;        // the index of a step; -1 for other kinds
  std::string title;    // "Softmax"; empty for a step
  std::string text;     // the subtitle of a lesson, the caption of a step, the definition of a term, the name of a node
  std::string context;  // the title of a step's lesson; the other forms of a term
  // The texts above as plain_words returns them.
  std::string plain_title = {}, plain_text = {}, plain_context = {};
};

using SearchIndex = std::vector<SearchEntry>;

struct SearchIndexKey {
  std::shared_ptr<const Catalogue> catalogue;
  const Texts* texts = nullptr;
  int additions = 0;  // Texts::additions, which changes when texts are loaded
  bool operator==(const SearchIndexKey&) const = default;
};

struct SearchNodesKey {
  std::shared_ptr<const Trace> trace;
  const Texts* texts = nullptr;
  bool operator==(const SearchNodesKey&) const = default;
};

/// Returns the lessons with their steps in the order of the course, then the terms of the glossary in alphabetical order.
SearchIndex course_index(const SearchIndexKey& key);

/// Returns the entry with its plain texts filled in.
SearchEntry with_plain(SearchEntry entry);

/// Returns the text as it is compared: words in lower case without accents, with one space between them. A word consists of letters and
/// digits of any script.
/// Example: "Encoder–décodeur (Q·Kᵀ)" is "encoder decodeur q kᵀ".
std::string plain_words(std::string_view text);

/// Returns how well an entry fits words from plain_words: the smaller, the better; -1 if the entry lacks a word. A title counts more than a
/// text, the beginning of a title more than another word in it, and the beginning of a word more than its middle.
int fit_of(const SearchEntry& entry, std::string_view words);

/// The results of one kind, the best first.
struct SearchGroup {
  SearchKind kind = SearchKind::lesson;
  std::vector<SearchEntry> entries;
  std::size_t all = 0;  // the number of entries that fit; `entries` may hold fewer
};
using SearchHits = std::vector<SearchGroup>;

struct SearchHitsKey {
  SearchIndexKey course;
  SearchNodesKey nodes;  // a key without a trace has no nodes
  std::string typed;
  bool operator==(const SearchHitsKey&) const = default;
};

inline constexpr std::size_t kMostOfKind = 5;

/// Returns the entries of both indices that fit the typed text, at most kMostOfKind of a kind. The kind with the best entry comes first. If
/// `typed` has no words, returns all lessons.
SearchHits search_in(const SearchIndex& course, const SearchIndex& nodes, std::string_view typed);

/// Returns the bytes begin..end-1 of a text that fit a word, as {begin, end} in the order of the text. `words` are from plain_words.
std::vector<std::pair<std::size_t, std::size_t>> fitting_parts(std::string_view text, std::string_view words);

}  // namespace gf::ui
