// Reading what an earlier session kept: anything may stand there by now.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "core/problem.h"

namespace gf {

/// Throws InputError "kept_unreadable": which part of it is nobody's concern.
[[noreturn]] inline void refuse_kept() { throw InputError({"kept_unreadable", {}}); }

/// The fields of an object and what stands in them. Each throws so where there is no such thing.
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

/// JSON as it is kept: a byte that is no text is replaced.
inline std::string json_to_keep(const nlohmann::json& value) {
  return value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace gf
