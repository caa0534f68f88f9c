#include "core/json_reader.h"

#include <algorithm>
#include <bit>
#include <cctype>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "core/half.h"
#include "core/problem.h"
#include "core/utf8.h"

namespace gf {
namespace {

using nlohmann::json;

constexpr std::size_t kLongestQuote = 40;  // bytes of a quoted name, number or token

std::string shortened(std::string_view text) {
  std::string start;
  for (const std::string_view character : utf8_characters(text.substr(0, kLongestQuote)))
    if (utf8_length(character) > 0) start += character;
  return text.size() > kLongestQuote ? start + "…" : start;
}

// The words of a problem.
using Words = std::vector<std::pair<std::string, std::string>>;

bool in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '+' || c == '.'; }

// Returns the end of the token that begins at `start`: a text in quotes, a run of letters and digits, or one character.
std::size_t end_of_token(std::string_view text, std::size_t start) {
  std::size_t end = start + 1;
  if (text[start] == '"') {
    while (end < text.size() && text[end] != '"') end += text[end] == '\\' ? 2 : 1;
    return std::min(text.size(), end + 1);
  }
  if (!in_word(text[start])) return start + std::max<std::size_t>(1, utf8_length(text.substr(start)));
  while (end < text.size() && in_word(text[end])) ++end;
  return end;
}

// Returns the begin of the token that has the byte before `position`; the end of the text if no token has it.
std::size_t token_before(std::string_view text, std::size_t position) {
  for (std::size_t start = 0;;) {
    start = std::min(text.size(), text.find_first_not_of(" \t\r\n", start));
    if (start == text.size()) return start;
    const std::size_t end = end_of_token(text, start);
    if (end >= position || (end == text.size() && text[start] == '"' && text[end - 1] != '"')) return start;
    start = end;
  }
}

std::string token_at(std::string_view text, std::size_t start, std::size_t end) {
  if (start >= text.size()) return "@json_end";
  if (text[start] != '"') end = end_of_token(text, start);
  const std::string_view token = text.substr(start, end - start);
  return is_utf8(token) ? shortened(token) : "@json_not_utf8";
}

// Returns the line and the column at which a text stops being JSON, the token there, and the token that was expected.
Words place_of_error(std::string_view text, std::size_t position, const std::string& expected_inside) {
  const std::size_t end = std::min(position, text.size());
  const std::size_t start = token_before(text, position);
  const std::string_view before = text.substr(0, start);
  const std::size_t newline = before.rfind('\n');
  const std::string_view line = newline == std::string_view::npos ? before : before.substr(newline + 1);
  const std::size_t solid = before.find_last_not_of(" \t\r\n");
  const char previous = solid == std::string_view::npos ? '\0' : before[solid];
  std::string expected = expected_inside;
  if (start < text.size() && text[start] == '"' && (end < start + 2 || text[end - 1] != '"'))
    expected = "@json_text";
  else if (previous == '\0' || previous == ':' || previous == '[' || (previous == ',' && expected_inside == "@json_comma_or_bracket"))
    expected = "@json_value";
  else if (previous == '{' || previous == ',')
    expected = "@json_name";
  return {{"line", std::to_string(std::count(before.begin(), before.end(), '\n') + 1)},
          {"column", std::to_string(utf8_characters(line).size() + 1)},
          {"got", token_at(text, start, end)},
          {"expected", expected}};
}

constexpr int kOutOfRange = 4;  // the hundreds of the library's numbers for json::out_of_range

// Builds a value from the events of a parser, within the limits.
class Builder : public json::json_sax_t {
 public:
  Builder(const std::string& where, const JsonLimits& limits, std::string_view text = {}) : where_(where), limits_(limits), text_(text) {}

  json take() { return std::move(root_); }

