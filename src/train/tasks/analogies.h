// Questions of the form "a is to b as c is to ?", held out to measure embeddings.
#pragma once

#include <span>
#include <string_view>

namespace gf {

/// An analogy such as "man woman king queen". Embeddings answer it right if b - a + c is nearest to d.
struct Analogy {
  std::string_view relation, a, b, c, d;
};

/// Returns the 90 analogies, relation by relation.
std::span<const Analogy> held_out_analogies();

}  // namespace gf
