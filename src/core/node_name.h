// Takes names of nodes apart: "encoder.0.query" is the query of the scope "encoder.0", and "encoder.0.d_query" its gradient.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace gf {

/// Returns the last part of a name: "query" for "encoder.0.query".
inline std::string_view short_name(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  return dot == std::string_view::npos ? name : name.substr(dot + 1);
}

/// Returns the scope before the last part of a name, with its dot: "encoder.0." for "encoder.0.query".
inline std::string_view scope_of(std::string_view name) { return name.substr(0, name.size() - short_name(name).size()); }

/// Returns the end of a name that has one part more than `part`, which is the end of the name.
/// Example: with_scope("encoder.0.query", "query") is "0.query".
inline std::string_view with_scope(std::string_view name, std::string_view part) {
  const std::string_view scope = name.substr(0, name.size() - std::min(name.size(), part.size() + 1));
  return name.substr(scope.size() - short_name(scope).size());
}

/// Returns the name that the backward pass gives the gradient of a node: "encoder.0.d_query" for "encoder.0.query". GradientOf of a node,
/// not its name, says whether the node is a gradient.
inline std::string gradient_name(std::string_view name) { return std::string(scope_of(name)) + "d_" + std::string(short_name(name)); }

}  // namespace gf
