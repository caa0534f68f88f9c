// The pages of the course: the first page with its sentence, the map over a lesson, the last page, the sources.
#include <algorithm>
#include <cmath>
#include <set>

#include "lessons/registry.h"
#include "protocol/route.h"
#include "study/answer_text.h"
#include "study/course.h"
#include "study/sources.h"
#include "ui/cells/grid.h"
#include "ui/driver.h"
#include "ui/picture/drawn_text.h"
#include "ui/snapshots.h"

using namespace gf;
using namespace gf::test;

namespace course_test {
namespace {

Snapshot at_step_of(const std::string& lesson, int step) {
  Snapshot snapshot = snapshot_of(lesson);
  snapshot.document.look.step = step;
  return snapshot;
}

std::string label(const Driver& driver, const std::string& key) { return "button:" + driver.texts().get("ui." + key); }

std::string name_of_place(const Driver& driver, const std::string& id) { return driver.shows(id) ? driver.place(id).control->name : ""; }

// Returns the button whose words begin with a text.
std::string button_with(const Driver& driver, const std::string& beginning) {
  for (const Place& place : driver.places())
    if (place.id.starts_with("button:" + beginning)) return place.id;
  return "";
}

// Returns the words of the first page's sentence at which a dark ribbon begins. The ribbons begin on one line below the words, or on a
// phone to their right.
std::vector<std::string> words_with_dark_ribbons(const Driver& driver, const std::vector<std::string>& words) {
  const Box page = driver.place("words:said").box;
  const bool upright = page.width() < 700;
  const auto across = [&](ImVec2 at) { return upright ? at.x : at.y; };
  const auto along = [&](ImVec2 at) { return upright ? at.y : at.x; };
  const ui::Shade shade{false, 0, 1, false};
  constexpr float kPale = 0.42f, kDark = 0.85f, kNear = 18, kLine = 4;
  float line = 1e9f;
  std::vector<ImVec2> dark;
  for (const float weight : {kPale, kDark})
    for (const ImVec2 at : Driver::vertices_in(shade.of(weight))) {
      if (!page.contains(at)) continue;
      line = std::min(line, across(at));
      if (weight == kDark) dark.push_back(at);
    }
  const std::vector<ui::DrawnText> texts = ui::drawn_texts();
  std::vector<std::string> found;
  for (const std::string& word : words) {
    const auto drawn = std::find_if(texts.begin(), texts.end(), [&](const ui::DrawnText& text) {
      return text.text == word && page.contains(text.box.centre()) && across(text.box.centre()) < line;
    });
    REQUIRE_MESSAGE(drawn != texts.end(), word);
    const float middle = along(drawn->box.centre());
    if (std::any_of(dark.begin(), dark.end(), [&](ImVec2 at) { return across(at) < line + kLine && std::abs(along(at) - middle) < kNear; }))
      found.push_back(word);
  }
  return found;
}

}  // namespace

TEST_SUITE("ui/course") {
  TEST_CASE("the first page has every lesson once, with its number, in the same order at every width; one that is pressed opens") {
    for (const ImVec2 size : {ImVec2(1280, 800), ImVec2(1920, 1080), ImVec2(390, 3000)}) {
      CAPTURE(size.x);
      Driver driver(size.x, size.y);
      const Snapshot snapshot = snapshot_of("start");
      driver.show(snapshot, 3);
      int number = 0;
      for (const Lesson& lesson : lessons()) {
        if (lesson.info.chapter == Chapter::none) continue;
        CHECK(name_of_place(driver, "map:" + lesson.info.id) ==
              std::to_string(++number) + ". " + driver.texts().get("lessons." + lesson.info.id + ".title"));
      }
      const auto opened = only<OpenLesson>(driver.click(snapshot, driver.centre("map:block")));
      REQUIRE(opened.size() == 1);
      CHECK(opened[0].lesson == "block");
    }
  }

  TEST_CASE("no title of a lesson is cut on the first page") {
    for (const ImVec2 size : {ImVec2(1280, 1100), ImVec2(1920, 1400), ImVec2(390, 3000)}) {
      CAPTURE(size.x);
      Driver driver(size.x, size.y, false, Driver::Fonts::shipped);
      driver.show(snapshot_of("start"), 3);
      std::set<std::string> drawn;
      for (const ui::DrawnText& text : ui::drawn_texts()) drawn.insert(text.text);
      for (const Lesson& lesson : lessons()) {
        if (lesson.info.chapter == Chapter::none) continue;
        const std::string title = driver.texts().get("lessons." + lesson.info.id + ".title");
        CAPTURE(title);
        CHECK(drawn.contains(title));
      }
    }
  }

  TEST_CASE("the first page translates by itself, word by word and once; then nothing moves until it is asked to play again") {
    Driver driver;
    const Snapshot snapshot = snapshot_of("start");
    driver.show(snapshot);
    CHECK(driver.animating);
    std::set<std::string> said;
    const auto watch = [&] {
      said.clear();
      for (int frame = 0; frame < 3000 && driver.animating; ++frame) {
        driver.show(snapshot);
        said.insert(name_of_place(driver, "words:said"));
      }
    };
    watch();
    CHECK_FALSE(driver.animating);
    CHECK(said.size() == 7);  // six words and the end
    CHECK(name_of_place(driver, "words:said").starts_with("la 99.99 %, niña 99.98 %, lleva 99.97 %, el 71 %"));
    CHECK(name_of_place(driver, "words:said").ends_with(driver.texts().get("ui.map.end") + " 99.98 %"));
    driver.show(snapshot, 5);
    CHECK_FALSE(driver.animating);
    driver.click(snapshot, driver.centre(label(driver, "first.again")));
    CHECK(driver.animating);
    watch();
    CHECK(said.size() == 7);
  }

  TEST_CASE("without motion, all is there at once") {
    Driver driver;
    driver.host.still = true;
    const Snapshot snapshot = snapshot_of("start");
    driver.show(snapshot, 2);
    CHECK_FALSE(driver.animating);
    CHECK(name_of_place(driver, "words:said").starts_with("la 99.99 %, niña"));
    driver.click(snapshot, driver.centre(label(driver, "first.again")));
    driver.show(snapshot, 2);
    CHECK_FALSE(driver.animating);
  }

  TEST_CASE("another sentence is translated anew, at every width, and its ribbons are other ones") {
    for (const ImVec2 size : {ImVec2(1280, 800), ImVec2(390, 844)}) {
      CAPTURE(size.x);
      Driver driver(size.x, size.y, false, Driver::Fonts::shipped);
      driver.host.still = true;
      driver.show(snapshot_of("start"), 3);
      CHECK(name_of_place(driver, "words:said").starts_with("la 99.99 %, niña"));
      using Words = std::vector<std::string>;
      // Ribbons that cross each other are dark: “perro negro” and “hombre viejo” turn two words of the sentence round.
      CHECK(words_with_dark_ribbons(driver, {"girl", "carries", "black", "dog"}) == Words{"black", "dog"});
      Snapshot other = snapshot_of("start", {{"source", std::string("the old man reads a newspaper")}});
      other.revision = 2;
      driver.show(other, 3);
      CHECK(name_of_place(driver, "words:said").starts_with("el "));
      CHECK(name_of_place(driver, "words:said").find(", hombre ") != std::string::npos);
      CHECK(words_with_dark_ribbons(driver, {"the", "old", "man", "reads", "newspaper"}) == Words{"old", "man", "reads", "newspaper"});
    }
  }

  TEST_CASE("a route begins with the first lesson on it that has a question left; who was somewhere is offered to go on there") {
    Driver driver;
    Snapshot snapshot = snapshot_of("start");
    for (const Lesson& lesson : lessons()) snapshot.progress[lesson.info.id] = progress_in(lesson.info, {});
    driver.show(snapshot, 3);
    CHECK(button_with(driver, "Go on").empty());
    auto commands = driver.click(snapshot, driver.centre(button_with(driver, "Start the short route")));
    REQUIRE(only<ChooseRoute>(commands).size() == 1);
    CHECK(only<ChooseRoute>(commands)[0].route == Route::hour);
    REQUIRE(only<OpenLesson>(commands).size() == 1);
    CHECK(only<OpenLesson>(commands)[0].lesson == "start");
    REQUIRE(only<GoToStep>(commands).size() == 1);
    CHECK(only<GoToStep>(commands)[0].step == 1);  // the first page is step 0
    snapshot.progress["start"].answered = snapshot.progress["start"].total;
    commands = driver.click(snapshot, driver.centre(button_with(driver, "Start the short route")));
    CHECK(only<OpenLesson>(commands)[0].lesson == "tokenizer");
    CHECK(only<GoToStep>(commands).empty());
    snapshot.progress["tokenizer"].answered = snapshot.progress["tokenizer"].total;
    commands = driver.click(snapshot, driver.centre(button_with(driver, "Start the short route")));
    CHECK(only<OpenLesson>(commands)[0].lesson == "softmax");
    snapshot.left = Left{"spaces", 4};
    driver.show(snapshot, 2);
    CHECK(button_with(driver, "Go on") == "button:Go on: Spaces, step 5");
    CHECK(only<OpenLesson>(driver.click(snapshot, driver.centre(button_with(driver, "Go on"))))[0].lesson == "spaces");
  }

  TEST_CASE("M lays the map over any lesson, with the lesson marked; Escape takes it away") {
    Driver driver;
    const Snapshot snapshot = snapshot_of("softmax");
    driver.show(snapshot, 3);
    driver.press(snapshot, ImGuiKey_M);
    driver.show(snapshot, 2);
    REQUIRE(driver.shows("map:softmax"));
    CHECK(driver.place("map:softmax").control->on);
    CHECK_FALSE(driver.place("map:spaces").control->on);
    driver.press(snapshot, ImGuiKey_Escape);
    driver.show(snapshot, 2);
    CHECK_FALSE(driver.shows("map:softmax"));
  }

  TEST_CASE("Next after the last step follows the route") {
    Driver driver;
    Snapshot snapshot = at_step_of("tokenizer", static_cast<int>(lesson_named("tokenizer").info.steps.size()) - 1);
    snapshot.route = Route::hour;
    driver.show(snapshot, 3);
    const std::string on =
        "button:" + driver.texts().format("ui.step.next_lesson", {{"lesson", driver.texts().get("lessons.softmax.title")}});
    CHECK(only<OpenLesson>(driver.click(snapshot, driver.centre(on)))[0].lesson == "softmax");
  }

  TEST_CASE("the last page draws a whole transformer with every lesson once, each with how far one got, and a part leads to its lesson") {
    for (const ImVec2 size : {ImVec2(1280, 4000), ImVec2(1920, 4000), ImVec2(390, 6000)}) {
      CAPTURE(size.x);
      Driver driver(size.x, size.y);
      Snapshot snapshot = at_step_of("end", static_cast<int>(lesson_named("end").info.steps.size()) - 1);
      for (const Lesson& lesson : lessons()) snapshot.progress[lesson.info.id] = progress_in(lesson.info, {});
      snapshot.progress["softmax"].answered = 2;
      driver.show(snapshot, 3);
      for (const Lesson& lesson : lessons()) {
        CAPTURE(lesson.info.id);
        const auto count = std::count_if(driver.places().begin(), driver.places().end(),
                                         [&](const Place& place) { return place.id == "model:" + lesson.info.id; });
        CHECK(count == (lesson.info.chapter == Chapter::none ? 0 : 1));
      }
      CHECK(driver.place("model:softmax").control->value.starts_with("2 of "));
      const auto opened = only<OpenLesson>(driver.click(snapshot, driver.centre("model:block")));
      REQUIRE(opened.size() == 1);
      CHECK(opened[0].lesson == "block");
    }
  }

  TEST_CASE("no part of the drawing lies upon another one") {
    for (const ImVec2 size : {ImVec2(1280, 4000), ImVec2(1024, 4000), ImVec2(1920, 4000), ImVec2(390, 6000)}) {
      CAPTURE(size.x);
      Driver driver(size.x, size.y, false, Driver::Fonts::shipped);
      driver.show(at_step_of("end", static_cast<int>(lesson_named("end").info.steps.size()) - 1), 3);
      std::vector<Place> parts;
      for (const Place& place : driver.places())
        if (place.id.starts_with("model:")) parts.push_back(place);
      for (std::size_t i = 0; i < parts.size(); ++i)
        for (std::size_t j = i + 1; j < parts.size(); ++j) {
          const Box both = ui::common(parts[i].box, parts[j].box);
          CAPTURE(parts[i].id);
          CAPTURE(parts[j].id);
          CHECK((both.width() <= 0 || both.height() <= 0));
        }
    }
  }

  TEST_CASE("the last page says what to do next on the reader's way, until nothing is left") {
    Driver driver;
    Snapshot snapshot = at_step_of("end", static_cast<int>(lesson_named("end").info.steps.size()) - 1);
    snapshot.route = Route::hour;
    for (const Lesson& lesson : lessons()) {
      Progress& progress = snapshot.progress[lesson.info.id] = progress_in(lesson.info, {});
      if (lesson.info.id != "softmax") progress.answered = progress.total;
    }
    driver.show(snapshot, 3);
    const auto opened = only<OpenLesson>(driver.click(snapshot, driver.centre(button_with(driver, "Do this next: Softmax"))));
    REQUIRE(opened.size() == 1);
    CHECK(opened[0].lesson == "softmax");
    snapshot.progress["softmax"].answered = snapshot.progress["softmax"].total;
    driver.show(snapshot, 2);
    CHECK(button_with(driver, "Do this next").empty());
    CHECK(name_of_place(driver, "words:answered").starts_with("You have answered all"));
  }

  TEST_CASE("the references of the last page are links that open or are copied, and none of their words is a term") {
    Driver driver(1280, 4000);
    Snapshot snapshot = at_step_of("end", static_cast<int>(lesson_named("end").info.steps.size()) - 1);
    driver.show(snapshot, 3);
    const std::string paper = driver.texts().get("ui.last.on.paper.address");
    const Place link = driver.place("outer:" + paper);
    CHECK(link.control->role == ui::Role::link);
    CHECK(link.control->address == paper);
    CHECK(link.control->name == "Attention Is All You Need");
    for (const Place& place : driver.places())
      if (place.id.starts_with("term:")) CHECK(ui::common(place.box, link.box).height() <= 0);
    driver.click(snapshot, driver.centre("outer:" + paper));
    REQUIRE(!driver.requests.empty());
    CHECK(driver.requests.back().kind == HostRequest::Kind::open_page);
    CHECK(driver.requests.back().address == paper);
    driver.click(snapshot, driver.centre("button:" + driver.texts().format("ui.last.on.copy", {{"name", link.control->name}})));
    CHECK(driver.clipboard == paper);
    // While something lies over the page nothing is pressed through it.
    driver.press(snapshot, ImGuiKey_K, ImGuiMod_Ctrl);
    driver.show(snapshot, 3);
    CHECK_FALSE(driver.place("outer:" + paper).control->enabled);
  }

  TEST_CASE("the last page leads back to lessons and to the sources, where the answer to a slip is told when it is asked for") {
    Driver driver(1280, 12000);
    Snapshot snapshot = at_step_of("end", static_cast<int>(lesson_named("end").info.steps.size()) - 1);
    driver.show(snapshot, 3);
    const auto opened = only<OpenLesson>(driver.click(snapshot, driver.centre("to:training")));
    REQUIRE(opened.size() == 1);
    CHECK(opened[0].lesson == "training");
    for (const char* lesson : {"language-model", "sampling", "prompting", "retrieval", "lora", "quantization", "scaling"}) {
      CAPTURE(lesson);
      CHECK(driver.shows("to:" + std::string(lesson)));
    }
    driver.click(snapshot, driver.centre(label(driver, "map.sources")));
    driver.show(snapshot, 3);
    const std::vector<Slip> slips = sources_of(driver.texts()).slips;
    CHECK(slips.size() >= 17);
    for (const Slip& slip : slips) CHECK_FALSE(driver.shows("words:slip " + slip.id));
    driver.click(snapshot, driver.centre(label(driver, "ask.show")));
    driver.show(snapshot, 2);
    CHECK(driver.shows("words:slip A3"));
  }

  TEST_CASE("the map leads to the tutorial and to the pages for teachers, in the language of the texts, if they are beside the program") {
    for (const bool there : {false, true})
      for (const char* language : {"en", "zh"}) {
        Driver driver;
        driver.host.has_pages = there;
        driver.host.language = language;
        Snapshot snapshot = snapshot_of("softmax");
        driver.show(snapshot, 2);
        driver.press(snapshot, ImGuiKey_M);
        driver.show(snapshot, 3);
        CHECK(driver.shows(label(driver, "map.tutorial")) == there);
        if (!there) continue;
        driver.click(snapshot, driver.centre(label(driver, "map.tutorial")));
        driver.click(snapshot, driver.centre(label(driver, "map.teachers")));
        std::vector<std::string> addresses;
        for (const HostRequest& request : driver.requests)
          if (request.kind == HostRequest::Kind::open_page) addresses.push_back(request.address);
        const bool english = std::string(language) == "en";
        CHECK(addresses == std::vector<std::string>{english ? "tutorial/index.html" : "tutorial/zh/index.html",
                                                    "teach/index.html?language=" + std::string(language)});
      }
  }

  TEST_CASE("a recap has the formula of attention, and each part of it leads to the step that shows it") {
    const LessonInfo& lesson = lesson_named("self-attention").info;
    Driver driver(1280, 4000);
    const Snapshot snapshot = at_step_of("self-attention", static_cast<int>(lesson.steps.size()) - 1);
    driver.show(snapshot, 3);
    CHECK(name_of_place(driver, "words:recap formula") == driver.texts().get("ui.recap.formula"));
    for (const auto& [part, of, step] :
         {std::tuple("scores", "self-attention", "scores"), std::tuple("root", "multi-head", "division_by_root"),
          std::tuple("weights", "self-attention", "weights"), std::tuple("mask", "self-attention", "causal_mask"),
          std::tuple("input", "self-attention", "positions"), std::tuple("query", "self-attention", "projections"),
          std::tuple("key", "self-attention", "projections"), std::tuple("value", "self-attention", "projections"),
          std::tuple("output", "self-attention", "output")}) {
      CAPTURE(part);
      const auto commands = driver.click(snapshot, driver.centre("recap:" + std::string(part)));
      const auto gone = only<GoToStep>(commands);
      REQUIRE(gone.size() == 1);
      CHECK(lesson_named(of).info.steps[static_cast<std::size_t>(gone[0].step)].id == step);
    }
    CHECK(driver.shows("to:self-attention"));
    CHECK_FALSE(driver.shows("to:multi-head"));  // it comes later
  }

  TEST_CASE("each chapter ends with a recap that has a line for each of its lessons; only that of attention has the formula") {
    const auto catalogue = make_catalogue();
    for (const Chapter chapter : kChapters) {
      const std::vector<const LessonInfo*> of_chapter = lessons_of(*catalogue, chapter);
      const LessonInfo& last = *of_chapter.back();
      CAPTURE(last.id);
      CHECK(last.steps.back().page == StepPage::recap);
      Driver driver(1280, 4000);
      driver.show(at_step_of(last.id, static_cast<int>(last.steps.size()) - 1), 3);
      CHECK(driver.shows("recap:scores") == (chapter == Chapter::attention));
      for (const LessonInfo* lesson : of_chapter) CHECK(driver.shows("to:" + lesson->id));
    }
  }

  TEST_CASE("the map copies the answers that were given, as lines or as a table, once there are some") {
    Driver driver;
    Snapshot snapshot = snapshot_of("softmax");
    driver.show(snapshot, 3);
    driver.press(snapshot, ImGuiKey_M);
    driver.show(snapshot, 2);
    CHECK(button_with(driver, "Copy my answers").empty());
    AnswerLog log;
    keep_answer(log, "softmax", "shares", {"0.5 0.3 0.2", "0.65 0.24 0.11", false, 0, 31});
    snapshot.log = std::make_shared<const AnswerLog>(log);
    driver.show(snapshot, 2);
    driver.click(snapshot, driver.centre(label(driver, "answers.copy_csv")));
    CHECK(driver.clipboard == log_as_csv(log, *snapshot.catalogue));
    driver.click(snapshot, driver.centre(label(driver, "answers.copy_text")));
    CHECK(driver.clipboard == log_as_text(log, *snapshot.catalogue, driver.texts()));
  }
}

}  // namespace course_test
