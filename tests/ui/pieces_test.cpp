// A row of tokens as chips: where they stand, what a click does, what they are called.
#include "ui/driver.h"
#include "ui/snapshots.h"

using namespace gf;
using namespace gf::test;

namespace pieces_test {
namespace {

constexpr float kWhole = 1600;

std::string piece(int token) { return "piece:bytes:" + std::to_string(token); }

}  // namespace

TEST_SUITE("ui/pieces") {
  TEST_CASE("pieces stand in a line as long as there is room, and wrap where there is none") {
    const Snapshot snapshot = snapshot_of("tokenizer", {{"text", std::string("the cat sat on")}});
    for (const float width : {1280.0f, 390.0f}) {
      Driver driver(width, kWhole);
      driver.show(snapshot, 3);
      const Place first = driver.place(piece(0)), second = driver.place(piece(1)), last = driver.place(piece(13));
      CHECK(second.box.min.x >= first.box.max.x);
      CHECK(second.box.min.y == first.box.min.y);
      CHECK(last.box.min.y >= first.box.min.y);
      CHECK(last.box.max.x < width);
    }
  }

  TEST_CASE("a click selects the token, the arrow keys move on, and a double click holds it at a value") {
    Driver driver(1280, kWhole);
    Snapshot snapshot = snapshot_of("tokenizer");
    driver.show(snapshot, 3);
    const auto selects = only<Select>(driver.click(snapshot, driver.centre(piece(4))));
    REQUIRE(selects.size() >= 1);
    CHECK(selects[0].node == "bytes");
    CHECK(selects[0].cell == Cell{0, 0, 4});
    snapshot.document.look.selection = Selection{"bytes", {0, 0, 4}};
    const auto moved = only<Select>(driver.press(snapshot, ImGuiKey_RightArrow));
    REQUIRE(moved.size() >= 1);
    CHECK(moved[0].cell == Cell{0, 0, 5});
    driver.press(snapshot, ImGuiKey_Enter);
    driver.type(snapshot, "255");
    const auto typed = only<TypeCell>(driver.press(snapshot, ImGuiKey_Enter));
    REQUIRE(typed.size() == 1);
    CHECK(typed[0].node == "bytes");
    CHECK(typed[0].text == "255");
  }

  TEST_CASE("of a very long row the first chips are drawn, and how many follow is said") {
    Driver driver(1280, 6000);
    driver.show(snapshot_of("tokenizer", {{"text", std::string(1000, 'x')}}), 3);
    CHECK(driver.shows(piece(599)));
    CHECK_FALSE(driver.shows(piece(600)));
  }

  TEST_CASE("a piece that lights up because a count was made of it is framed") {
    Driver driver(1280, kWhole);
    Snapshot snapshot = snapshot_of("tokenizer");
    snapshot.document.look.selection = Selection{"pair_counts", {1, 0, 0}};
    driver.show(snapshot, 3);
    const int before = driver.vertices();
    snapshot.document.look.selection = Selection{"pair_counts", {0, 0, 0}};
    driver.show(snapshot, 3);
    CHECK(driver.vertices() != before);
  }
}

}  // namespace pieces_test