  bool null() override { return add(json()); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(std::int64_t value) override { return add(value); }
  bool number_unsigned(std::uint64_t value) override { return add(value); }
  bool number_float(double value, const std::string&) override { return add(value); }
  bool string(std::string& value) override { return add(std::move(value)); }
  bool binary(json::binary_t&) override { return false; }  // JSON has none
  bool start_object(std::size_t) override { return open(json::object()); }
  bool start_array(std::size_t) override { return open(json::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(std::string& name) override {
    if (name.size() > limits_.name) refuse("name_too_long", {{"got", shortened(name)}, {"most", std::to_string(limits_.name)}});
    if (open_.back()->contains(name)) refuse("field_twice", {{"got", name}});
    field_ = &(*open_.back())[name];
    named_ = true;
    return true;
  }

  bool parse_error(std::size_t position, const std::string& last, const json::exception& error) override {
    if (error.id / 100 == kOutOfRange) refuse("json_number", {{"got", shortened(last)}});
    refuse("not_json", place_of_error(text_, position, expected_here()));
  }

 private:
  [[noreturn]] void refuse(const char* id, std::vector<std::pair<std::string, std::string>> words) {
    words.insert(words.begin(), {"where", where_});
    throw InputError({id, std::move(words)});
  }

  // Returns the words for the tokens that may follow a whole value or name.
  std::string expected_here() const {
    if (named_) return "@json_colon";
    if (open_.empty()) return "@json_end";
    return open_.back()->is_object() ? "@json_comma_or_brace" : "@json_comma_or_bracket";
  }

  json* place(json value) {
    named_ = false;
    if (++values_ > limits_.values) refuse("json_too_large", {{"most", std::to_string(limits_.values)}});
    if (open_.empty()) return &(root_ = std::move(value));
    if (open_.back()->is_object()) return &(*field_ = std::move(value));
    open_.back()->push_back(std::move(value));
    return &open_.back()->back();
  }

  bool add(json value) { return place(std::move(value)); }

  bool open(json empty) {
    if (open_.size() == limits_.depth) refuse("json_too_deep", {{"most", std::to_string(limits_.depth)}});
    open_.push_back(place(std::move(empty)));
    return true;
  }

  bool close() {
    open_.pop_back();
    return true;
  }

  const std::string& where_;
  const JsonLimits& limits_;
  std::string_view text_;  // of JSON
  bool named_ = false;     // the name of a field was read, its value was not
  json root_;
  std::vector<json*> open_;  // the open lists and objects; a value in a list moves only when the list grows, after the value was closed
  json* field_ = nullptr;    // the field of the innermost object that takes the next value
  std::size_t values_ = 0;
};

// Reads CBOR without recursion. The open lists and objects are in `open_`, whose depth the builder limits.
class CborReader {
 public:
  CborReader(std::span<const std::uint8_t> bytes, const std::string& where, Builder& to) : bytes_(bytes), where_(where), to_(to) {}

  void read() {
    value();
    while (!open_.empty()) {
      Level& level = open_.back();
      if (level.left == 0) {
        level.object ? to_.end_object() : to_.end_array();
        open_.pop_back();
        continue;
      }
      --level.left;
      if (level.object) {
        std::string name = text(head());
        to_.key(name);
      }
      value();
    }
    if (at_ != bytes_.size()) refuse();
  }

 private:
  struct Level {
    std::uint64_t left = 0;  // values that are still to come
    bool object = false;
  };
  struct Head {
    int kind = 0;    // major type
    int detail = 0;  // how the argument is written
    std::uint64_t argument = 0;
  };
  enum Kind { kUnsigned = 0, kNegative = 1, kText = 3, kList = 4, kObject = 5, kOther = 7 };

  [[noreturn]] void refuse() const { throw InputError({"not_cbor", {{"where", where_}, {"at", std::to_string(at_)}}}); }

  std::uint64_t big_endian(std::size_t size) {
    if (bytes_.size() - at_ < size) refuse();
    std::uint64_t value = 0;
    for (; size > 0; --size) value = value << 8 | bytes_[at_++];
    return value;
  }

  Head head() {
    const auto first = static_cast<int>(big_endian(1));
    Head head{first >> 5, first & 31, static_cast<std::uint64_t>(first & 31)};
    if (head.detail > 27) refuse();  // a length that is not known, or a reserved value
    if (head.detail >= 24) head.argument = big_endian(std::size_t{1} << (head.detail - 24));
    return head;
  }

  std::string text(const Head& head) {
    if (head.kind != kText || head.argument > bytes_.size() - at_) refuse();
    const auto size = static_cast<std::size_t>(head.argument);
    std::string result(reinterpret_cast<const char*>(bytes_.data()) + at_, size);
    if (!is_utf8(result)) throw InputError({"not_utf8", {{"where", where_}}});
    at_ += size;
    return result;
  }

  void value() {
    const Head item = head();
    if (item.kind == kUnsigned) return void(to_.number_unsigned(item.argument));
    if (item.kind == kNegative) {
      if (item.argument > static_cast<std::uint64_t>(INT64_MAX)) refuse();
      return void(to_.number_integer(-1 - static_cast<std::int64_t>(item.argument)));
    }
    if (item.kind == kOther) return other(item);
    if (item.kind == kText) {
      std::string value = text(item);
      return void(to_.string(value));
    }
    if (item.kind != kList && item.kind != kObject) refuse();
    item.kind == kObject ? to_.start_object(0) : to_.start_array(0);  // a claimed length allocates no memory
    open_.push_back({item.argument, item.kind == kObject});
  }

  enum Detail { kFalse = 20, kTrue = 21, kNull = 22, kHalf = 25, kFloat = 26, kDouble = 27 };

  static double floating(const Head& item) {
    if (item.detail == kHalf) return static_cast<double>(float_from_half(static_cast<std::uint16_t>(item.argument)));
    if (item.detail == kFloat) return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(item.argument)));
    return std::bit_cast<double>(item.argument);
  }

  void other(const Head& item) {
    if (item.detail == kFalse || item.detail == kTrue) return void(to_.boolean(item.detail == kTrue));
    if (item.detail == kNull) return void(to_.null());
    if (item.detail < kHalf) refuse();
    const double number = floating(item);
    if (!std::isfinite(number)) refuse();
    to_.number_float(number, {});
  }

  std::span<const std::uint8_t> bytes_;
  const std::string& where_;
  Builder& to_;
  std::size_t at_ = 0;
  std::vector<Level> open_;
};

void check_size(std::size_t size, const std::string& where, const JsonLimits& limits) {
  if (size > limits.bytes)
    throw InputError({"text_too_long", {{"where", where}, {"got", std::to_string(size)}, {"most", std::to_string(limits.bytes)}}});
}

}  // namespace

json parse_json(std::string_view text, const std::string& where, const JsonLimits& limits) {
  check_size(text.size(), where, limits);
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  Builder builder(where, limits, text);
  json::sax_parse(text, &builder);
  return builder.take();
}

json json_or_null(std::string_view text) {
  try {
    return parse_json(text, "");
  } catch (const InputError&) {
    return {};
  }
}

json parse_cbor(std::span<const std::uint8_t> bytes, const std::string& where, const JsonLimits& limits) {
  check_size(bytes.size(), where, limits);
  Builder builder(where, limits);
  CborReader(bytes, where, builder).read();
  return builder.take();
}

}  // namespace gf
