#include "protocol/messages.h"

#include <stdexcept>

namespace gf {
namespace {

const nlohmann::json kNothing;

std::string fill_in(std::string text, const std::vector<std::pair<std::string, std::string>>& words) {
  for (const auto& [word, value] : words) {
    const std::string mark = "{" + word + "}";
    for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + value.size()))
      text.replace(at, mark.size(), value);
  }
  return text;
}

}  // namespace

Messages::Messages(std::string_view text) {
  try {
    root_ = nlohmann::json::parse(text);
  } catch (const nlohmann::json::parse_error& error) {
    throw std::runtime_error(std::string("[messages] ") + error.what());
  }
}

const nlohmann::json& Messages::node(std::string_view path) const {
  const nlohmann::json* at = &root_;
  while (!path.empty()) {
    const std::size_t dot = path.find('.');
    const std::string part(path.substr(0, dot));
    if (!at->is_object() || !at->contains(part)) return kNothing;
    at = &(*at)[part];
    path = dot == std::string_view::npos ? std::string_view() : path.substr(dot + 1);
  }
  return *at;
}

bool Messages::has(std::string_view path) const { return node(path).is_string(); }

std::string Messages::get(std::string_view path) const {
  const nlohmann::json& text = node(path);
  return text.is_string() ? text.get<std::string>() : std::string(path);
}

std::string Messages::format(std::string_view path, const std::vector<std::pair<std::string, std::string>>& words) const {
  return fill_in(get(path), words);
}

std::string Messages::format(const Problem& problem) const {
  const std::string path = "problems." + problem.id;
  if (!has(path)) return InputError(problem).what();
  std::vector<std::pair<std::string, std::string>> words = problem.words;
  for (auto& [word, value] : words)
    if (value.starts_with('@') && has("forms." + value.substr(1))) value = get("forms." + value.substr(1));
  return fill_in(get(path), words);
}

}  // namespace gf
