// One call after another finds a full disk: a message says so, and earlier files are intact.
#include <filesystem>

#include "core/problem.h"
#include "export/files.h"
#include "faults/commands.h"
#include "faults/faults.h"
#include "model/safetensors.h"
#include "temporary_folder.h"

using namespace gf;
using namespace gf::test;

namespace fs = std::filesystem;

namespace writes_test {

TEST_SUITE("faults/writes") {
  TEST_CASE("a file is as it was, or whole") {
    const TemporaryFolder folder;
    const std::string path = folder.file("model");
    for_each_fault(Fault::write, [&](Faults& faults) {
      write_atomically(path, "before");
      bool written = false;
      try {
        faults.during([&] { write_atomically(path, "after"); });
        written = true;
      } catch (const InputError& error) {
        CHECK(english().format(error.problem()) ==
              path + ": this file can't be written (No space left on device). The old content is kept.");
      }
      CHECK(read_file(path) == (written ? "after" : "before"));
      CHECK(folder.names() == std::vector<std::string>{"model"});
    });
  }

  TEST_CASE("a training says it, its checkpoint is whole, and the training that goes on from it ends in the same files") {
    const OneThread one_thread;
    const TemporaryFolder folder;
    write_atomically(folder.file("config.json"), small_configuration());
    const auto train = [&](const std::string& out) { return Command({"train", folder.file("config.json"), "--out", folder.file(out)}); };
    Command undisturbed = train("undisturbed");
    undisturbed.run();
    REQUIRE(undisturbed.code == 0);
    for_each_fault(Fault::write, [&](Faults& faults) {
      fs::remove_all(folder.file("out"));
      Command command = train("out");
      faults.during([&] { command.run(); });
      if (command.code != 0) {
        CHECK(command.err.text().find("can't be written (No space left on device)") != std::string::npos);
        const std::string checkpoint = folder.file("out/checkpoint.safetensors");
        if (fs::exists(checkpoint)) CHECK_NOTHROW(decode_safetensors(read_file(checkpoint), checkpoint));
        Command again = train("out");
        again.run();
        CHECK(again.code == 0);
      }
      for (const char* name : {"log.csv", "checkpoint.safetensors", "model.safetensors"})
        CHECK(read_file(folder.file(std::string("out/") + name)) == read_file(folder.file(std::string("undisturbed/") + name)));
    });
  }
}

}  // namespace writes_test
