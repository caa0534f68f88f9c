// Names of nodes and of enumerators.
#include "core/enum_names.h"
#include "core/node_name.h"
#include "support.h"

using namespace gf;

TEST_SUITE("core/names") {
  TEST_CASE("the gradient of a node is named beside it") {
    for (const auto& [name, gradient] :
         {std::pair("query", "d_query"), std::pair("encoder.0.query", "encoder.0.d_query"), std::pair("a.d_b", "a.d_d_b")}) {
      CHECK(gradient_name(name) == gradient);
    }
    CHECK(scope_of("encoder.0.query") == "encoder.0.");
    CHECK(scope_of("query").empty());
    CHECK(with_scope("encoder.0.query", "query") == "0.query");
    CHECK(with_scope("encoder.0.query", "0.query") == "encoder.0.query");
    CHECK(with_scope("encoder.0.query", "encoder.0.query") == "encoder.0.query");
  }

  TEST_CASE("an enumerator beyond the names has none") {
    enum class Place { before, after, nowhere };
    CHECK(name_in({"before", "after"}, Place::after) == "after");
    CHECK(name_in({"before", "after"}, Place::nowhere).empty());
  }
}
