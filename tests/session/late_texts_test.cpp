// Texts that come when their lesson is opened: the moment of the request, and the session until they come.
#include "session/late_texts.h"

#include <algorithm>
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

// A source of files that come when the test brings them.
struct Host {
  std::vector<std::pair<std::string, Done>> asked;
  int came = 0;
  Texts texts{R"({"lessons": {"x": {"title": "X"}, "y": {"title": "Y"}}})"};
  LateTexts late{texts, "en", [this](const std::string& path, Done done) { asked.emplace_back(path, std::move(done)); },
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
    CHECK(host.asked.front().first == "assets/text/en/x.json");
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
    CHECK(host.asked.front().first == "assets/text/en/all.json");
    host.answer(R"({"lessons": {"x": {"steps": {"a": "one"}}, "y": {"steps": {"a": "two"}}}})");
    CHECK(host.late.has("y"));
    host.late.ask("y");
    host.late.ask_all();
    CHECK(host.asked.empty());
  }

  TEST_CASE("texts that no first picture shows are three dots until they have come, and may be asked for again") {
    Host host;
    CHECK_FALSE(host.late.has_rest());
    CHECK(host.texts.get("ui.keys.title") == "…");
    host.late.ask_rest();
    host.late.ask_rest();
    REQUIRE(host.asked.size() == 1);
    CHECK(host.asked.front().first == "assets/text/en/rest.json");
    host.answer(std::nullopt);
    CHECK_FALSE(host.late.has_rest());
    host.late.ask_rest();
    REQUIRE(host.asked.size() == 1);
    host.answer(R"({"ui": {"keys": {"title": "All keys"}}})");
    CHECK(host.late.has_rest());
    CHECK(host.came == 2);
    CHECK(host.texts.get("ui.keys.title") == "All keys");
    CHECK(host.texts.get("ui.keys.none") == "ui.keys.none");
    host.late.ask_rest();
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
      CHECK(host.late.take_missing("x") == "assets/text/en/x.json");
      CHECK_FALSE(host.late.take_missing("x"));
      host.late.ask("x");
      CHECK(host.asked.size() == 1);
    }
  }

  TEST_CASE("a file may come after its texts are gone") {
    Done done;
    {
      Texts texts("{}");
      LateTexts late(texts, "en", [&](const std::string&, Done wanted) { done = std::move(wanted); }, {});
      late.ask("x");
    }
    done(R"({"lessons": {}})");
  }

  TEST_CASE("another language takes the place of all texts once those of the lesson that is shown are there") {
    Host host;
    host.late.ask("x");
    host.answer(R"({"lessons": {"x": {"steps": {"a": "one"}}}})");
    host.late.speak("fr", "x");
    REQUIRE(host.asked.size() == 1);
    CHECK(host.asked.front().first == "assets/text/fr.json");
    host.answer(R"({"lessons": {"x": {"title": "X en français"}}})");
    CHECK(host.texts.get("lessons.x.title") == "X");  // the title stays until the texts of the lesson have come, too
    REQUIRE(host.asked.size() == 1);
    CHECK(host.asked.front().first == "assets/text/fr/x.json");
    const int before = host.texts.additions();
    host.answer(R"({"lessons": {"x": {"steps": {"a": "un"}}}})");
    REQUIRE(host.asked.size() == 1);
    CHECK(host.asked.front().first == "assets/text/fr/rest.json");
    CHECK(host.late.language() == "en");
    host.answer(R"({"nodes": {"z": {"text": "un score"}}})");
    CHECK(host.late.has_rest());
    CHECK(host.texts.get("nodes.z.text") == "un score");
    CHECK(host.late.language() == "fr");
    CHECK(host.texts.get("lessons.x.title") == "X en français");
    CHECK(host.texts.get("lessons.x.steps.a") == "un");
    CHECK_FALSE(host.texts.has("lessons.y.title"));
    CHECK(host.texts.additions() > before);
    CHECK(host.late.has("x"));
    host.late.ask("y");
    CHECK(host.asked.front().first == "assets/text/fr/y.json");
  }

  TEST_CASE("a language that can't be had is told once, and the texts stay") {
    for (const int come : {0, 1, 2}) {
      Host host;
      host.late.speak("fr", "x");
      for (int i = 0; i < come; ++i) host.answer(R"({"lessons": {}})");
      host.answer(std::nullopt);
      CHECK(host.late.language() == "en");
      CHECK(host.texts.get("lessons.x.title") == "X");
      CHECK(host.late.take_refused() == "fr");
      CHECK_FALSE(host.late.take_refused());
      host.late.speak("fr", "x");
      CHECK(host.asked.size() == 1);
    }
  }

  TEST_CASE("the language that was asked for last is spoken, and texts of the language before come too late") {
    Host host;
    host.late.ask("y");
    host.late.speak("fr", "x");
    host.late.speak("es", "x");
    auto asked = std::exchange(host.asked, {});
    REQUIRE(asked.size() == 3);
    asked[1].second(R"({"lessons": {"x": {"title": "fr"}}})");
    CHECK(host.asked.empty());
    asked[2].second(R"({"lessons": {"x": {"title": "es"}}})");
    host.answer(R"({})");
    host.answer(R"({})");
    CHECK(host.late.language() == "es");
    asked[0].second(R"({"lessons": {"y": {"title": "late"}}})");
    CHECK(host.texts.get("lessons.x.title") == "es");
    CHECK_FALSE(host.late.has("y"));
    host.late.speak("fr", "x");
    host.late.speak("es", "x");  // and back, before the first came
    host.answer(R"({"lessons": {"x": {"title": "fr"}}})");
    CHECK(host.late.language() == "es");
  }

  TEST_CASE("a session makes the trace anew for the labels of another language, also that of a lesson which it comes back to") {
    const Texts first(R"({"labels": {"score": "one"}})"), second(R"({"labels": {"score": "two"}})");
    Session session({.files = asset_files(), .texts = &first});
    const auto has_label = [&](const std::string& label) {
      for (const TraceNode& node : session.snapshot()->trace->nodes)
        for (const Axis* axis : {&node.rows, &node.cols, &node.outer})
          if (std::find(axis->labels.begin(), axis->labels.end(), label) != axis->labels.end()) return true;
      return false;
    };
    session.execute(OpenLesson{"modern-block"});
    session.finish();
    session.execute(OpenLesson{"softmax"});
    session.finish();
    session.use_texts(second);
    session.finish();
    session.execute(OpenLesson{"modern-block"});
    session.finish();
    CHECK_FALSE(has_label("one"));
    CHECK(has_label("two"));
    session.use_texts(first);
    session.finish();
    CHECK(has_label("one"));
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
