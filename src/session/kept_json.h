// Reads and writes the JSON that sessions store. Another program may have changed the stored bytes, so each read checks them.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "core/problem.h"

namespace gf {

/// Throws InputError "kept_unreadable". The problem does not name the field, because a reader cannot mend stored bytes.
[[noreturn]] inline void refuse_kept() { throw InputError({"kept_unreadable", {}}); }

/// Return a field of an object, a field with a list, and the text of a value. Each calls refuse_kept if there is none.
inline const nlohmann::json& kept_field(const nlohmann::json& object, const char* name) {
  if (!object.is_object() || !object.contains(name)) refuse_kept();
  return object[name];
}
inline const nlohmann::json& kept_list(const nlohmann::json& object, const char* name) {
  const nlohmann::json& list = kept_field(object, name);
  if (!list.is_array()) refuse_kept();
  return list;
}
inline std::string kept_word(const nlohmann::json& value) {
  if (!value.is_string()) refuse_kept();
  return value.get<std::string>();
}

/// Returns JSON as text. Replaces bytes that are not UTF-8.
inline std::string json_to_keep(const nlohmann::json& value) {
  return value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace gf
