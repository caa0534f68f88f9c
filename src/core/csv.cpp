#include "core/csv.h"

#include <string_view>

namespace gf {

std::string csv_field(std::string text) {
  const bool is_number = !text.empty() && text.find_first_not_of("0123456789.-+e ") == std::string::npos;
  if (!text.empty() && !is_number && std::string_view("=+-@\t").find(text.front()) != std::string_view::npos) text.insert(0, 1, '\'');
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char letter : text) quoted += letter == '"' ? "\"\"" : std::string(1, letter);
  return quoted + "\"";
}

}  // namespace gf
