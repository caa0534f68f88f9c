#include "protocol/texts.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace gf {
namespace {

const nlohmann::json kNothing;
constexpr std::size_t kLongestWord = 1000;  // bytes of what is put into a sentence: somebody may have typed ten thousand letters

std::string fitting(const std::string& value) {
  if (value.size() <= kLongestWord) return value;
  std::size_t end = kLongestWord;
  while (end > 0 && (static_cast<unsigned char>(value[end]) & 0xC0) == 0x80) --end;  // no half letters
  return value.substr(0, end) + "…";
}

// One pass: braces that somebody typed are left as they are.
std::string fill_in(const std::string& text, const std::vector<std::pair<std::string, std::string>>& words) {
  std::string filled;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t open = std::min(text.find('{', at), text.size()), close = text.find('}', open);
    filled += text.substr(at, open - at);
    if (close == std::string::npos) return filled + text.substr(open);
    const std::string_view mark = std::string_view(text).substr(open + 1, close - open - 1);
    const auto word = std::find_if(words.begin(), words.end(), [&](const auto& one) { return one.first == mark; });
    const bool known = word != words.end();
    filled += known ? fitting(word->second) : "{";
    at = known ? close + 1 : open + 1;
  }
  return filled;
}

}  // namespace

Texts::Texts(std::string_view text) {
  try {
    root_ = std::make_shared<const nlohmann::json>(nlohmann::json::parse(text));
  } catch (const nlohmann::json::parse_error& error) {
    throw std::runtime_error(std::string("[texts] ") + error.what());
  }
}

const nlohmann::json& Texts::node(std::string_view path) const {
  const nlohmann::json* at = root_ ? root_.get() : &kNothing;
  while (!path.empty()) {
    const std::size_t dot = path.find('.');
    const std::string part(path.substr(0, dot));
    if (!at->is_object() || !at->contains(part)) return kNothing;
    at = &(*at)[part];
    path = dot == std::string_view::npos ? std::string_view() : path.substr(dot + 1);
  }
  return *at;
}

bool Texts::has(std::string_view path) const { return node(path).is_string(); }

std::string Texts::get(std::string_view path) const {
  const nlohmann::json& text = node(path);
  if (text.is_string()) return text.get<std::string>();
  if (on_gap) on_gap(path);
  return std::string(path);
}

std::string Texts::format(std::string_view path, const std::vector<std::pair<std::string, std::string>>& words) const {
  return fill_in(get(path), words);
}

std::string Texts::format(const Problem& problem) const {
  const std::string path = "problems." + problem.id;
  if (!has(path)) return InputError(problem).what();
  std::vector<std::pair<std::string, std::string>> words = problem.words;
  for (auto& [word, value] : words)
    if (value.starts_with('@') && has("forms." + value.substr(1))) value = get("forms." + value.substr(1));
  return fill_in(get(path), words);
}

}  // namespace gf
