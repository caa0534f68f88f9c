// A number that counts itself up: the tokens that a model writes.
#include "ui/inputs/counting.h"

#include "ui/driver.h"
#include "ui/snapshots.h"

using namespace gf;
using namespace gf::test;

namespace counting_test {
namespace {

// Shows a model that writes: each asked number is there a frame later, unless `slow`.
struct Writing {
  Driver driver{1440, 900};
  Snapshot snapshot = snapshot_of("language-model", {{"tokens", 0.0}});
  std::vector<double> asked;
  std::set<int> gestures;
  bool slow = false;

  void take(const std::vector<Command>& commands) {
    for (const SetInput& set : only<SetInput>(commands)) {
      REQUIRE(set.input == "tokens");
      asked.push_back(std::get<double>(set.value));
      gestures.insert(set.gesture);
      snapshot.document.inputs["tokens"] = set.value;
      snapshot.computing = slow;
    }
    ++snapshot.revision;
  }
  void press(const char* label) {
    take(driver.click(snapshot, driver.centre(std::string("button:") + label)));
    go_on(1);
  }
  void go_on(int frames) {
    for (int i = 0; i < frames; ++i) take(driver.show(snapshot));
  }
};

}  // namespace

TEST_SUITE("ui/counting") {
  TEST_CASE("pressed, it counts, each number when the last one is shown; pressed again it rests at once, and all is undone at once") {
    Writing writing;
    writing.go_on(2);
    writing.press("Write");
    REQUIRE(writing.asked.size() == 1);
    CHECK(writing.asked.front() == 1);
    writing.slow = true;
    writing.go_on(40);
    REQUIRE(writing.asked == std::vector<double>{1, 2});
    writing.go_on(120);
    CHECK_MESSAGE(writing.asked.size() == 2, "nothing is asked for while it is computed, however long");
    writing.slow = writing.snapshot.computing = false;
    writing.go_on(60);
    CHECK(writing.asked.size() > 4);
    CHECK_MESSAGE(writing.asked.size() < 20, "eyes can follow");
    writing.press("Stop");
    const std::size_t at_rest = writing.asked.size();
    writing.go_on(60);
    CHECK(writing.asked.size() == at_rest);
    CHECK(writing.gestures.size() == 1);
    bool told = false;
    for (const Place& place : writing.driver.places()) told = told || place.id.starts_with("counting:");
    CHECK_MESSAGE(told, "how many a second");
  }

  TEST_CASE("one more is one more; at the end it rests, and begins anew when it is pressed") {
    Writing writing;
    writing.go_on(2);
    writing.press("One more token");
    writing.go_on(60);
    CHECK(writing.asked == std::vector<double>{1});
    writing.snapshot.document.inputs["tokens"] = 39.0;
    writing.go_on(2);
    writing.press("Write");
    writing.go_on(60);
    CHECK(writing.asked == std::vector<double>{1, 40});
    writing.press("Write");
    CHECK(writing.asked.back() == 1);
  }

  TEST_CASE("if the lesson says that more changes nothing, the counting rests") {
    Writing writing;
    Trace trace = *writing.snapshot.trace;
    trace.notes.push_back({"ended", {{"count", "3"}}});
    writing.snapshot.trace = std::make_shared<const Trace>(std::move(trace));
    writing.snapshot.document.inputs["tokens"] = 5.0;
    writing.go_on(2);
    writing.press("Write");
    writing.go_on(60);
    CHECK(writing.asked == std::vector<double>{1});
  }

  TEST_CASE("the written tokens become the text in one change, writing ends, and without written tokens nothing changes") {
    Writing writing;
    writing.go_on(2);
    const ImVec2 keep = writing.driver.centre("button:Put it into the text, to change it and go on");
    CHECK(only<SetInput>(writing.driver.click(writing.snapshot, keep)).empty());
    Trace trace = *writing.snapshot.trace;
    trace.notes.push_back({"written", {{"text", "the sun is a star"}}});
    writing.snapshot.trace = std::make_shared<const Trace>(std::move(trace));
    writing.go_on(2);
    const std::vector<SetInput> set = only<SetInput>(writing.driver.click(writing.snapshot, keep));
    REQUIRE(set.size() == 2);
    CHECK(set[0].input == "text");
    CHECK(std::get<std::string>(set[0].value) == "the sun is a star");
    CHECK(set[1].input == "tokens");
    CHECK(std::get<double>(set[1].value) == 0);
    CHECK(set[0].gesture != 0);
    CHECK(set[0].gesture == set[1].gesture);
  }

  TEST_CASE("the counting ends if the reader changes its input, or if the input is refused") {
    for (const bool refused : {false, true}) {
      Writing writing;
      writing.go_on(2);
      writing.press("Write");
      if (refused) writing.snapshot.problem = Problem{"nothing_to_read", {}};
      writing.snapshot.document.inputs["tokens"] = 30.0;
      CHECK(writing.driver.shows("button:Stop"));
      writing.go_on(90);
      CHECK(writing.asked.size() == 1);
      CHECK(writing.driver.shows("button:Write"));
    }
  }
}

}  // namespace counting_test
