// The entry point of gf_tests; the suites are in the *_test.cpp files beside and below this one.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include "support.h"

std::string gf::test::source_folder() { return GF_SOURCE_DIR; }
std::string gf::test::output_folder() { return GF_OUTPUT_DIR; }

// Hides a leak of the libraries: Pango looks for fonts on a thread of its own, and fontconfig loses the last results of that thread when
// the process ends.
extern "C" const char* __lsan_default_suppressions() { return "leak:libfontconfig\n"; }
