// Filling in blanks. Typed numbers are kept for the next session, and are no step of undo and no part of a link; the blank cells are.
#include <nlohmann/json.hpp>

#include "lessons/registry.h"
#include "protocol/blanks.h"
#include "protocol/link.h"
#include "session/answer_message.h"
#include "session/memory_store.h"
#include "session/session.h"
#include "study/exercise.h"
#include "support.h"

using namespace gf;
using namespace gf::test;

namespace session_blanks_test {
namespace {

struct Driver {
  Session session;
  explicit Driver(MemoryStore& store, std::string address = "") : session({.store = store.store(), .address = std::move(address)}) {
    session.finish();
  }
  const Snapshot& run(const Command& command) {
    session.execute(command);
    session.finish();
    session.keep(true);
    return now();
  }
  const Snapshot& now() { return *session.snapshot(); }
  nlohmann::json told(const nlohmann::json& message) { return nlohmann::json::parse(answer_message(session, message.dump())); }
  std::string problem() { return now().problem ? now().problem->id : ""; }
  BlankState state(const char* node, const Cell& cell) {
    for (const Blank& blank : judged_blanks(*now().trace, blanks_of(now().lesson(), now().document), now().answers.fillings))
      if (blank.at == Selection{node, cell}) return blank.state;
    FAIL("no such blank");
    return BlankState::empty;
  }
};

const Blanks kSum{{"sum", {{0, 0, 0}}}}, kTwo{{"probabilities", {{0, 0, 1}}}, {"sum", {{0, 0, 0}}}};

}  // namespace

TEST_SUITE("session/blanks") {
  TEST_CASE("cells are given, filled in, taken back and given no more; none of it is a step of undo") {
    MemoryStore store;
    Driver d(store, "softmax");
    CHECK(d.run(SetBlanks{kTwo}).document.look.blanks == kTwo);
    CHECK(d.state("sum", {}) == BlankState::empty);
    d.run(Fill{"sum", {}, "11"});
    CHECK(d.state("sum", {}) == BlankState::wrong);
    d.run(Fill{"sum", {}, "11.3287"});
    CHECK(d.state("sum", {}) == BlankState::right);
    d.run(Fill{"probabilities", {0, 0, 1}, ""});
    CHECK(d.state("probabilities", {0, 0, 1}) == BlankState::shown);
    CHECK_FALSE(d.now().can_undo);
    d.run(Fill{"probabilities", {0, 0, 1}, std::nullopt});
    CHECK(d.state("probabilities", {0, 0, 1}) == BlankState::empty);
    CHECK(d.run(SetBlanks{}).document.look.blanks.empty());
    d.run(SetBlanks{kSum});
    CHECK(d.state("sum", {}) == BlankState::empty);  // a cell that is given again is empty again
  }

  TEST_CASE("an edit of an input makes a fresh exercise of it, undo brings back the one before, and going on keeps it") {
    MemoryStore store;
    Driver d(store, "softmax");
    d.run(SetBlanks{kSum});
    d.run(Fill{"sum", {}, "11.3287"});
    d.run(SetCell{"z", {0, 0, 0}, 3});
    CHECK(d.state("sum", {}) == BlankState::empty);
    d.run(Undo{});
    CHECK(d.state("sum", {}) == BlankState::right);
    CHECK(d.run(GoToStep{3}).document.look.blanks == kSum);
    d.run(ResetLesson{});
    CHECK(d.state("sum", {}) == BlankState::empty);
  }

  TEST_CASE("blanks that can't be given or filled in are refused, and earlier blanks stay") {
    MemoryStore store;
    Driver d(store, "softmax");
    d.run(SetBlanks{kSum});
    d.run(Fill{"sum", {}, "11"});
    const auto refused = [&](const Command& command, const char* problem) {
      const Snapshot& now = d.run(command);
      CHECK(d.problem() == problem);
      CHECK(now.document.look.blanks == kSum);
      CHECK(d.state("sum", {}) == BlankState::wrong);
      d.run(DismissProblem{});
    };
    refused(SetBlanks{{{"z", {{}}}}}, "no_such_blank");
    refused(SetBlanks{{{"nothing", {{}}}}}, "no_such_blank");
    refused(SetBlanks{{{"sum", {{0, 3, 3}}}}}, "no_such_blank");
    refused(SetBlanks{{{"sum", {{-1, 0, 0}}}}}, "no_such_blank");
    refused(Fill{"probabilities", {}, "1"}, "no_blank");
    refused(Fill{"nothing", {2, 1, 0}, "1"}, "no_blank");
    refused(Fill{"sum", {}, "eleven"}, "not_a_number");
    CHECK(d.now().problem == std::nullopt);
  }

  TEST_CASE("the next session knows what was filled in; a link gives the same blanks, empty") {
    MemoryStore store, another;
    std::string link;
    {
      Driver d(store, "softmax");
      d.run(SetBlanks{kTwo});
      d.run(Fill{"sum", {}, "11.3287"});
      link = link_to(d.now());
      CHECK(to_json(decode_link(link)).dump().find("11.3") == std::string::npos);
    }
    Driver again(store);
    CHECK(again.state("sum", {}) == BlankState::right);
    CHECK(again.run(LoadLink{link}).document.look.blanks == kTwo);
    CHECK(again.state("sum", {}) == BlankState::right);
    Driver reader(another, "d=" + link);
    CHECK(reader.now().document.look.blanks == kTwo);
    CHECK(reader.state("sum", {}) == BlankState::empty);
  }

  TEST_CASE("a link that blanks what there is not says so, and gives all else") {
    MemoryStore store;
    Driver d(store, "self-attention");
    const Document document{"softmax", {{"beta", 2.0}}, {}, {.blanks = {{"gone", {{}}}, {"sum", {{}}}, {"z", {{}}}}}};
    const Snapshot& now = d.run(LoadLink{encode_link(document)});
    CHECK(d.problem() == "no_such_blank");
    CHECK(now.document.lesson == "softmax");
    CHECK(same_inputs(now.document.inputs, document.inputs));
    CHECK(now.document.look.blanks == kSum);
  }

  TEST_CASE("a step's exercise is given while one is there, and what was filled in is there on the way back") {
    MemoryStore store;
    Driver d(store, "softmax/step-3");
    d.run(Fill{"sum", {}, "11.3287"});
    CHECK(d.state("sum", {}) == BlankState::right);
    d.run(GoToStep{3});
    d.run(Fill{"sum", {}, "11"});
    CHECK(d.problem() == "no_blank");
    d.run(GoToStep{2});
    CHECK(d.state("sum", {}) == BlankState::right);
    CHECK(d.now().document.look.blanks.empty());
  }

  TEST_CASE("kept fillings that are none are let go") {
    MemoryStore store;
    store.texts["place"] = R"({"glassformer": 1, "lesson": "softmax", "guesses": {"softmax":
        {"sum[0,0]": [11, 11.3287], "sum[0,1]": [1, 2, 3], "sum": [1, 2], "z[0,0]": []}}})";
    Driver d(store);
    CHECK(d.now().answers == Answers{{}, {{{"sum", {}}, {11, 11.3287f, false}}}});
  }

  TEST_CASE("the page around can give blanks and fill them in") {
    MemoryStore store;
    Driver d(store, "softmax");
    CHECK(d.told({{"type", "blanks"}, {"blanks", {{"sum", {{0, 0}}}}}})["problem"].is_null());
    CHECK(d.told({{"type", "fill"}, {"node", "sum"}, {"cell", {0, 0}}, {"text", "11.33"}})["problem"].is_null());
    CHECK(d.state("sum", {}) == BlankState::rounded);
    CHECK(d.told({{"type", "snapshot"}})["document"]["blanks"] == nlohmann::json{{"sum", {{0, 0}}}});
    CHECK(d.told({{"type", "fill"}, {"node", "sum"}, {"cell", {0, 0}}, {"text", nullptr}})["problem"].is_null());
    CHECK(d.state("sum", {}) == BlankState::empty);
    CHECK(d.told({{"type", "fill"}, {"node", "sum"}, {"cell", {0, 0}}})["problem"]["id"] == "missing_field");
    CHECK(d.told({{"type", "fill"}, {"node", "sum"}, {"cell", "a"}, {"text", "1"}})["problem"]["id"] == "wrong_type");
    CHECK(d.told({{"type", "fill"}, {"node", "sum"}, {"cell", {0, 0}}, {"text", 1}})["problem"]["id"] == "wrong_type");
    CHECK(d.told({{"type", "blanks"}})["problem"]["id"] == "missing_field");
    CHECK(d.told({{"type", "blanks"}, {"blanks", {{"sum", 1}}}})["problem"]["id"] == "wrong_type");
    CHECK(d.told({{"type", "blanks"}, {"blanks", nlohmann::json::object()}})["problem"].is_null());
    CHECK(d.now().document.look.blanks.empty());
  }
}

}  // namespace session_blanks_test
