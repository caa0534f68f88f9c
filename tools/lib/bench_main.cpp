// Runs `glassformer bench` as a program for Node, where there is no command line: BENCH NAME REPEATS prints the JSON. tools/bench calls it.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "cli/bench.h"

namespace {

std::optional<std::string> source_file(std::string_view path) {
  // From the source tree, or made by the build.
  for (const char* folder : {GF_SOURCE_DIR, GF_OUTPUT_DIR})
    if (std::ifstream file(std::string(folder) + "/" + std::string(path), std::ios::binary); file)
      return std::string(std::istreambuf_iterator<char>(file), {});
  return std::nullopt;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return std::fputs("bench: expected a name and a count of repeats\n", stderr), 2;
  const gf::BenchOptions options{argv[1], 1, std::atol(argv[2])};
  std::puts(gf::run_bench(options, source_file).c_str());
  return 0;
}
