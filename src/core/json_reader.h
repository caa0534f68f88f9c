// Reads JSON and CBOR that somebody else wrote: links, messages of a page, settings, headers of files. The one place where such bytes
// become values, with limits that no valid input comes near.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>

namespace gf {

struct JsonLimits {
  std::size_t depth = 8;          // lists and objects inside each other; a document in a message has five levels
  std::size_t name = 200;         // bytes of a field's name
  std::size_t values = 2u << 20;  // numbers, texts, lists and objects altogether: eight matrices of 512 × 512
  std::size_t bytes = 64u << 20;  // of the whole
};

/// JSON of a file, an argument or a message; `where` names it in words. Throws InputError:
///   not_json       what is no JSON or no UTF-8: its line, its column, what stands there, and what was expected
///   json_number    a number that no double holds
///   json_too_deep, json_too_large, name_too_long   what is beyond a limit
///   field_twice    an object with two fields of one name
/// Example: `parse_json("[1, 2]", "--set z")`.
nlohmann::json parse_json(std::string_view text, const std::string& where, const JsonLimits& limits = {});

/// The same for who has words of its own for what is none: null then.
nlohmann::json json_or_null(std::string_view text);

/// The same of CBOR (RFC 8949) as nlohmann::json::to_cbor writes it: items of a known length, text in UTF-8, no tags, no byte strings,
/// no NaN or infinity. Throws InputError "not_cbor" for anything else, and as parse_json does for what is beyond a limit.
nlohmann::json parse_cbor(std::span<const std::uint8_t> bytes, const std::string& where, const JsonLimits& limits = {});

}  // namespace gf
