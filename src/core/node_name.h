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

/// Returns the part of a name before its last part: "encoder.0." of "encoder.0.query".
inline std::string_view scope_of(std::string_view name) { return name.substr(0, name.size() - short_name(name).size()); }

/// One part more of a name than `part`, which is its end: "0.query" of "encoder.0.query" and "query".
inline std::string_view with_scope(std::string_view name, std::string_view part) {
  const std::string_view scope = name.substr(0, name.size() - std::min(name.size(), part.size() + 1));
  return name.substr(scope.size() - short_name(scope).size());
}

/// The name that the backward pass gives the gradient of a node: "encoder.0.d_query" of "encoder.0.query". Whether a node is a gradient
/// stands in the node (GradientOf), not in its name.
inline std::string gradient_name(std::string_view name) { return std::string(scope_of(name)) + "d_" + std::string(short_name(name)); }

}  // namespace gf
