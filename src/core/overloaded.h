// A visitor of a variant, made of one lambda a case.
#pragma once

namespace gf {

/// Example: std::visit(Overloaded{[](int n) { ... }, [](const std::string& text) { ... }}, number_or_text).
template <typename... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};

}  // namespace gf
