// The op of a node in code: the lines in the inspector, and the copied program.
#include "ui/inspector/node_code.h"

#include "protocol/step.h"
#include "study/ask.h"
#include "ui/driver.h"
#include "ui/snapshots.h"

using namespace gf;
using namespace gf::test;

namespace node_code_test {
namespace {

Snapshot at(const std::string& lesson, const std::string& node, const Cell& cell = {}, std::vector<Pin> pins = {}) {
  Snapshot snapshot = snapshot_of(lesson, {}, std::move(pins));
  snapshot.document.look.selection = Selection{node, cell};
  return snapshot;
}

std::string words_of(const Driver& driver) { return driver.place("words:code").control->name; }

ImVec2 copy_button(const Driver& driver) { return driver.centre("button:" + driver.texts().get("ui.code.copy")); }

}  // namespace

TEST_SUITE("ui/node_code") {
  TEST_CASE("a line that is too long goes on further in, cut at spaces") {
    using Lines = std::vector<std::string>;
    CHECK(ui::folded_code("a = b", 20) == Lines{"a = b"});
    CHECK(ui::folded_code("abc = def + ghi", 11) == Lines{"abc = def +", "    ghi"});
    CHECK(ui::folded_code("  abc(def, ghi, jkl)", 12) == Lines{"  abc(def,", "      ghi,", "      jkl)"});
    CHECK(ui::folded_code("aaaaaaaaaaaaaaaaaaaa", 8) == Lines{"aaaaaaaaaaaaaaaaaaaa"});
    CHECK(ui::folded_code("a = bbbbbbbbbbbbbb c", 8) == Lines{"a =", "    bbbbbbbbbbbbbb", "    c"});
  }

  TEST_CASE("a computed node stands there in NumPy or in PyTorch, one that is given does not") {
    Driver driver(1600, 1400);
    Snapshot snapshot = at("self-attention", "weights", {}, {{"weights", {0, 0, 1}, 0.5f}});
    driver.show(snapshot, 3);
    CHECK(words_of(driver) == "e = np.exp(scores)\nweights = e / e.sum(axis=-1, keepdims=True)\nweights[0, 1] = 0.5  # held");
    driver.click(snapshot, driver.centre("radio:" + driver.texts().get("ui.code.torch")));
    REQUIRE_FALSE(driver.requests.empty());
    CHECK(driver.requests.back().kind == HostRequest::Kind::set_code_language);
    driver.host.code_language = driver.requests.back().code_language;
    driver.show(snapshot);
    CHECK(words_of(driver) == "weights = torch.softmax(scores, dim=-1)\nweights[0, 1] = 0.5  # held");
    driver.show(at("self-attention", "w_q"), 3);
    CHECK_FALSE(driver.shows("words:code"));
  }

  TEST_CASE("copied code runs as it stands, and a message says that it was copied") {
    Driver driver(1600, 1400);
    const Snapshot snapshot = at("softmax", "sum");
    driver.show(snapshot, 3);
    driver.click(snapshot, copy_button(driver));
    CHECK(driver.clipboard.starts_with("import numpy as np\n\nexponentials = np.array([["));
    CHECK(driver.clipboard.ends_with("\n\nsum = exponentials.sum(axis=-1, keepdims=True)\nprint(sum)\n"));
    driver.show(snapshot);
    CHECK(driver.place("notice:copied").control->name == driver.texts().get("ui.code.copied"));
  }

  TEST_CASE("an asked value is not copied before the guess") {
    const LessonInfo& lesson = lesson_named("self-attention").info;
    int asked = 0;
    for (const Step& step : lesson.steps) {
      if (!step.ask) continue;
      const Snapshot snapshot = snapshot_of(with_example(lesson, {lesson.id}, step.example));
      const Trace veiled = with_veil(*snapshot.trace, step);
      for (std::size_t node = 0; node < veiled.nodes.size(); ++node)
        for (const int input : veiled.nodes[node].inputs) {
          if (veiled.node(input).value == snapshot.trace->node(input).value) continue;
          ++asked;
          const NodeProgram program = program_of(veiled, static_cast<int>(node), CodeLanguage::numpy, english());
          CHECK_FALSE(program.whole);
          CHECK(program.text.find(array_code("", *snapshot.trace->node(input).value)) == std::string::npos);
        }
    }
    CHECK(asked > 0);
  }
}

}  // namespace node_code_test
