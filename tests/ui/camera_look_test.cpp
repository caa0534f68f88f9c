// Where the camera rests is part of the document: a link opens where it was made, in a window of any size.
#include "ui/driver.h"
#include "ui/snapshots.h"
#include "ui/stage/camera.h"

using namespace gf;
using namespace gf::test;

namespace camera_look_test {
namespace {

std::string button(const Driver& driver, const char* name) { return "button:" + driver.texts().get(std::string("ui.stage.") + name); }

// What is asked for is done, until all is at rest.
void rest(Driver& driver, Snapshot& snapshot) {
  for (int i = 0; i < 60; ++i) carry_out_looks(snapshot, driver.show(snapshot));
}

void press(Driver& driver, Snapshot& snapshot, const char* name) {
  carry_out_looks(snapshot, driver.click(snapshot, driver.centre(button(driver, name))));
  rest(driver, snapshot);
}

void show_node(Driver& driver, Snapshot& snapshot, const char* node) {
  driver.ui().answer(std::string(R"({"type": "show", "node": ")") + node + "\"}");
  rest(driver, snapshot);
}

bool near(const Box& a, const Box& b, float within) {
  const auto close = [&](ImVec2 p, ImVec2 q) { return std::abs(p.x - q.x) <= within && std::abs(p.y - q.y) <= within; };
  return close(a.min, b.min) && close(a.max, b.max);
}

}  // namespace

TEST_SUITE("ui/camera_look") {
  TEST_CASE("a view and back, whatever the size of the picture") {
    using namespace gf::ui;
    CHECK(look_of({{50, 20}, 3}, {100, 100}, 1.5f) == CameraLook{0.5, 0.2, 2});
    CHECK(sight_of({0.5, 0.2, 2}, {100, 100}, 1.5f) == Sight{{50, 20}, 3});
    CHECK(sight_of({0.5, 0.2, 2}, {300, 50}, 0.5f) == Sight{{150, 10}, 1});
    CHECK(look_of({{-50, 2000}, 3}, {100, 100}, 1) == CameraLook{0, 1, 3});
    CHECK(sight_of({0, 0, 10000}, {100, 100}, 1).zoom == kMostZoom);
    CHECK(sight_of({0, 0, 0.0001}, {100, 100}, 1).zoom == kLeastZoom);
  }

  TEST_CASE("the document says where the camera has come to rest, once, and nothing where all is seen") {
    Driver driver;
    Snapshot snapshot = snapshot_of("self-attention");
    CHECK(only<LookAt>(driver.show(snapshot, 40)).empty());
    driver.click(snapshot, driver.centre(button(driver, "zoom_in")));
    const auto looks = only<LookAt>(driver.show(snapshot, 60));
    REQUIRE(looks.size() == 1);
    REQUIRE(looks[0].camera);
    CHECK(looks[0].camera->zoom == doctest::Approx(1.25).epsilon(0.01));
    CHECK(looks[0].camera->x == doctest::Approx(0.5).epsilon(0.01));
    CHECK_FALSE(driver.animating);
    snapshot.document.look.camera = looks[0].camera;
    ++snapshot.revision;
    CHECK(only<LookAt>(driver.show(snapshot, 20)).empty());
    driver.click(snapshot, driver.centre(button(driver, "whole")));
    const auto whole = only<LookAt>(driver.show(snapshot, 60));
    REQUIRE(whole.size() == 1);
    CHECK_FALSE(whole[0].camera);
  }

  TEST_CASE("a link opens where it was made: the same document in the same window is the same picture, in another the same part of it") {
    Driver maker;
    Snapshot made = snapshot_of({.lesson = "self-attention", .look = {.step = 3}});
    rest(maker, made);
    show_node(maker, made, "weights");
    press(maker, made, "zoom_in");
    REQUIRE(made.document.look.camera);
    for (const bool later : {false, true}) {
      Driver opener;
      Snapshot opened = made;
      if (later) {  // the program shows the whole, and the link is opened in it
        opened.document.look = {};
        rest(opener, opened);
        opened.document = made.document;  // what its step is about is not looked for
        ++opened.revision;
      }
      for (int i = 0; i < 60; ++i) CHECK(only<LookAt>(opener.show(opened)).empty());
      CAPTURE(later);
      CHECK(near(opener.place("grid:weights").box, maker.place("grid:weights").box, 2));
    }
    Driver wide(1920, 1080);
    for (int i = 0; i < 60; ++i) CHECK(only<LookAt>(wide.show(made)).empty());
    CHECK(wide.place("grid:weights").seen.width() > 0);
    // The window takes another size: what was in the middle stays there.
    ImGui::GetIO().DisplaySize = ImVec2(1280, 800);
    for (int i = 0; i < 60; ++i) CHECK(only<LookAt>(wide.show(made)).empty());
    CHECK(near(wide.place("grid:weights").box, maker.place("grid:weights").box, 2));
  }

  TEST_CASE("what the reader has come near to stays as near while the picture grows around it, and the document is told") {
    Driver driver;
    Snapshot snapshot = snapshot_of("self-attention");
    rest(driver, snapshot);
    show_node(driver, snapshot, "w_q");
    press(driver, snapshot, "zoom_in");
    const float cell = driver.place("grid:w_q").cells->cell_width;
    const std::optional<CameraLook> before = snapshot.document.look.camera;
    Snapshot longer = snapshot_of("self-attention", {{"text", std::string("you are welcome here any time today")}});
    longer.document.look = snapshot.document.look;
    longer.revision = snapshot.revision + 1;
    rest(driver, longer);
    CHECK(driver.place("grid:w_q").cells->cell_width == doctest::Approx(cell).epsilon(0.01));
    CHECK_FALSE(longer.document.look.camera == before);
  }

  TEST_CASE("what a step is about and was seen where it was is brought into sight where the window becomes too small for it") {
    Driver driver(1920, 1080);
    Snapshot snapshot = snapshot_of({.lesson = "self-attention", .look = {.step = 2}});
    rest(driver, snapshot);
    press(driver, snapshot, "whole");
    press(driver, snapshot, "zoom_in");
    snapshot.document.look.step = 3;
    ++snapshot.revision;
    rest(driver, snapshot);
    const auto whole = [&] {
      const Place place = driver.place("grid:scores");
      return place.seen.width() >= place.box.width() - 1 && place.seen.height() >= place.box.height() - 1;
    };
    REQUIRE(whole());
    REQUIRE(snapshot.document.look.camera);  // it stayed where the reader had put it
    ImGui::GetIO().DisplaySize = ImVec2(900, 900);
    rest(driver, snapshot);
    CHECK(whole());
  }

  TEST_CASE("frames that were opened where there is little room, and the views of cards, are as the document says") {
    Driver maker(844, 390);
    Snapshot snapshot = snapshot_of("encoder-decoder");
    rest(maker, snapshot);
    show_node(maker, snapshot, "decoder.0.cross_attention.weights");
    CHECK_FALSE(snapshot.document.look.opened.empty());
    CHECK(maker.shows("grid:decoder.0.cross_attention.weights"));
    Driver opener(844, 390);
    opener.show(snapshot, 60);
    CHECK(near(opener.place("grid:decoder.0.cross_attention.weights").box, maker.place("grid:decoder.0.cross_attention.weights").box, 2));
    Snapshot arcs = snapshot_of("self-attention");
    arcs.document.look.views = {{"weights", View::arcs}};
    Driver other;
    other.show(arcs, 3);
    CHECK(other.shows("word:0"));
    arcs.document.look.views = {{"weights", View::plane}};  // which this card has not
    ++arcs.revision;
    other.show(arcs, 3);
    CHECK_FALSE(other.shows("word:0"));
  }
}

}  // namespace camera_look_test
