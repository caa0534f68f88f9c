// One allocation after another fails: each computation ends with a message, or goes on.
#include <filesystem>

#include "core/problem.h"
#include "export/files.h"
#include "faults/commands.h"
#include "faults/faults.h"
#include "protocol/link.h"
#include "temporary_folder.h"

using namespace gf;
using namespace gf::test;

namespace fs = std::filesystem;

namespace allocations_test {
namespace {

// Checks that a command gives all of its output, or says that there is not enough memory.
void check_command(const std::vector<std::string>& words, Fault kind = Fault::allocation) {
  const OneThread one_thread;
  Command undisturbed(words);
  undisturbed.run();
  REQUIRE(undisturbed.code == 0);
  for_each_fault(kind, [&](Faults& faults) {
    Command command(words);
    faults.during([&] { command.run(); });
    if (command.code != 0) CHECK(command.err.text() == words_of_no_memory());
    // A text is printed while it is written, so its beginning may be there.
    CHECK(undisturbed.out.text().starts_with(command.out.text()));
    CHECK((command.code != 0 || command.out.text().size() == undisturbed.out.text().size()));
  });
}

}  // namespace

TEST_SUITE("faults/allocations") {
  TEST_CASE("a trace") { check_command({"trace", "self-attention"}); }

  TEST_CASE("the explanation of a cell") { check_command({"explain", "softmax", "--node", "probabilities", "--cell", "0,0"}); }

  TEST_CASE("a text that a language model writes") {
    for (const Fault kind : {Fault::allocation, Fault::aligned_allocation})
      check_command({"generate", "--model", source_folder() + "/assets/models/tales.safetensors", "--prompt", "Once", "--tokens", "2"},
                    kind);
  }

  TEST_CASE("a training: its checkpoint stays whole, and the training that goes on from it ends in the same model") {
    const OneThread one_thread;
    const TemporaryFolder folder;
    write_atomically(folder.file("config.json"), small_configuration());
    const auto train = [&](const std::string& out) { return Command({"train", folder.file("config.json"), "--out", folder.file(out)}); };
    Command undisturbed = train("undisturbed");
    undisturbed.run();
    REQUIRE(undisturbed.code == 0);
    const std::string model = read_file(folder.file("undisturbed/model.safetensors"));
    for_each_fault(Fault::allocation, [&](Faults& faults) {
      fs::remove_all(folder.file("out"));
      Command command = train("out");
      faults.during([&] { command.run(); });
      if (command.code != 0) {
        const std::string said = command.err.text();
        CHECK(said.ends_with(words_of_no_memory()));
        Command again = train("out");
        again.run();
        CHECK(again.code == 0);
      }
      CHECK(read_file(folder.file("out/model.safetensors")) == model);
    });
  }

  TEST_CASE("a link, written and read") {
    Document document{"softmax", {{"z", Tensor::from_rows({{1, 2, 3}})}, {"beta", 2.0}}};
    const std::string link = encode_link(document);
    for_each_fault(Fault::allocation, [&](Faults& faults) {
      std::string written;
      try {
        faults.during([&] { written = encode_link(document); });
        CHECK(written == link);
      } catch (const std::bad_alloc&) {
        CHECK(faults.happened());
      }
    });
    for_each_fault(Fault::allocation, [&](Faults& faults) {
      try {
        Document read;
        faults.during([&] { read = decode_link(link); });
        CHECK(same_content(read, document));
      } catch (const std::bad_alloc&) {
        CHECK(faults.happened());
      }
    });
  }
}

}  // namespace allocations_test
