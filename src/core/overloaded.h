// Makes the visitor of a variant from one lambda for each case.
#pragma once

namespace gf {

/// Example: std::visit(Overloaded{[](int n) { ... }, [](const std::string& text) { ... }}, number_or_text).
template <typename... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};
template <typename... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;  // clang 16, with which the harnesses of tests/fuzz are built, deduces no aggregate by itself

}  // namespace gf
