// The picture in words for assistive technology: the cards of a scene, and the changes of an edit.
#include "ui/access/scene_words.h"

#include <doctest/doctest.h>

#include <map>
#include <string>
#include <utility>

#include "ui/driver.h"
#include "ui/snapshots.h"

using namespace gf;
using namespace gf::test;

namespace scene_words_test {
namespace {

struct Screen {
  Driver driver{1280, 800, false, Driver::Fonts::small};
  Snapshot snapshot;

  Screen(const std::string& lesson, const std::string& step)
      : snapshot(snapshot_at({lesson}, index_of_step(lesson_named(lesson).info, step))) {
    driver.host.still = true;
    driver.show(snapshot, 6);
  }
  std::string scene() { return driver.accessible_view()["scene"]; }
  // Returns a part of the status, or an empty text if the status lacks it.
  std::string said(const std::string& name) {
    const nlohmann::json view = driver.accessible_view();
    for (const nlohmann::json& part : view["status"])
      if (part[0] == name) return part[1];
    return {};
  }
};

int count_of(const nlohmann::json& view, const std::string& role) {
  int count = 0;
  for (const nlohmann::json& part : view["parts"])
    for (const nlohmann::json& item : part["items"]) count += item["role"] == role ? 1 : 0;
  return count;
}

}  // namespace

TEST_SUITE("ui/scene_words") {
  TEST_CASE("a scene is told table by table, each with what it is made from") {
    Screen screen("softmax", "exponentials");
    const std::string words = screen.scene();
    CAPTURE(words);
    CHECK(words.starts_with("The picture shows "));
    const std::size_t scores = words.find("Scores z: 1 row × 3 categories."),
                      exponentials = words.find("Exponentials: 1 row × 3 categories, made from Scores z.");
    CHECK(scores != std::string::npos);
    CHECK(exponentials != std::string::npos);
    CHECK(scores < exponentials);
    CHECK(words.find('{') == std::string::npos);
  }

  TEST_CASE("a table is made from the nearest tables that are shown, and every table of the stage has a heading") {
    for (const auto& [lesson, step] : {std::pair{"self-attention", "weights"}, {"softmax", "shares"}, {"multi-head", "joined_heads"}}) {
      Screen screen(lesson, step);
      CAPTURE(screen.scene());
      CHECK(screen.scene().find("made from") != std::string::npos);
      const nlohmann::json view = screen.driver.accessible_view();
      int tables = 0;
      for (const nlohmann::json& part : view["parts"]) {
        if (part["id"] != "stage") continue;
        std::string heading;
        for (const nlohmann::json& item : part["items"]) {
          if (item["role"] == "heading") heading = item["name"].get<std::string>();
          if (item["role"] != "table") continue;
          ++tables;
          CHECK_MESSAGE(!heading.empty(), item["name"].get<std::string>(), " stands below no heading");
        }
      }
      CHECK(tables >= 1);
      CHECK(count_of(view, "heading") <= count_of(view, "table") + count_of(view, "figure"));
      CHECK(view["step"].get<std::string>().starts_with("Step "));
    }
  }

  TEST_CASE("tables of one name in two sections are told apart") {
    Screen screen("words-pulling-words", "two_sentences");
    std::map<std::string, int> names;
    const nlohmann::json view = screen.driver.accessible_view();
    for (const nlohmann::json& part : view["parts"])
      for (const nlohmann::json& item : part["items"])
        if (item["role"] == "table") ++names[item["name"].get<std::string>()];
    for (const auto& [name, count] : names) CHECK_MESSAGE(count == 1, name);
  }

  TEST_CASE("an edit is told once: how many numbers of each table changed, and the largest change of the last") {
    Screen screen("softmax", "negative_scores");
    CHECK(screen.said("change").empty());
    Document edited = screen.snapshot.document;
    edited.inputs["z"] = Tensor::from_rows({{3, 2, 2}});
    screen.snapshot = snapshot_of(edited);
    screen.driver.show(screen.snapshot, 4);
    const std::string words = screen.said("change");
    CAPTURE(words);
    CHECK(words.starts_with("Numbers that changed: 1 of Scores z"));
    CHECK(words.find("before ") != std::string::npos);
    screen.driver.show(screen.snapshot, 2);
    CHECK(screen.said("change") == words);  // equal words are not announced again
  }

  TEST_CASE("the step is a part of its own, with its number") {
    Screen screen("softmax", "sum");
    CHECK(screen.said("once Step 3 of 9").starts_with("Step 3 of 9. Second, add up"));
  }
}

}  // namespace scene_words_test
