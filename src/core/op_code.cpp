#include "core/op_code.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/join.h"
#include "core/number_text.h"

namespace gf {

namespace {

constexpr std::size_t kLongestInLine = 12;

}  // namespace

std::string python_number(float value) {
  if (std::isfinite(value)) return exact_text(value);
  if (std::isnan(value)) return "np.nan";
  return value > 0 ? "np.inf" : "-np.inf";
}

std::string OpCode::list(const std::string& name, const std::vector<std::string>& parts) {
  std::string text = "[" + joined(parts) + "]";
  if (parts.size() <= kLongestInLine) return text;
  given.push_back({"$" + name, std::move(text), nullptr, std::ssize(parts)});
  return given.back().name;
}

std::string OpCode::list(const std::string& name, const std::vector<int>& numbers) {
  std::vector<std::string> parts;
  for (const int number : numbers) parts.push_back(std::to_string(number));
  return list(name, parts);
}

std::string OpCode::list_of_words(const std::string& name, const std::vector<std::string>& words) {
  std::vector<std::string> parts;  // a string of JSON is a string of Python
  for (const std::string& word : words)
    parts.push_back(nlohmann::json(word).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  return list(name, parts);
}

std::string OpCode::array(const std::string& name, std::shared_ptr<const Tensor> values) {
  const Index size = values->size();
  given.push_back({"$" + name, {}, std::move(values), size});
  return given.back().name;
}

}  // namespace gf
