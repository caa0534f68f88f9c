#include "text/headwords.h"

#include <algorithm>
#include <limits>
#include <string>

namespace gf {
namespace {

// Letters: for a longer word, the letters that two words share are cheaper to count than their edit distance.
constexpr std::size_t kLongWord = 64;

void keep_nearest(std::vector<NearHeadword>& kept, const NearHeadword& near, std::size_t most) {
  const auto nearer = [](const NearHeadword& a, const NearHeadword& b) { return a.distance < b.distance; };
  kept.insert(std::upper_bound(kept.begin(), kept.end(), near, nearer), near);
  if (kept.size() > most) kept.pop_back();
}

void compare(const WordPattern& word, std::u32string_view letters, const Headword& line, std::size_t most,
             std::vector<NearHeadword>& kept) {
  const bool full = kept.size() == most;
  const std::size_t worst = full ? kept.back().distance : std::numeric_limits<std::size_t>::max() / 2;
  if (full && worst == 0) return;
  const std::size_t enough = full ? worst - 1 : worst;  // at equal distance, the earlier headword stays
  if (full && word.word().size() > kLongWord && word.least_distance(letters) > enough) return;
  if (const std::size_t distance = word.distance(letters, enough); distance <= enough) keep_nearest(kept, {line, distance}, most);
}

}  // namespace

Headwords::Headwords(std::string_view text) {
  std::size_t begin = 0;
  while (begin < text.size() && text[begin] == '#') {
    const std::size_t end = text.find('\n', begin);
    begin = end == std::string_view::npos ? text.size() : end + 1;
  }
  about_ = text.substr(0, begin);
  lines_ = text.substr(begin);
}

std::size_t Headwords::count() const { return static_cast<std::size_t>(std::count(lines_.begin(), lines_.end(), '\n')); }

Headword Headwords::line_at(std::size_t place) const {
  const std::size_t end = std::min(lines_.find('\n', place), lines_.size());
  const std::string_view line = lines_.substr(place, end - place);
  const std::size_t tab = std::min(line.find('\t'), line.size());
  return {line.substr(0, tab), line.substr(std::min(tab + 1, line.size())), place};
}

std::optional<Headword> Headwords::find(std::string_view key) const {
  std::size_t from = 0, to = lines_.size();  // each is the beginning of a line, or the end of the text
  while (from < to) {
    const std::size_t middle = from + (to - from) / 2;
    const std::size_t before = middle == 0 ? std::string_view::npos : lines_.rfind('\n', middle - 1);
    const std::size_t begin = before == std::string_view::npos || before < from ? from : before + 1;
    const Headword line = line_at(begin);
    if (line.key == key) return line;
    if (line.key < key)
      from = std::min(std::min(lines_.find('\n', begin), lines_.size()) + 1, to);
    else
      to = begin;
  }
  return std::nullopt;
}

std::vector<std::vector<NearHeadword>> Headwords::nearest(const std::vector<WordPattern>& words, std::size_t most) const {
  std::vector<std::vector<NearHeadword>> kept(words.size());
  if (most == 0) return kept;
  std::u32string letters;
  for (std::size_t place = 0; place < lines_.size();) {
    const Headword line = line_at(place);
    read_letters(line.key, letters);
    for (std::size_t i = 0; i < words.size(); ++i) compare(words[i], letters, line, most, kept[i]);
    place = std::min(lines_.find('\n', place), lines_.size() - 1) + 1;
  }
  return kept;
}

}  // namespace gf
