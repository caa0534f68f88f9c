// JSON and CBOR from outside, within limits.
#include "core/json_reader.h"

#include <nlohmann/json.hpp>

#include "core/problem.h"
#include "support.h"

using namespace gf;
using nlohmann::json;

namespace json_reader_test {
namespace {

template <typename Read>
std::string refusal(const Read& read) {
  try {
    read();
  } catch (const InputError& error) {
    return error.problem().id;
  }
  return "taken";
}

std::string refusal_of_json(const std::string& text, const JsonLimits& limits = {}) {
  return refusal([&] { parse_json(text, "it", limits); });
}

std::string refusal_of_cbor(const std::vector<std::uint8_t>& bytes, const JsonLimits& limits = {}) {
  return refusal([&] { parse_cbor(bytes, "it", limits); });
}

std::string nested(std::size_t levels) { return std::string(levels, '[') + std::string(levels, ']'); }

json with_everything() {
  return {{"whole", {0, 23, 24, 255, 256, 65536, 4294967296, 18446744073709551615u}},
          {"negative", {-1, -24, -25, -257, INT64_MIN}},
          {"numbers", {0.5, -0.1, 1e300, 3.25f, 65504.0, 5e-324}},
          {"other", {true, false, nullptr, "", "naïve 👩‍👧", json::array(), json::object()}},
          {std::string(200, 'n'), {{"a", {{"b", {{"c", {{"d", 1}}}}}}}}}};
}

}  // namespace

TEST_SUITE("core/json_reader") {
  TEST_CASE("JSON and CBOR and back is the same value") {
    const json value = with_everything();
    CHECK(parse_json(value.dump(), "it") == value);
    CHECK(parse_json(value.dump(2), "it").dump() == value.dump());
    CHECK(parse_cbor(json::to_cbor(value), "it") == value);
    for (const json& entry : {json(7), json("text"), json(), json::array()}) {
      CHECK(parse_json(entry.dump(), "it") == entry);
      CHECK(parse_cbor(json::to_cbor(entry), "it") == entry);
    }
  }

  TEST_CASE("depth, length of names, number of values and of bytes have limits, in JSON and in CBOR") {
    const auto both = [](const json& value, const JsonLimits& limits) {
      const std::string id = refusal_of_json(value.dump(), limits);
      CHECK(refusal_of_cbor(json::to_cbor(value), limits) == id);
      return id;
    };
    CHECK(both(json::parse(nested(8)), {}) == "taken");
    CHECK(both(json::parse(nested(9)), {}) == "json_too_deep");
    CHECK(both({{"a", {{"b", 1}}}}, {.depth = 1}) == "json_too_deep");
    CHECK(both({{std::string(201, 'n'), 1}}, {}) == "name_too_long");
    CHECK(both({1, 2, 3}, {.values = 4}) == "taken");
    CHECK(both({1, 2, 3}, {.values = 3}) == "json_too_large");
    CHECK(both("a long text", {.bytes = 5}) == "text_too_long");
  }

  TEST_CASE("millions of levels end at the limit, whatever they are made of") {
    constexpr std::size_t kMany = 8u << 20;
    CHECK(refusal_of_json(std::string(kMany, '[')) == "json_too_deep");
    std::string objects;
    for (int i = 0; i < 100'000; ++i) objects += "{\"a\":";
    CHECK(refusal_of_json(objects) == "json_too_deep");
    // Lists, objects of one field, lists and texts of unknown length, tags.
    CHECK(refusal_of_cbor(std::vector<std::uint8_t>(kMany, 0x81)) == "json_too_deep");
    CHECK(refusal_of_cbor(std::vector<std::uint8_t>(kMany, 0xA1)) == "not_cbor");
    for (const std::uint8_t byte : {0x9F, 0x7F, 0x5F, 0xBF, 0xC1})
      CHECK(refusal_of_cbor(std::vector<std::uint8_t>(kMany, byte)) == "not_cbor");
  }

  TEST_CASE("a text that is no JSON is refused, with words that can be printed") {
    for (const char* text :
         {"", " ", "{", "[1,]", "nul", "1 2", "{\"a\" 1}", "\"\xff\"", "{\"\xc0\xaf\":1}", "\"\\ud83d\"", "NaN", "[1e5"}) {
      CAPTURE(text);
      CHECK(refusal_of_json(text) == "not_json");
    }
    CHECK(refusal_of_json("1e999") == "json_number");
    CHECK(refusal_of_json("{\"a\":1,\"a\":2}") == "field_twice");
    try {
      parse_json("\xff\xfe", "it");
      FAIL("taken");
    } catch (const InputError& error) {
      CHECK_NOTHROW(json(error.problem().words.at(1).second).dump());
    }
  }

  TEST_CASE("a refusal of JSON says line, column, what stands there and what was expected") {
    const auto sentence = [](const char* text) {
      try {
        parse_json(text, "it");
      } catch (const InputError& error) {
        std::string words;
        for (const auto& [name, value] : error.problem().words) words += name == "where" ? "" : value + " ";
        return words;
      }
      return std::string("taken");
    };
    CHECK(sentence("") == "1 1 @json_end @json_value ");
    CHECK(sentence("{\n  \"steps\": }") == "2 12 } @json_value ");
    CHECK(sentence("\xEF\xBB\xBF{\"a\": NaN}") == "1 7 NaN @json_value ");
    CHECK(sentence("{\"a\" 1}") == "1 6 1 @json_colon ");
    CHECK(sentence("{\"ä\": 1 2}") == "1 9 2 @json_comma_or_brace ");
    CHECK(sentence("[1 2]") == "1 4 2 @json_comma_or_bracket ");
    CHECK(sentence("[1,]") == "1 4 ] @json_value ");
    CHECK(sentence("{\"a\": 1, }") == "1 10 } @json_name ");
    CHECK(sentence("1 2") == "1 3 2 @json_end ");
    CHECK(sentence("{\"steps\": ") == "1 11 @json_end @json_value ");
    CHECK(sentence("[\"abc") == "1 2 \"abc @json_text ");
    CHECK(sentence("{\"\xff\": 1}") == "1 2 @json_not_utf8 @json_text ");
  }

  TEST_CASE("bytes that are no CBOR are refused: cut off anywhere, too long, tags, byte strings, NaN, text that is not UTF-8") {
    const std::vector<std::uint8_t> whole = json::to_cbor(with_everything());
    for (std::size_t size = 0; size < whole.size(); ++size)
      CHECK(refusal_of_cbor({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)}) == "not_cbor");
    using Bytes = std::vector<std::uint8_t>;
    for (const Bytes& bytes :
         {Bytes{1, 2}, Bytes{0x41, 0}, Bytes{0xC0, 0x00}, Bytes{0xF9, 0x7E, 0x00}, Bytes{0xF9, 0x7C, 0x00}, Bytes{0xF7}, Bytes{0xF8, 0x20},
          Bytes{0xFF}, Bytes{0x9F, 0xFF}, Bytes{0x1C}, Bytes{0x3B, 255, 255, 255, 255, 255, 255, 255, 255}, Bytes{0xA1, 0x01, 0x01},
          Bytes{0x9B, 255, 255, 255, 255, 255, 255, 255, 255}}) {
      CAPTURE(bytes.front());
      CHECK(refusal_of_cbor(bytes) == "not_cbor");
    }
    CHECK(refusal_of_cbor({0x61, 0xFF}) == "not_utf8");
    CHECK(refusal_of_cbor({0xA1, 0x61, 0xFF, 0x01}) == "not_utf8");
    CHECK(refusal_of_cbor({0xA2, 0x61, 'a', 0x01, 0x61, 'a', 0x01}) == "field_twice");
  }

  TEST_CASE("null stands for what can't be read") {
    CHECK(json_or_null("{\"a\":1}") == json{{"a", 1}});
    CHECK(json_or_null("{").is_null());
    CHECK(json_or_null(nested(9)).is_null());
  }
}

}  // namespace json_reader_test
