// How nodes are called: "encoder.0.query" is the query of "encoder.0", and "encoder.0.d_query" its gradient.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace gf {

/// The last part of a name: "query" of "encoder.0.query".
inline std::string_view short_name(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  return dot == std::string_view::npos ? name : name.substr(dot + 1);
}

/// What stands before the last part: "encoder.0." of "encoder.0.query".
inline std::string_view scope_of(std::string_view name) { return name.substr(0, name.size() - short_name(name).size()); }

/// One part more of a name than `part`, which is its end: "0.query" of "encoder.0.query" and "query".
inline std::string_view with_scope(std::string_view name, std::string_view part) {
  const std::string_view scope = name.substr(0, name.size() - std::min(name.size(), part.size() + 1));
  return name.substr(scope.size() - short_name(scope).size());
}

/// "encoder.0.d_query" of "encoder.0.query".
inline std::string gradient_name(std::string_view name) { return std::string(scope_of(name)) + "d_" + std::string(short_name(name)); }

/// Whether a node is a gradient: its last part begins with "d_".
inline bool is_gradient(std::string_view name) { return short_name(name).starts_with("d_"); }

/// What a gradient is of: "encoder.0.query" of "encoder.0.d_query".
inline std::string gradient_of(std::string_view name) { return std::string(scope_of(name)) + std::string(short_name(name).substr(2)); }

}  // namespace gf
