// Questions of the form "a is to b as c is to ?", held out to measure embeddings with.
#pragma once

#include <span>
#include <string_view>

namespace gf {

/// Right where b - a + c points to d: "man woman king queen".
struct Analogy {
  std::string_view relation, a, b, c, d;
};

std::span<const Analogy> held_out_analogies();

}  // namespace gf
