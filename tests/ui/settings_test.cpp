// The settings of all lessons: the language of the texts, and reading aloud.
#include "ui/bars/settings.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include "ui/driver.h"
#include "ui/snapshots.h"

using namespace gf;
using namespace gf::test;

namespace settings_test {
namespace {

struct Screen {
  Driver driver{1280, 1600, false, Driver::Fonts::shipped};
  Snapshot snapshot = snapshot_of("softmax");

  void open() {
    driver.host.still = true;
    driver.show(snapshot, 2);
    driver.click(snapshot, driver.centre("button:" + driver.texts().get("ui.settings")));
    driver.show(snapshot, 3);
  }
  std::vector<HostRequest> requests(HostRequest::Kind kind) const {
    std::vector<HostRequest> found;
    std::copy_if(driver.requests.begin(), driver.requests.end(), std::back_inserter(found),
                 [&](const HostRequest& host_request) { return host_request.kind == kind; });
    return found;
  }
};

}  // namespace

TEST_SUITE("ui/settings") {
  TEST_CASE("the languages are named in their own words, and another one is asked for by its id") {
    Screen screen;
    screen.driver.host.language = "fr";
    screen.open();
    const ui::Place place = screen.driver.place("choice:" + screen.driver.texts().get("ui.language"));
    CHECK(place.control->value == "Français");
    CHECK(std::count(place.control->choices.begin(), place.control->choices.end(), "简体中文") == 1);
    const auto spanish =
        std::find(place.control->choices.begin(), place.control->choices.end(), "Español") - place.control->choices.begin();
    screen.driver.ui().answer(R"({"type": "control", "control": )" + std::to_string(place.item) + R"(, "do": "set", "value": )" +
                              std::to_string(spanish) + "}");
    screen.driver.show(screen.snapshot, 3);
    const auto asked = screen.requests(HostRequest::Kind::set_language);
    REQUIRE(asked.size() == 1);
    CHECK(asked[0].language == "es");
  }

  TEST_CASE("a language that only the address names stands in the list by its id") {
    Screen screen;
    screen.driver.host.language = "qps";
    screen.open();
    CHECK(screen.driver.place("choice:" + screen.driver.texts().get("ui.language")).control->value == "qps");
  }

  TEST_CASE("reading aloud is offered where there is a voice, and asked for") {
    for (const bool voice : {false, true}) {
      Screen screen;
      screen.driver.host.can_read = voice;
      screen.open();
      const std::string id = "switch:" + screen.driver.texts().get("ui.read_aloud");
      CHECK(screen.driver.shows(id) == voice);
      if (!voice) continue;
      screen.driver.click(screen.snapshot, screen.driver.centre(id));
      screen.driver.show(screen.snapshot, 2);
      const auto asked = screen.requests(HostRequest::Kind::set_reading);
      REQUIRE(asked.size() == 1);
      CHECK(asked[0].reading);
    }
  }

  TEST_CASE("the settings end with the version that the command line prints") {
    Screen screen;
    screen.open();
    const std::string cmake = read_source_file("CMakeLists.txt"), words = "project(glassformer VERSION ";
    const std::size_t begin = cmake.find(words) + words.size();
    CHECK(screen.driver.place("words:version").control->name == "Version " + cmake.substr(begin, cmake.find(' ', begin) - begin));
  }
}

}  // namespace settings_test
