// The main function of a fuzzer without libFuzzer: gives the named files to its harness. Prints a line for the summary of tools/test.
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <fstream>
#include <iterator>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

int main(int argc, char** argv) {
  const char* const slash = std::strrchr(argv[0], '/');
  const char* const name = slash ? slash + 1 : argv[0];
  for (int i = 1; i < argc; ++i) {
    std::ifstream file(argv[i], std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    try {
      LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
    } catch (const std::exception& error) {
      std::printf("%s: a finding: %s: %s\n", name, argv[i], error.what());
      return 1;
    }
  }
  std::printf("%s: %d inputs, no finding\n", name, argc - 1);
  return 0;
}
