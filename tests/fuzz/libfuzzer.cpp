// libFuzzer's entry to the harness that the build names, with the checks that it names.
#include "fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return gf::test::GF_HARNESS(data, size, gf::test::Checks::GF_CHECKS);
}
