// On a phone: a card at a time, its neighbours in a strip below it, and all of the picture one press away.
#include "ui/stage/neighbours.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "lessons/registry.h"
#include "ui/driver.h"
#include "ui/snapshots.h"

using namespace gf;
using namespace gf::test;

namespace neighbours_test {
namespace {

struct Phone {
  Driver driver{390, 844};
  Snapshot snapshot;
  explicit Phone(const std::string& lesson) : snapshot(snapshot_of(lesson)) { rest(); }

  void rest() {
    for (int i = 0; i < 40; ++i) carry_out_looks(snapshot, driver.show(snapshot));
  }
  void press(const std::string& id) {
    carry_out_looks(snapshot, driver.click(snapshot, driver.centre(id)));
    rest();
  }
  std::vector<std::string> led_to() {
    std::vector<std::string> ids;
    for (const Place& place : driver.places())
      if (place.id.starts_with("go:")) ids.push_back(place.id.substr(3));
    return ids;
  }
  bool leads_to(const std::string& id) {
    const std::vector<std::string> ids = led_to();
    return std::find(ids.begin(), ids.end(), id) != ids.end();
  }
  std::string button(const char* name) const { return "button:" + driver.texts().get(std::string("ui.stage.") + name); }
};

}  // namespace

TEST_SUITE("ui/neighbours") {
  TEST_CASE("below a card stand what it is made from and what is made from it, and lead there") {
    Phone phone("self-attention");
    CHECK(phone.leads_to("input"));
    CHECK_FALSE(phone.leads_to("output"));
    phone.press("go:input");
    CHECK(phone.driver.shows("grid:input"));
    for (const char* made : {"query", "key", "value"}) CHECK(phone.leads_to(made));
    CHECK(phone.leads_to("x"));
    phone.press("go:query");
    CHECK(phone.leads_to("w_q"));
    CHECK(phone.leads_to("dot_products"));
    // It stands where the strip does not cover it.
    CHECK(phone.driver.place("grid:query").box.max.y <= phone.driver.place("go:w_q").box.min.y);
  }

  TEST_CASE("small pictures are buttons with names; nothing on them can be touched or is noted a second time") {
    for (const Lesson& lesson : lessons()) {
      if (lesson.info.steps.front().page != StepPage::none) continue;  // it has no cards
      CAPTURE(lesson.info.id);
      Phone phone(lesson.info.id);
      std::vector<std::string> grids;
      for (const Place& place : phone.driver.places()) {
        if (place.id.starts_with("grid:")) grids.push_back(place.id + " " + std::to_string(place.cells ? place.cells->outer : 0));
        if (place.id.starts_with("go:")) {
          REQUIRE(place.control);
          CHECK(place.control->name.size() > 6);
        }
      }
      std::sort(grids.begin(), grids.end());
      CHECK(std::adjacent_find(grids.begin(), grids.end()) == grids.end());
      CHECK_FALSE(phone.led_to().empty());
      CHECK_FALSE(phone.driver.animating);
    }
  }

  TEST_CASE("all of the picture is one press away, each of its cards leads back, and so does the button") {
    Phone phone("encoder-decoder");
    const auto shown = [&] { return phone.led_to().size(); };
    const std::size_t strip = shown();
    phone.press(phone.button("whole"));
    CHECK(shown() > 2 * strip);
    CHECK_FALSE(phone.driver.shows(phone.button("whole")));
    const Box bench = phone.driver.place("part:bench").box;
    for (const Place& place : phone.driver.places())
      if (place.id.starts_with("go:")) CHECK((place.box.min.x >= bench.min.x && place.box.max.x <= bench.max.x));
    phone.press(phone.button("column"));
    CHECK(shown() == strip);
    phone.press(phone.button("whole"));
    phone.press("go:probabilities");
    CHECK(phone.driver.shows("grid:probabilities"));
    CHECK(phone.driver.shows(phone.button("whole")));
  }

  TEST_CASE("a text of thousands of letters has a small picture as well") {
    Driver driver(390, 844);
    const Snapshot snapshot = snapshot_of("tokenizer", {{"text", words(350)}});
    CHECK(driver.show(snapshot, 3).empty());
    CHECK(driver.vertices() > 300);
  }

  TEST_CASE("a wide window, a low one and a part that is shown alone have no strip") {
    for (const ImVec2 size : {ImVec2(1280, 800), ImVec2(390, 380)}) {
      Driver driver(size.x, size.y);
      driver.show(snapshot_of("self-attention"), 3);
      CHECK(std::none_of(driver.places().begin(), driver.places().end(), [](const Place& place) { return place.id.starts_with("go:"); }));
    }
  }
}

}  // namespace neighbours_test
