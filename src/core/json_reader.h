// Reads JSON and CBOR that somebody else wrote: links, messages of a page, settings, headers of files. Such bytes become values in this
// file alone, within limits that no valid input comes near.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>

namespace gf {

struct JsonLimits {
  std::size_t depth = 8;          // levels of lists and objects; a document in a message has five
  std::size_t name = 200;         // bytes of a field's name
  std::size_t values = 2u << 20;  // numbers, texts, lists and objects together: eight matrices of 512 × 512
  std::size_t bytes = 64u << 20;  // of the whole input
};

/// Returns the value of the JSON of a file, an argument or a message; `where` names the source in words. A byte order mark is skipped.
/// Throws InputError:
///   not_json       the text is no JSON or no UTF-8; the words give line and column, the text there, and the expected token
///   json_number    a number is too large for a double
///   text_too_long, json_too_deep, json_too_large, name_too_long   the text is beyond a limit
///   field_twice    an object has two fields of one name
/// Example: `parse_json("[1, 2]", "--set z")`.
nlohmann::json parse_json(std::string_view text, const std::string& where, const JsonLimits& limits = {});

/// Like parse_json, but returns null for a text that parse_json refuses.
nlohmann::json json_or_null(std::string_view text);

/// Returns the value of CBOR (RFC 8949) as nlohmann::json::to_cbor writes it: items of a known length, text in UTF-8, no tags, no byte
/// strings, no NaN or infinity. Throws InputError "not_utf8" for text that is not UTF-8, "not_cbor" for any other CBOR, and like parse_json
/// for a value beyond a limit or a field that stands twice.
nlohmann::json parse_cbor(std::span<const std::uint8_t> bytes, const std::string& where, const JsonLimits& limits = {});

}  // namespace gf
