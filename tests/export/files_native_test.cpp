#include "export/files.h"

#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>

#include "core/problem.h"
#include "temporary_folder.h"

using namespace gf;
using namespace gf::test;

namespace fs = std::filesystem;

namespace files_test {
namespace {

std::string why_not(const std::string& path, const std::string& bytes) {
  try {
    write_atomically(path, bytes);
  } catch (const InputError& error) {
    return english().format(error.problem());
  }
  return "";
}

}  // namespace

TEST_SUITE("export/files") {
  TEST_CASE("written whole, read back, nothing left beside it") {
    const TemporaryFolder folder;
    const std::string path = folder.file("model"), bytes = std::string("a\0b\n", 4) + std::string(100000, 'x');
    write_atomically(path, "before");
    write_atomically(path, bytes);
    CHECK(read_file(path) == bytes);
    CHECK(folder.names() == std::vector<std::string>{"model"});
    CHECK_THROWS_AS(read_file(folder.file("nothing")), InputError);
    CHECK_THROWS_AS(read_file(folder.path()), InputError);
    CHECK_THROWS_WITH_AS(read_file("/dev/zero", 1 << 20), doctest::Contains("file_too_large"), InputError);
  }

  // A device without room stands in the place of the part file, so that the system itself returns ENOSPC.
  TEST_CASE("a full disk: said in words, the file as it was, no part left") {
    REQUIRE(fs::exists("/dev/full"));
    const TemporaryFolder folder;
    const std::string path = folder.file("model");
    write_atomically(path, "before");
    fs::create_symlink("/dev/full", path + ".part");
    CHECK(why_not(path, "after") == path + ": this file can't be written (No space left on device). The old content is kept.");
    CHECK(read_file(path) == "before");
    CHECK(folder.names() == std::vector<std::string>{"model"});
  }

  TEST_CASE("a limit reached in the middle of writing leaves the file as it was") {
    const TemporaryFolder folder;
    const std::string path = folder.file("model");
    write_atomically(path, "before");
    rlimit before = {};
    REQUIRE(getrlimit(RLIMIT_FSIZE, &before) == 0);
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    rlimit small = before;
    small.rlim_cur = 1000;
    REQUIRE(setrlimit(RLIMIT_FSIZE, &small) == 0);
    const std::string said = why_not(path, std::string(5000, 'x'));
    setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, handler);
    CHECK(said == path + ": this file can't be written (File too large). The old content is kept.");
    CHECK(read_file(path) == "before");
    CHECK(folder.names() == std::vector<std::string>{"model"});
  }

  TEST_CASE("a folder that is not there, or a folder in the file's place") {
    const TemporaryFolder folder;
    CHECK(why_not(folder.file("none/model"), "x").find("No such file or directory") != std::string::npos);
    fs::create_directories(folder.file("taken/inside"));
    CHECK(why_not(folder.file("taken"), "x").find("s a directory") != std::string::npos);
    CHECK(folder.names() == std::vector<std::string>{"taken"});
  }
}

}  // namespace files_test
