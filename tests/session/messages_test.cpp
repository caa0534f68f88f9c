// Messages of the page around: loading, links, snapshots, and answers to any other bytes.
#include <nlohmann/json.hpp>

#include "protocol/link.h"
#include "session/answer_message.h"
#include "session/session.h"
#include "session/workers.h"
#include "support.h"

using namespace gf;
using namespace gf::test;

namespace messages_test {

TEST_SUITE("session/messages") {
  TEST_CASE_TEMPLATE("messages of the page around", K, Default, Slicing) {
    Session session({.make_worker = K::kMake});
    session.execute(OpenLesson{"self-attention"});
    session.finish();
    const auto ask = [&](const nlohmann::json& message) { return nlohmann::json::parse(answer_message(session, message.dump())); };
    CHECK(ask({{"type", "snapshot"}})["document"]["lesson"] == "self-attention");
    const nlohmann::json loaded = ask({{"type", "load"}, {"document", {{"lesson", "softmax"}, {"inputs", {{"z", {{0, 10}}}}}}}});
    CHECK(loaded["problem"].is_null());
    CHECK(loaded["revision"] == session.snapshot()->revision);
    CHECK_FALSE(loaded.contains("trace"));
    session.finish();
    CHECK(ask({{"type", "snapshot"}})["trace"]["lesson"] == "softmax");
    CHECK(ask({{"type", "snapshot"}})["computing"] == false);
    CHECK_FALSE(ask({{"type", "snapshot"}, {"trace", false}}).contains("trace"));
    const nlohmann::json one = ask({{"type", "snapshot"}, {"trace", "probabilities"}})["trace"]["nodes"];
    REQUIRE(one.size() == 1);
    CHECK(one[0]["name"] == "probabilities");
    CHECK(ask({{"type", "snapshot"}, {"trace", "nothing"}})["trace"]["nodes"].empty());
    CHECK(ask({{"type", "snapshot"}, {"trace", 3}}).contains("problem"));
    CHECK(ask({{"type", "snapshot"}, {"trace", false}})["progress"]["softmax"]["answered"] == 0);
    CHECK(decode_link(ask({{"type", "link"}})["link"].template get<std::string>()) == session.snapshot()->document);
    CHECK(ask({{"type", "load"}, {"link", "AAAA"}})["problem"]["id"] == "link_broken");
    CHECK(ask({{"type", "live"}, {"text", "{probabilities[columns]} columns, {nobody[0,0]}"}})["text"] == "2 columns, –");
    CHECK(ask({{"type", "load"}})["problem"]["id"] == "missing_field");
    CHECK(ask({{"type", "dance"}})["problem"]["id"] == "unknown_message");
    CHECK(ask({{"type", "dance"}})["problem"]["words"]["choices"] ==
          "snapshot, load, open, set, select, guess, fill, blanks, command, export, live, paste, link");
    CHECK(ask({{"type", "load"}, {"document", 3}})["problem"]["id"] == "wrong_type");
    CHECK(nlohmann::json::parse(answer_message(session, "{"))["problem"]["id"] == "not_json");
    CHECK(ask({{"type", 3}})["problem"]["id"] == "wrong_type");
    for (const nlohmann::json& record : {nlohmann::json(1.5), nlohmann::json(-2), nlohmann::json(1ull << 40), nlohmann::json("last")}) {
      const nlohmann::json problem = ask({{"type", "command"}, {"command", "view"}, {"record", record}})["problem"];
      CHECK(problem["id"] == "wrong_type");
      CHECK(problem["words"]["expected"] == "@record");
    }
  }

  TEST_CASE_TEMPLATE("the page around sets inputs and selects cells; what is wrong with that it is told in words", K, Default, Slicing) {
    Session session({.make_worker = K::kMake});
    session.execute(OpenLesson{"softmax"});
    session.finish();
    const Texts texts(R"({"problems": {"unknown_input": "{lesson} has no input {got}"}})");
    const auto ask = [&](const nlohmann::json& message) { return nlohmann::json::parse(answer_message(session, message.dump(), &texts)); };
    const auto set = [&](const nlohmann::json& inputs) { return ask({{"type", "set"}, {"inputs", inputs}})["problem"]; };
    CHECK(set({{"beta", 2}}).is_null());
    CHECK(set({{"beta", 3}, {"z", {{1, 2}}}}).is_null());
    session.finish();
    const auto& inputs = session.snapshot()->document.inputs;
    CHECK(std::get<double>(inputs.at("beta")) == 3);
    CHECK(std::get<Tensor>(inputs.at("z")).cols() == 2);
    session.execute(Undo{});
    CHECK(session.snapshot()->document.inputs.empty());  // consecutive messages of the page are one step of undo

    CHECK(set({{"beta", 4}}).is_null());
    CHECK(set({{"beta", nullptr}}).is_null());
    session.finish();
    CHECK(session.snapshot()->document.inputs.empty());

    const nlohmann::json unknown = set({{"gamma", 3}});
    CHECK(unknown["id"] == "unknown_input");
    CHECK(unknown["text"] == "softmax has no input gamma");
    CHECK(set({{"beta", "much"}})["id"] == "wrong_type");
    CHECK(set(3)["id"] == "wrong_type");
    CHECK(ask({{"type", "set"}})["problem"]["id"] == "missing_field");
    CHECK(session.snapshot()->document.inputs.empty());

    CHECK(ask({{"type", "select"}, {"node", "probabilities"}, {"cell", {0, 1}}})["problem"].is_null());
    CHECK(session.snapshot()->document.look.selection == Selection{"probabilities", {0, 0, 1}});
    CHECK(ask({{"type", "select"}})["problem"].is_null());
    CHECK_FALSE(session.snapshot()->document.look.selection);
    CHECK(ask({{"type", "select"}, {"node", "probabilities"}})["problem"]["id"] == "missing_field");
    CHECK(ask({{"type", "select"}, {"node", "probabilities"}, {"cell", "all"}})["problem"]["id"] == "wrong_type");
  }

  TEST_CASE_TEMPLATE("matrices go out and come in", K, Default, Slicing) {
    Session session({.make_worker = K::kMake});
    session.execute(OpenLesson{"softmax"});
    session.finish();
    const auto ask = [&](const nlohmann::json& message) {
      return nlohmann::json::parse(answer_message(session, message.dump(), &english()));
    };
    const auto text = [&](nlohmann::json message) {
      message["type"] = "export";
      return ask(message)["text"].template get<std::string>();
    };
    CHECK(text({{"format", "csv"}, {"node", "z"}}) == "# z (1, 3)\n,cat,dog,bird\n0,2.0,1.0,0.2\n");
    CHECK(text({{"format", "numpy"}}).find("print(\"probabilities\"") != std::string::npos);
    CHECK(text({{"format", "latex"}, {"node", "probabilities"}, {"cell", {0, 1}}}).find("\\begin{align*}") != std::string::npos);
    CHECK(ask({{"type", "export"}, {"format", "pdf"}})["problem"]["id"] == "unknown_choice");
    CHECK(ask({{"type", "export"}, {"format", "csv"}, {"node", "y"}})["problem"]["id"] == "unknown_node");
    CHECK(ask({{"type", "export"}, {"format", "csv"}, {"node", "z"}, {"cell", {0, 9}}})["problem"]["id"] == "unknown_cell");

    CHECK(ask({{"type", "paste"}, {"node", "z"}, {"cell", {0, 0}}, {"text", ",cat,dog,bird\n0,3,4,5\n"}})["problem"].is_null());
    session.finish();
    CHECK(text({{"format", "csv"}, {"node", "z"}}).ends_with("\n0,3.0,4.0,5.0\n"));
    CHECK(ask({{"type", "paste"}, {"node", "z"}, {"base64", "W1s2LCA3LCA4XV0"}})["problem"].is_null());  // [[6, 7, 8]]
    session.finish();
    CHECK(text({{"format", "csv"}, {"node", "z"}}).ends_with("\n0,6.0,7.0,8.0\n"));
    CHECK(ask({{"type", "paste"}, {"node", "z"}, {"base64", "*"}})["problem"]["id"] == "wrong_type");
    CHECK(ask({{"type", "paste"}, {"node", "z"}, {"text", "[[1, 2"}})["problem"]["id"] == "list_not_closed");
    CHECK(text({{"format", "csv"}, {"node", "z"}}).ends_with("\n0,6.0,7.0,8.0\n"));
  }

  TEST_CASE_TEMPLATE("a message of any bytes gets an answer that is JSON", K, Default, Slicing) {
    Session session({.make_worker = K::kMake});
    session.execute(OpenLesson{"self-attention"});
    session.finish();
    const auto problem = [&](const std::string& message) {
      return nlohmann::json::parse(answer_message(session, message))["problem"]["id"].template get<std::string>();
    };
    CHECK(problem("\xff\xfe\xfd\xfc") == "not_json");
    CHECK(problem("{\"type\":\"\xff\"}") == "not_json");
    CHECK(problem("") == "not_json");
    CHECK(problem(std::string("\0", 1)) == "not_json");
    CHECK(problem(std::string(1'000'000, '[')) == "json_too_deep");
    CHECK(problem("{\"type\":\"load\",\"document\":{\"lesson\":\"softmax\",\"inputs\":{\"z\":[[1e999]]}}}") == "json_number");
    CHECK(nlohmann::json::parse(answer_message(session, R"({"type":"snapshot"})"))["problem"].is_null());
  }
}

}  // namespace messages_test
