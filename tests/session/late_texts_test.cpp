// Texts of lessons that come when their lesson is opened: when they are asked for, and what a session says meanwhile.
#include "session/late_texts.h"

#include <map>
#include <utility>
#include <vector>

#include "session/workers.h"
#include "support.h"

using namespace gf;
using namespace gf::test;

namespace late_texts_test {
namespace {

using Done = std::function<void(std::optional<std::string>)>;

// Files that come when a test says so.
struct Host {
  std::vector<std::pair<std::string, Done>> asked;
  int came = 0;
  Texts texts{R"({"lessons": {"x": {"title": "X"}, "y": {"title": "Y"}}})"};
  LateTexts late{texts, "t/", [this](const std::string& path, Done done) { asked.emplace_back(path, std::move(done)); },
                 [this] { ++came; }};

  void answer(std::optional<std::string> content) { std::exchange(asked, {}).front().second(std::move(content)); }
};

}  // namespace

TEST_SUITE("session/late_texts") {
  TEST_CASE("the texts of a lesson are asked for once, and are there when they have come") {
    Host host;
    host.late.ask("x");
    host.late.ask("x");
    REQUIRE(host.asked.size() == 1);
    CHECK(host.asked.front().first == "t/x.json");
    CHECK_FALSE(host.late.has("x"));
    host.answer(R"({"lessons": {"x": {"steps": {"a": "one"}}}})");
    CHECK(host.late.has("x"));
    CHECK(host.texts.get("lessons.x.steps.a") == "one");
    CHECK(host.came == 1);
    host.late.ask("x");
    CHECK(host.asked.empty());
    CHECK_FALSE(host.late.has("y"));
  }

  TEST_CASE("with the texts of all lessons none is asked for any more") {
    Host host;
    host.late.ask_all();
    host.late.ask_all();
    REQUIRE(host.asked.size() == 1);
    CHECK(host.asked.front().first == "t/all.json");
    host.answer(R"({"lessons": {"x": {"steps": {"a": "one"}}, "y": {"steps": {"a": "two"}}}})");
    CHECK(host.late.has("y"));
    host.late.ask("y");
    host.late.ask_all();
    CHECK(host.asked.empty());
  }

  TEST_CASE("a file that can't be had, or is no JSON, is told once, and asked for again when somebody wants it") {
    for (const std::optional<std::string>& answer : {std::optional<std::string>(), std::optional<std::string>("<html>")}) {
      Host host;
      host.late.ask("x");
      host.answer(answer);
      CHECK(host.came == 1);
      CHECK_FALSE(host.late.has("x"));
      CHECK_FALSE(host.late.take_missing("y"));
      CHECK(host.late.take_missing("x") == "t/x.json");
      CHECK_FALSE(host.late.take_missing("x"));
      host.late.ask("x");
      CHECK(host.asked.size() == 1);
    }
  }

  TEST_CASE("a file may come after its texts are gone") {
    Done done;
    {
      Texts texts("{}");
      LateTexts late(texts, "t/", [&](const std::string&, Done wanted) { done = std::move(wanted); }, {});
      late.ask("x");
    }
    done(R"({"lessons": {}})");
  }

  TEST_CASE("a session is computing until the texts of its lesson are there; a lesson without them is left, and opened by another try") {
    std::set<std::string> lacking;
    Session session({.files = asset_files(), .lacks_texts = [&](const std::string& lesson) { return lacking.contains(lesson); }});
    session.execute(OpenLesson{"softmax"});
    session.finish();
    CHECK_FALSE(session.snapshot()->computing);
    lacking.insert("spaces");
    session.execute(OpenLesson{"spaces"});
    session.execute(GoToStep{2});
    session.finish();
    CHECK(session.snapshot()->computing);
    CHECK(session.snapshot()->trace);

    session.texts_missing("t/spaces.json", "softmax");
    session.finish();
    CHECK(session.snapshot()->document.lesson == "softmax");
    CHECK_FALSE(session.snapshot()->computing);
    REQUIRE(session.snapshot()->problem);
    CHECK(session.snapshot()->problem->id == "missing_file");
    CHECK(session.snapshot()->problem->words.front().second == "t/spaces.json");

    session.execute(TryAgain{});
    session.finish();
    CHECK(session.snapshot()->document.lesson == "spaces");
    CHECK(session.snapshot()->document.look.step == 2);
    CHECK(session.snapshot()->computing);
    const std::uint64_t before = session.snapshot()->revision;
    lacking.clear();
    session.texts_came();
    CHECK(session.snapshot()->revision > before);
    CHECK_FALSE(session.snapshot()->computing);
  }
}

}  // namespace late_texts_test
