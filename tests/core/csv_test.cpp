#include "core/csv.h"

#include "support.h"

using namespace gf;

TEST_SUITE("core/csv") {
  TEST_CASE("a field is quoted if it must be, and never a formula") {
    CHECK(csv_field("cat") == "cat");
    CHECK(csv_field("a,b") == "\"a,b\"");
    CHECK(csv_field("say \"a\"\nb") == "\"say \"\"a\"\"\nb\"");
    for (const char* number : {"-1.5", "+2", "1e-5", "0"}) CHECK(csv_field(number) == number);
    for (const char* formula : {"=1+1", "@cat", "-x", "+SUM(A1)", "\tcat"}) CHECK(csv_field(formula) == "'" + std::string(formula));
    CHECK(csv_field("=A1,2") == "\"'=A1,2\"");
    CHECK(csv_field("").empty());
  }
}
