// Replays the corpus of the fuzzers in every native build, so under the sanitizers too.
#include <algorithm>
#include <filesystem>
#include <vector>

#include "fuzz/fuzz.h"
#include "support.h"

using namespace gf::test;

TEST_SUITE("fuzz/replay") {
  TEST_CASE("the corpus of every harness holds") {
    for (const NamedHarness& harness : kHarnesses) {
      const std::string folder = std::string("tests/fuzz/corpus/") + harness.name;
      std::vector<std::string> names;
      for (const auto& entry : std::filesystem::directory_iterator(source_folder() + "/" + folder))
        names.push_back(entry.path().filename().string());
      std::sort(names.begin(), names.end());
      CHECK_MESSAGE(!names.empty(), folder);
      for (const std::string& name : names) {
        CAPTURE(folder);
        CAPTURE(name);
        const std::string bytes = read_source_file(folder + "/" + name);
        CHECK_NOTHROW(harness.run(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size(), Checks::all));
      }
    }
  }
}
