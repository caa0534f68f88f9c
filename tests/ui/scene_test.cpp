// Scenes: the places of cards, and the cards of each step.
#include "ui/stage/compose.h"

#include <algorithm>
#include <cctype>
#include <cmath>

#include "protocol/scene_line.h"
#include "ui/driver.h"
#include "ui/picture/drawn_text.h"
#include "ui/scene_measures.h"
#include "ui/snapshots.h"

using namespace gf;
using namespace gf::test;
using namespace gf::ui;

namespace scene_test {
namespace {

Elastic fixed(float width, float height) { return {{width, height}, {width, height}, {width, height}}; }

bool overlap(const Box& a, const Box& b) {
  const Box both = common(a, b);
  return both.width() > 1 && both.height() > 1;
}

}  // namespace

TEST_SUITE("ui/scene") {
  TEST_CASE("cards of a fixed size stand in the middle, with equal room around and between them") {
    const SceneToCompose scene{{{fixed(100, 50)}, {fixed(100, 50)}}, {{{{{0}, 0}, {{1}, 10}}, 0}}, 0};
    const ComposedScene composed = compose(scene, {300, 100});
    CHECK(composed.fits);
    CHECK(composed.boxes[0].width() == 100);
    CHECK(composed.boxes[0].min.y == 25);
    CHECK(composed.boxes[0].min.x == doctest::Approx(300 - composed.boxes[1].max.x).epsilon(0.02));
    CHECK(composed.boxes[1].min.x - composed.boxes[0].max.x >= 10);
  }

  TEST_CASE("scarce room goes to the card that counts more, and spare room to all that grow, by the same measure") {
    const Elastic grows{{50, 50}, {200, 50}, {400, 50}};
    const SceneToCompose scene{{{grows, 1}, {grows, 3}}, {{{{{0}, 0}, {{1}, 0}}, 0}}, 0};
    const ComposedScene scarce = compose(scene, {300, 50});
    CHECK(scarce.boxes[1].width() == 200);
    CHECK(scarce.boxes[0].width() == doctest::Approx(100));
    const ComposedScene rich = compose(scene, {600, 50});
    CHECK(rich.boxes[0].width() == doctest::Approx(250));
    CHECK(rich.boxes[1].width() == doctest::Approx(350));
    CHECK(compose(scene, {900, 50}).boxes[1].width() == doctest::Approx(400));  // the other card gets the room that it cannot use
    CHECK(rich.quality > scarce.quality);
    CHECK_FALSE(compose(scene, {60, 50}).fits);
  }

  TEST_CASE("a card that keeps its shape keeps it, and a cell is no wider than so many times its height") {
    const Elastic picture{{50, 50}, {100, 50}, {400, 200}, true};
    const ComposedScene composed = compose({{{picture}}, {{{{{0}, 0}}, 0}}, 0}, {300, 300});
    CHECK(composed.boxes[0].width() == doctest::Approx(2 * static_cast<double>(composed.boxes[0].height())).epsilon(0.02));
    Elastic cells{{10, 10}, {20, 20}, {900, 100}};
    cells.widest = 2;
    CHECK(compose({{{cells}}, {{{{{0}, 0}}, 0}}, 0}, {900, 100}).boxes[0].width() == 200);
  }

  TEST_CASE("a scene that scrolls has its good height, whatever the window has") {
    const SceneToCompose scene{{{fixed(100, 300)}, {fixed(100, 300)}}, {{{{{0}, 0}}, 0}, {{{{1}, 0}}, 40}}, 0};
    const ComposedScene composed = compose(scene, {200, 400}, true);
    CHECK(composed.height == 640);
    CHECK(composed.boxes[1].min.y == 340);
  }

  TEST_CASE(
      "in a scene that is higher than the stage, a card that could grow beside higher ones keeps its good height, and begins where they "
      "begin") {
    const SceneToCompose scene{
        {{fixed(100, 90)}, {fixed(100, 90)}, {{{50, 30}, {100, 60}, {400, 400}}, 3}}, {{{{{0, 1}, 0}, {{2}, 10}}, 0}}, 20};
    const ComposedScene higher = compose(scene, {400, 150}, true);
    CHECK(higher.height == 200);
    CHECK(higher.boxes[2].height() == 60);
    CHECK(higher.boxes[2].min.y == higher.boxes[0].min.y);
    CHECK(compose(scene, {400, 200}, true).boxes[2].height() == 200);  // all of it is in sight
  }

  TEST_CASE("no card overlaps another one or leaves the stage, in any window") {
    const Elastic cells{{40, 40}, {120, 90}, {300, 200}};
    const SceneToCompose scene{{{cells, 1}, {cells, 3}, {cells, 1}, {cells, 1}}, {{{{{0, 1}, 0}, {{2}, 30}}, 0}, {{{{3}, 0}}, 20}}, 12};
    CHECK(compose(scene, {1900, 1150}).fits);
    CHECK_FALSE(compose(scene, {100, 60}).fits);
    int fitting = 0, windows = 0;
    for (float width = 100; width < 2000; width += 57)
      for (float height = 60; height < 1200; height += 41) {
        const ComposedScene composed = compose(scene, {width, height});
        ++windows;
        if (!composed.fits) continue;
        ++fitting;
        for (std::size_t i = 0; i < 4; ++i) {
          CHECK(composed.boxes[i].min.x >= -1);
          CHECK(composed.boxes[i].max.x <= width + 1);
          CHECK(composed.boxes[i].max.y <= height + 1);
          for (std::size_t k = 0; k < i; ++k) CHECK_FALSE(overlap(composed.boxes[i], composed.boxes[k]));
        }
      }
    CHECK(fitting > windows / 2);
  }

  TEST_CASE("an author's line: columns, cards below each other, lines, the focus and a view") {
    const SceneSpec scene = read_scene_line("query / key -> scores -> weights* as arcs | value x weights = output");
    REQUIRE(scene.size() == 6);
    CHECK(scene[0].cards == std::vector<NamedCard>{{"query"}, {"key"}});
    CHECK(scene[0].begins_line);
    CHECK(scene[2].cards[0].focus);
    CHECK(scene[2].cards[0].view == View::arcs);
    CHECK((scene[3].begins_line && scene[4].before == SceneJoint::times && scene[5].before == SceneJoint::equals));
    CHECK(read_scene_line("x x w_q = query")[0].cards[0].node == "x");
    CHECK(read_scene_line("").empty());
    CHECK(read_scene_line("a -> b").back().cards[0].focus);
    for (const char* wrong : {"a b", "-> a", "a ->", "a as nothing", "a as", "a* -> b*", "a / / b", "|"})
      CHECK_THROWS_AS(read_scene_line(wrong), std::invalid_argument);
  }

  TEST_CASE("a press on the title of a card makes it the focus of a scene, and one press leads back to the step") {
    Driver driver;
    Snapshot snapshot = snapshot_at(Document{"self-attention", {}, {}}, 4);
    driver.show(snapshot, 4);
    CHECK(driver.shows("focus:weights"));
    carry_out_looks(snapshot, driver.click(snapshot, driver.centre("scene:scores")));
    CHECK(snapshot.document.look.scene == "scores");
    driver.show(snapshot, 40);
    CHECK(driver.shows("focus:scores"));
    const auto back = driver.click(snapshot, driver.centre("button:" + driver.texts().get("ui.stage.to_step")));
    carry_out_looks(snapshot, back);
    driver.show(snapshot, 40);
    CHECK(driver.shows("focus:weights"));
  }

  TEST_CASE("the plan is one press away, each of its cards leads to its scene, and so does the way back") {
    Driver driver;
    Snapshot snapshot = snapshot_of("self-attention");
    driver.show(snapshot, 4);
    const auto press = [&](const char* name) {
      carry_out_looks(snapshot, driver.click(snapshot, driver.centre("button:" + driver.texts().get(name))));
    };
    const Box map = driver.place("button:" + driver.texts().get("ui.stage.whole")).box;
    CHECK((map.width() > 60 && map.max.x > 1200 && map.max.y > 700));  // a small map in the corner
    press("ui.stage.whole");
    driver.show(snapshot, 4);
    CHECK(driver.shows("go:output"));
    CHECK_FALSE(driver.shows("grid:x"));
    press("ui.stage.scene");
    driver.show(snapshot, 4);
    CHECK(driver.shows("focus:x"));
    press("ui.stage.whole");
    driver.show(snapshot, 4);
    carry_out_looks(snapshot, driver.click(snapshot, driver.centre("go:output")));
    driver.show(snapshot, 40);
    CHECK(driver.shows("focus:output"));
  }

  TEST_CASE("a card that stays glides to its place in the next scene, at once where nothing is to move") {
    for (const bool still : {false, true}) {
      Driver driver;
      driver.host.still = still;
      const Snapshot before = in_scene(snapshot_of("self-attention"), "scores"), after = in_scene(before, "weights");
      driver.show(before, 40);
      CHECK_FALSE(driver.animating);
      const Box from = driver.place("grid:weights").box;
      driver.show(after, 2);
      const Box on_its_way = driver.place("grid:weights").box;
      CHECK(driver.animating == !still);
      driver.show(after, 40);
      CHECK_FALSE(driver.animating);
      const Box weights_box = driver.place("grid:weights").box;
      CHECK((std::fabs(on_its_way.min.x - weights_box.min.x) < 2) == still);
      CHECK(std::fabs(from.min.x - weights_box.min.x) + std::fabs(from.min.y - weights_box.min.y) > 10);
    }
  }

  TEST_CASE("a document shows a scene that is written as a line, with the cards and views that the line names") {
    Driver driver;
    driver.show(in_scene(snapshot_of("self-attention"), "query , key -> scores* | weights as arcs"), 4);
    const std::optional<PlacedScene>& scene = driver.ui().places().scene;
    REQUIRE(scene);
    CHECK(scene->focus == "scores");
    std::vector<std::string> nodes;
    for (const PlacedScene::Card& card : scene->cards) nodes.push_back(card.node);
    CHECK(nodes == std::vector<std::string>{"query", "key", "scores", "weights"});
    CHECK(driver.shows("word:0"));
    CHECK(scene->cards[3].box.min.y > scene->cards[2].box.max.y);
    CHECK(scene->cards[1].box.min.x > scene->cards[0].box.max.x);
  }

  TEST_CASE("an equation that loses a part for want of room loses its signs, too") {
    const auto draws = [](std::string_view text) {
      const std::vector<DrawnText> texts = drawn_texts();
      return std::any_of(texts.begin(), texts.end(), [&](const DrawnText& drawn_text) { return drawn_text.text == text; });
    };
    std::size_t whole = 0, parts = 0;
    for (const float width : {1280.0f, 760.0f, 640.0f, 520.0f})
      for (const float height : {800.0f, 640.0f, 560.0f}) {
        Driver driver(width, height, false, Driver::Fonts::shipped);
        const Document document{"self-attention", {{"text", std::string("the dog bit the man and the man bit the dog")}}, {}};
        driver.show(in_scene(snapshot_at(document, 0), "query + key + value + scores + x x weights = output*"), 40);
        CAPTURE(width);
        CAPTURE(height);
        const bool all = driver.ui().places().scene->cards.size() == 7;
        (all ? whole : parts) += 1;
        if (!all) CHECK_FALSE((draws("=") || draws("+") || draws("×")));
        if (width == 1280) CHECK(draws("="));
      }
    CHECK(whole > 0);
    CHECK(parts > 0);
  }

  TEST_CASE("a press on a cell among which the largest is asked for is the answer") {
    Driver driver;
    Snapshot snapshot = snapshot_at(Document{"self-attention", {}, {}}, 4);
    driver.show(snapshot, 4);
    const auto answers = only<Answer>(driver.click(snapshot, driver.cell("weights", 0, 2)));
    REQUIRE(answers.size() == 1);
    CHECK(answers[0].guess == GuessNumbers{2});
    CHECK(only<Answer>(driver.click(snapshot, driver.cell("weights", 1, 1))).empty());
  }
}

// Whether a text lies in a field, where it scrolls by itself.
std::vector<DrawnText> texts_outside_fields(Driver& driver) {
  std::vector<DrawnText> texts = drawn_texts();
  std::erase_if(texts, [&](const DrawnText& text) {
    const std::vector<Place>& places = driver.ui().places().noted;
    return std::any_of(places.begin(), places.end(), [&](const Place& place) {
      return place.control && place.control->role == Role::text && common(place.box, text.box).height() > 0 &&
             place.box.min.x <= text.box.min.x;
    });
  });
  return texts;
}

// Whether a text is drawn by its key, such as "@no_norm". A token such as "@call" is a word of its lesson, and "@" by itself is NumPy's.
bool has_key(const std::string& text) {
  for (std::size_t at = text.find('@'); at != std::string::npos; at = text.find('@', at + 1)) {
    std::size_t end = at + 1;
    while (end < text.size() && (std::isalnum(static_cast<unsigned char>(text[end])) != 0 || text[end] == '_')) ++end;
    constexpr NameList kTokens = "@user, @assistant, @system, @context, @call, @result";
    if (end > at + 1 && std::find(kTokens.begin(), kTokens.end(), text.substr(at, end - at)) == kTokens.end()) return true;
  }
  return false;
}

void check_texts(Driver& driver) {
  constexpr float kSmallest = 11.9f;
  const std::vector<DrawnText> texts = texts_outside_fields(driver);
  for (const DrawnText& text : texts) {
    CAPTURE(text.text);
    CHECK(text.size >= kSmallest);
    CHECK_FALSE(text.cut);
    CHECK_FALSE(has_key(text.text));
  }
  CHECK(overlapping_texts(texts).empty());
}

// Returns the main input of a lesson, if it takes a sentence.
std::string sentence_input(const LessonInfo& lesson) {
  for (const InputSpec& input : lesson.inputs)
    if (input.type == InputType::text && std::string_view(input.name) == "text") return "text";
  return {};
}

// Returns the snapshot after a step was entered, and its text replaced.
Snapshot snapshot_with_text(const LessonInfo& lesson, int step, const char* text) {
  Document document = at_step(lesson, {lesson.id}, step);
  document.inputs["text"] = std::string(text);
  Snapshot snapshot = snapshot_of(std::move(document));
  snapshot.document = with_cell_of_step(lesson, std::move(snapshot.document), *snapshot.trace);
  CHECK(std::get<std::string>(snapshot.trace->inputs.at("text")) == text);
  return snapshot;
}

TEST_SUITE("sweep") {
  TEST_CASE(
      "each step is a scene of one to seven cards that lie in the stage and beside each other, with texts that can be read and no arrow "
      "across a card") {
    constexpr const char* kTwelveWords = "the big dog sees a small cat and the bird sings here";
    for (const bool twelve : {false, true}) {
      CAPTURE(twelve);
      std::vector<double> reaches, covers;
      std::size_t steps = 0, arrows = 0;
      for (const Lesson& lesson : lessons()) {
        // The code of write-it leaves half of the stage to the picture, which scrolls then.
        if (twelve && (sentence_input(lesson.info).empty() || lesson.info.id == "write-it")) continue;
        Driver driver(1280, 800, false, Driver::Fonts::shipped);
        driver.host.still = true;
        for (int step = 0; step < static_cast<int>(lesson.info.steps.size()); ++step) {
          if (lesson.info.steps[static_cast<std::size_t>(step)].page != StepPage::none) continue;
          CAPTURE(lesson.info.id);
          CAPTURE(step);
          try {
            driver.show(in_words(twelve ? snapshot_with_text(lesson.info, step, kTwelveWords) : snapshot_at({lesson.info.id}, step),
                                 driver.texts()),
                        6);
          } catch (const InputError& refused) {
            CHECK_MESSAGE(twelve, english().format(refused.problem()));
            continue;  // a step need not know these words
          }
          const std::optional<PlacedScene>& scene = driver.ui().places().scene;
          REQUIRE(scene);
          ++steps;
          CHECK_FALSE(scene->focus.empty());
          CHECK((scene->cards.size() >= 1 && scene->cards.size() <= 7));
          std::vector<Box> boxes;
          for (const PlacedScene::Card& card : scene->cards) boxes.push_back(card.box);
          if (scene->callout.width() > 0) boxes.push_back(scene->callout);
          for (std::size_t i = 0; i < boxes.size(); ++i) {
            CHECK(boxes[i].min.x >= scene->stage.min.x);
            CHECK(boxes[i].max.x <= scene->stage.max.x);
            CHECK(boxes[i].min.y >= scene->stage.min.y);
            CHECK(boxes[i].max.y <= scene->stage.max.y);
            for (std::size_t k = 0; k < i; ++k) CHECK_FALSE(overlap(boxes[i], boxes[k]));
          }
          for (const Place& arrow : driver.places()) {
            if (!arrow.id.starts_with("arrow:")) continue;
            ++arrows;
            for (const Box& box : boxes) CHECK_FALSE(overlap(arrow.box, box));
          }
          check_texts(driver);
          reaches.push_back(cover_of(*scene).reach);
          covers.push_back(cover_of(*scene).cover);
        }
      }
      CHECK(steps > (twelve ? 140u : 200u));
      CHECK(arrows > steps / 2);
      MESSAGE("reach: least ", *std::min_element(reaches.begin(), reaches.end()), ", median ", median(reaches), "; cover: least ",
              *std::min_element(covers.begin(), covers.end()), ", median ", median(covers), ", of ", steps);
      CHECK(*std::min_element(reaches.begin(), reaches.end()) > 0.6);
      CHECK(*std::min_element(covers.begin(), covers.end()) > (twelve ? 0.39 : 0.42));
      CHECK(median(reaches) > 0.9);
      CHECK(median(covers) > 0.62);
    }
  }
}

}  // namespace scene_test
