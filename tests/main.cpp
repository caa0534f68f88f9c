// The entry point of gf_tests; the suites are in the *_test.cpp files beside and below this one.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include "support.h"

std::string gf::test::source_folder() { return GF_SOURCE_DIR; }
std::string gf::test::output_folder() { return GF_OUTPUT_DIR; }
