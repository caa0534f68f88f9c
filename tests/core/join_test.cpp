#include "core/join.h"

#include <utility>

#include "support.h"

using namespace gf;

TEST_SUITE("core/join") {
  TEST_CASE("a title breaks near its middle, and at its only space wherever the space is") {
    using Lines = std::pair<std::string_view, std::string_view>;
    CHECK(two_lines_of("residual after attention") == Lines("residual after", "attention"));
    CHECK(two_lines_of("one two three") == Lines("one two", "three"));
    CHECK(two_lines_of("a probability") == Lines("a", "probability"));
    CHECK(two_lines_of("Wahrscheinlichkeiten q") == Lines("Wahrscheinlichkeiten", "q"));
    CHECK(two_lines_of("probabilities of x") == Lines("probabilities", "of x"));
    CHECK(two_lines_of("probabilities") == Lines("probabilities", ""));
    CHECK(two_lines_of("") == Lines("", ""));
  }
}
