// The entry point of libFuzzer for the harness that the build names.
#include "fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) { return gf::test::GF_HARNESS(data, size); }
