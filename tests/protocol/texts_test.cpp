#include "protocol/texts.h"

#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "lessons/registry.h"
#include "support.h"

using namespace gf;

TEST_SUITE("protocol/texts") {
  TEST_CASE("words are put where their marks are") {
    const Texts texts(R"({"a": {"b": "{x} and {y}, {x}"}})");
    CHECK(texts.format("a.b", {{"x", "one"}, {"y", "two"}}) == "one and two, one");
    CHECK(texts.format("a.b", {{"x", "{y}"}, {"y", "{"}}) == "{y} and {, {y}");
    CHECK(texts.format("a.b", {{"x", "one"}}) == "one and {y}, one");
  }

  TEST_CASE("a word that begins with @ is a text of the language") {
    const Texts texts(R"({"forms": {"this": "esto"}, "a": "{got} tiene {shape}"})");
    CHECK(texts.format("a", {{"got", "@this"}, {"shape", "(3, 4)"}}) == "esto tiene (3, 4)");
    CHECK(texts.format("a", {{"got", "@that"}, {"shape", "@"}}) == "@that tiene @");
  }

  TEST_CASE("typed text that is endless is cut between letters") {
    const Texts texts(R"({"a": "<{x}>"})");
    CHECK(texts.format("a", {{"x", std::string(1000, 'z')}}) == "<" + std::string(1000, 'z') + ">");
    CHECK(texts.format("a", {{"x", std::string(10'000, 'z')}}) == "<" + std::string(1000, 'z') + "…>");
    CHECK(texts.format("a", {{"x", std::string(999, 'z') + "éé"}}) == "<" + std::string(999, 'z') + "…>");
  }

  TEST_CASE("texts have dotted paths; a list is a text of lines; a gap is seen as its path") {
    const Texts texts(R"({"a": {"b": "one", "c": ["two", "three"]}, "d": []})");
    CHECK(texts.get("a.b") == "one");
    CHECK(texts.lines("a.c") == std::vector<std::string>{"two", "three"});
    CHECK(texts.lines("a.b") == std::vector<std::string>{"one"});
    CHECK(texts.lines("nothing").empty());
    CHECK(texts.get("a.nothing") == "a.nothing");
    CHECK_FALSE(texts.has("a"));
    CHECK(texts.has("a.b"));
  }

  TEST_CASE("a label or formula that begins with @ is a key with words behind it") {
    const Texts texts(R"({"labels": {"block": "block {0}", "largest": "[{0} among the {1} largest]"}})");
    CHECK(texts.keyed("labels", "@block 2") == "block 2");
    CHECK(texts.keyed("labels", "@largest encoder.0.scores 5") == "[encoder.0.scores among the 5 largest]");
    CHECK(texts.keyed("labels", "block 2") == "block 2");
    CHECK(texts.keyed("labels", "@songs") == "labels.songs");
    CHECK(texts.keyed("labels", "").empty());
  }

  TEST_CASE("a value that is no JSON, or neither a text nor texts, is named with its place") {
    CHECK_THROWS_WITH_AS(Texts(R"({"a": {"b": 3}})"), "[texts] a.b: expected a text, or a list of texts", std::runtime_error);
    CHECK_THROWS_WITH_AS(Texts(R"({"a": ["x", {}]})"), "[texts] a: expected a text, or a list of texts", std::runtime_error);
    CHECK_THROWS_WITH_AS(Texts("{\n\"a\": }"), doctest::Contains("line 2"), std::runtime_error);
  }

  TEST_CASE("texts that come later are added, and counted; a part of the texts stays as it was") {
    Texts texts(R"({"lessons": {"x": {"title": "X"}}, "labels": {"block": "block {0}"}, "labelled": "no label"})");
    const Texts labels = texts.parts({"labels", "formulas"});
    CHECK(texts.additions() == 0);
    texts.add(R"({"lessons": {"x": {"title": "X", "steps": {"a": "one"}}}, "labels": {"row": "row"}})");
    CHECK(texts.additions() == 1);
    CHECK(texts.get("lessons.x.title") == "X");
    CHECK(texts.get("lessons.x.steps.a") == "one");
    CHECK(texts.get("labels.block") == "block {0}");
    CHECK(labels.all().size() == 1);
    CHECK(labels.has("labels.block"));
    CHECK_THROWS_AS(texts.add("<html>"), std::runtime_error);
    CHECK(texts.additions() == 1);
  }

  TEST_CASE(
      "what every page begins with has all but the texts of lessons and what no first picture shows, and a lesson's file has all of its "
      "own") {
    const Texts first(test::read_asset("assets/text/en.json"));
    CHECK(first.get("lessons.softmax.title") == "Softmax");
    CHECK(first.has("lessons.softmax.subtitle"));
    CHECK(first.has("ui.undo"));
    CHECK_FALSE(first.has("lessons.softmax.steps.scores"));
    const auto of_lesson = [](const Texts& texts, const std::string& begin) {
      std::map<std::string, std::string, std::less<>> found;
      for (const auto& [path, text] : texts.all())
        if (path.starts_with(begin)) found.emplace(path, text);
      return found;
    };
    const std::shared_ptr<const Catalogue> all = make_catalogue();
    for (const LessonInfo& lesson : *all) {
      CAPTURE(lesson.id);
      const Texts lesson_texts(test::read_asset("assets/text/en/" + lesson.id + ".json"));
      CHECK(of_lesson(lesson_texts, "lessons.") == of_lesson(test::english(), "lessons." + lesson.id + "."));
      CHECK(of_lesson(lesson_texts, "lessons.").size() + of_lesson(lesson_texts, "nodes.").size() == lesson_texts.all().size());
    }
    const Texts rest(test::read_asset("assets/text/en/rest.json"));
    for (const char* const part : {"nodes.", "glossary.", "problems.", "ui."}) {
      CAPTURE(part);
      auto there = of_lesson(rest, part);
      CHECK_FALSE(there.empty());
      there.merge(of_lesson(first, part));
      CHECK(there == of_lesson(test::english(), part));
    }
    CHECK(first.has("nodes.query.title"));
    CHECK_FALSE(first.has("nodes.query.text"));
    CHECK(first.has("glossary.token.forms"));
    CHECK_FALSE(first.has("glossary.token.text"));
    CHECK(first.has("ui.export.open"));
    CHECK_FALSE(first.has("ui.export.title"));
    CHECK_FALSE(first.has("problems.missing_file"));
  }

  TEST_CASE("a text that is not there is told; it is its path, or three dots while more texts are to come") {
    Texts texts(R"({"ui": {"undo": "Undo"}})");
    std::vector<std::string> told;
    texts.on_gap = [&](std::string_view path) { told.emplace_back(path); };
    CHECK(texts.get("ui.redo") == "ui.redo");
    texts.more_to_come = true;
    CHECK(texts.get("ui.redo") == "…");
    CHECK(texts.format("ui.redo", {{"n", "2"}}) == "…");
    CHECK(texts.get("ui.undo") == "Undo");
    CHECK(told == std::vector<std::string>(3, "ui.redo"));
    CHECK_FALSE(texts.has("ui.close"));
    CHECK(told.back() == "ui.close");
  }

  TEST_CASE("languages are compared by their paths and by what their texts ask for") {
    const Texts first(R"({"a": "{x} of {y}", "b": "text", "forms": ["one", "two"]})");
    CHECK(differences(first, Texts(R"({"a": "{y}: {x}", "b": "Text", "forms": ["eins"]})")).empty());
    CHECK(differences(first, Texts(R"({"a": "{x} of {y}", "c": "", "forms": []})")) ==
          std::vector<std::string>{"b: is in the first only", "c: is in the second only"});
    CHECK(differences(first, Texts(R"({"a": "{x} of {z}", "b": "{w[0,1]}", "forms": []})")) ==
          std::vector<std::string>{"a: {y} stands in the first only", "a: {z} stands in the second only",
                                   "b: {w[0,1]} stands in the second only"});
  }

  TEST_CASE("no key is written twice in the texts: the later text would take the place of the earlier one") {
    const auto written_twice = [](const std::string& json) {
      std::vector<std::string> twice;
      std::vector<std::set<std::string>> open;
      const auto callback = [&](int, nlohmann::json::parse_event_t event, nlohmann::json& parsed) {
        if (event == nlohmann::json::parse_event_t::object_start) open.emplace_back();
        if (event == nlohmann::json::parse_event_t::object_end) open.pop_back();
        if (event == nlohmann::json::parse_event_t::key && !open.back().insert(parsed.get<std::string>()).second)
          twice.push_back(parsed.get<std::string>());
        return true;
      };
      CHECK(nlohmann::json::parse(json, callback).is_object());
      return twice;
    };
    CHECK(written_twice(R"({"a": {"b": "1", "c": "2", "b": "3"}, "b": "4"})") == std::vector<std::string>{"b"});
    for (const char* const file : {"assets/text/en.json", "assets/text/en/rest.json", "assets/text/en/all.json"})
      CHECK(written_twice(test::read_asset(file)).empty());
  }
}
