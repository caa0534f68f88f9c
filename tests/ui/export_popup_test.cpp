// The popup that exports the stage, a card, an arithmetic or a lesson: as a picture, numbers or a program.
#include "ui/bars/export_popup.h"

#include <algorithm>

#include "core/veil.h"
#include "ui/driver.h"
#include "ui/snapshots.h"

using namespace gf;
using namespace gf::test;

namespace export_popup_test {
namespace {

std::string id(const Driver& driver, const char* key) { return "button:" + driver.texts().get(std::string("ui.export.") + key); }

// Shows a step with the popup open.
struct Opened {
  Driver driver{1280, 800, false, Driver::Fonts::shipped};
  Snapshot snapshot;
  explicit Opened(const char* lesson) : snapshot(snapshot_of(lesson)) {
    driver.host.saves_png = true;
    driver.show(snapshot, 20);
    driver.click(snapshot, driver.centre(id(driver, "open")));
    driver.show(snapshot, 4);
  }
  void choose(const char* words) {
    driver.click(snapshot, driver.centre(std::string("radio:") + words));
    driver.show(snapshot, 3);
  }
  HostRequest press(const char* button) {
    driver.requests.clear();
    driver.click(snapshot, driver.centre(id(driver, button)));
    const auto found = std::find_if(driver.requests.begin(), driver.requests.end(), [](const HostRequest& request) {
      return request.kind == HostRequest::Kind::save_file || request.kind == HostRequest::Kind::copy_text;
    });
    REQUIRE(found != driver.requests.end());
    return *found;
  }
  std::string picture(const PictureWish& wish) {
    return driver.ui().picture(wish, [&] { driver.ui().draw(snapshot, driver.texts(), driver.host); });
  }
};

float number_after(const std::string& text, const std::string& words) { return std::stof(text.substr(text.find(words) + words.size())); }

}  // namespace

TEST_SUITE("ui/export popup") {
  TEST_CASE("all on the stage is saved as a picture under the name of its step") {
    Opened page("self-attention");
    const HostRequest request = page.press("save");
    CHECK(request.kind == HostRequest::Kind::save_file);
    REQUIRE(request.picture);
    CHECK(request.picture->part == PictureWish::Part::scene);
    CHECK_FALSE(request.picture->png);
    CHECK(request.name.starts_with("self-attention-"));
    CHECK(request.name.ends_with(".svg"));
    page.driver.show(page.snapshot, 3);
    CHECK_FALSE_MESSAGE(page.driver.shows(id(page.driver, "save")), "the popup is closed");
  }

  TEST_CASE("the whole lesson is copied as a program, and has no picture") {
    Opened page("softmax");
    page.choose("Whole lesson");
    CHECK_FALSE(page.driver.shows("radio:SVG"));
    page.choose("PyTorch");
    const HostRequest request = page.press("copy");
    CHECK(request.kind == HostRequest::Kind::copy_text);
    CHECK(request.content.starts_with("import torch"));
    CHECK(request.content.find("print(\"probabilities\"") != std::string::npos);
  }

  TEST_CASE("PNG is offered where the platform makes pictures of pixels") {
    Opened page("softmax");
    CHECK(page.driver.shows("radio:PNG"));
    page.driver.host.saves_png = false;
    page.driver.show(page.snapshot, 2);
    CHECK_FALSE(page.driver.shows("radio:PNG"));
  }

  TEST_CASE("the picture of a card is as large as the card, with its words as texts and without the page's colour") {
    Opened page("self-attention");
    REQUIRE(page.driver.ui().places().scene->cards.size() > 1);
    const ui::PlacedScene::Card card = page.driver.ui().places().scene->cards.front();
    const std::string node = page.snapshot.trace->node(card.subject).name;
    const std::string whole = page.picture({PictureWish::Part::scene, "", false}),
                      one = page.picture({PictureWish::Part::matrix, node, false});
    CHECK(number_after(one, " width=\"") == doctest::Approx(card.box.width() + 24).epsilon(0.01));
    CHECK(number_after(whole, " width=\"") > number_after(one, " width=\"") + 100);
    CHECK(one.find(">welcome</text>") != std::string::npos);
    CHECK(one.find("textLength=") != std::string::npos);
    CHECK(one.find("Helvetica") != std::string::npos);
    CHECK_MESSAGE(one.find("<path fill=\"#f7f5f0\"") == std::string::npos, "no background");
    REQUIRE(page.driver.shows("button:" + page.driver.texts().get("ui.film.play")));
    CHECK_MESSAGE(whole.find("Play the") == std::string::npos, "no buttons");
  }

  TEST_CASE("a message asks for a picture of the scene, a card, an arithmetic, or a sheet") {
    using Part = PictureWish::Part;
    const auto part = [](const char* message) { return ui::read_picture_message(message)->part; };
    CHECK(part(R"({"type":"export","format":"svg"})") == Part::scene);
    CHECK(part(R"({"type":"export","format":"svg","node":"weights"})") == Part::matrix);
    CHECK(part(R"({"type":"export","format":"svg","node":"weights","cell":[0,0]})") == Part::cell);
    CHECK(part(R"({"type":"export","format":"svg","caption":true})") == Part::page);
    for (const char* other : {R"({"type":"export","format":"csv"})", R"({"type":"layout"})", "[", "[]", "7"})
      CHECK_FALSE(ui::read_picture_message(other));
  }
}

}  // namespace export_popup_test
