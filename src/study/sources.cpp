#include "study/sources.h"

#include <algorithm>
#include <charconv>
#include <tuple>

#include "protocol/texts.h"

namespace gf {
namespace {

constexpr std::string_view kSlips = "sources.slips.", kQuestion = ".question";

std::string in_capitals(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

// Returns the key for sorting: "A10b" is ('A', 10, "b").
auto order_of(const Slip& slip) {
  int number = 0;
  const char* const end = slip.id.data() + slip.id.size();
  const char* const rest = std::from_chars(slip.id.data() + 1, end, number).ptr;
  return std::tuple(slip.id[0], number, std::string(rest, end));
}

std::vector<SourceText> source_texts(const Texts& texts) {
  std::vector<SourceText> all;
  for (const std::string letter : {"a", "b", "c", "d", "e"}) {
    const std::string path = "sources.texts." + letter;
    all.push_back({in_capitals(letter), texts.get(path + ".title"), texts.get(path + ".gave")});
  }
  return all;
}

std::vector<Slip> slips_of(const Texts& texts) {
  std::vector<Slip> slips;
  for (const auto& [path, text] : texts.all()) {
    if (!path.starts_with(kSlips) || !path.ends_with(kQuestion)) continue;
    const std::string key = path.substr(kSlips.size(), path.size() - kSlips.size() - kQuestion.size());
    slips.push_back({in_capitals(key), text, texts.get(std::string(kSlips) + key + ".answer")});
  }
  std::sort(slips.begin(), slips.end(), [](const Slip& a, const Slip& b) { return order_of(a) < order_of(b); });
  return slips;
}

}  // namespace

Sources sources_of(const Texts& texts) {
  return {texts.get("sources.title"), texts.get("sources.lead"), source_texts(texts), slips_of(texts)};
}

}  // namespace gf
