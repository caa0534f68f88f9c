// Sections of panels: nested, folded, and unfolded if a step needs a card in them.
#include "ui/bars/sections.h"
#include "ui/driver.h"
#include "ui/snapshots.h"

using namespace gf;
using namespace gf::test;

namespace sections_test {
namespace {

constexpr float kWhole = 1600;

// Opens the plan of the lesson.
void open_plan(Driver& driver, const Snapshot& snapshot) {
  driver.show(snapshot, 3);
  driver.click(snapshot, driver.centre("button:" + driver.texts().get("ui.stage.whole")));
  driver.show(snapshot, 3);
}

}  // namespace

TEST_SUITE("ui/sections") {
  TEST_CASE("names of sections: what is around them, and what is folded") {
    CHECK(ui::section_path("encoder.0.norm") == std::vector<std::string>{"encoder", "encoder.0", "encoder.0.norm"});
    CHECK(ui::section_path("loss") == std::vector<std::string>{"loss"});
    CHECK(ui::section_path("").empty());
    CHECK(ui::stands_in("encoder.1", "encoder"));
    CHECK(ui::stands_in("encoder", "encoder"));
    CHECK_FALSE(ui::stands_in("encoders", "encoder"));
    CHECK_FALSE(ui::stands_in("encoder", "encoder.1"));
    CHECK(ui::folded_around({"encoder", "encoder.0"}, "encoder.0.norm") == "encoder");
    CHECK(ui::folded_around({"encoder.0"}, "encoder.0") == "encoder.0");
    CHECK(ui::folded_around({"encoder.1", "graph:encoder"}, "encoder.0").empty());
  }

  TEST_CASE("a heading's words: the lesson's own, else those of the last part, else the part") {
    const Texts texts(
        R"({"ui":{"sections":{"numbered":"Block {n}","loss":"Loss"}},"lessons":{"a":{"sections":{"x":"Ex","x_loss":"Own loss"}}}})");
    CHECK(ui::section_title(texts, "a", "x") == "Ex");
    CHECK(ui::section_title(texts, "a", "x.loss") == "Own loss");
    CHECK(ui::section_title(texts, "a", "y.loss") == "Loss");
    CHECK(ui::section_title(texts, "a", "x.12") == "Block 13");
    CHECK(ui::section_title(texts, "a", "x.other") == "other");
  }

  TEST_CASE("frames stand around what is in them, inner ones in outer ones, their titles above their cards") {
    Driver driver(1280, kWhole);
    open_plan(driver, nested_snapshot());
    const auto title = [&](const char* section) { return driver.place("section:" + std::string(section)).box.min; };
    CHECK(title("encoder.0").x > title("encoder").x);
    CHECK(title("encoder.0.self_attention").y > title("encoder.0").y);
    CHECK(title("encoder.0.self_attention").y < driver.place("go:query").box.min.y);
    CHECK(driver.place("go:query").box.min.x > title("encoder.0.self_attention").x);
    CHECK(title("output").x > driver.place("go:query").box.min.x);
  }

  TEST_CASE("a press on the title of a frame folds it: its cards are gone, and a box with its name is left, which opens it") {
    Driver driver(1280, kWhole);
    Snapshot snapshot = nested_snapshot();
    open_plan(driver, snapshot);
    const auto commands = driver.click(snapshot, driver.centre("section:encoder.0"));
    REQUIRE(only<Fold>(commands).size() == 1);
    CHECK(only<Fold>(commands)[0].section == "encoder.0");
    CHECK(only<Fold>(commands)[0].folded);
    carry_out_looks(snapshot, commands);
    driver.show(snapshot, 2);
    CHECK_FALSE(driver.shows("go:query"));
    CHECK_FALSE(driver.shows("go:dot_products"));
    CHECK_FALSE(driver.shows("section:encoder.0.self_attention"));
    CHECK(driver.shows("go:x"));
    CHECK(driver.shows("go:weights"));
    const auto again = only<Fold>(driver.click(snapshot, driver.centre("section:encoder.0")));
    REQUIRE(again.size() == 1);
    CHECK_FALSE(again[0].folded);
  }

  TEST_CASE("a heading is reached and pressed by the keyboard") {
    Driver driver(1280, kWhole);
    const Snapshot snapshot = nested_snapshot();
    open_plan(driver, snapshot);
    const ImVec2 heading = driver.centre("section:encoder.1");
    for (int tab = 0; tab < 8 && driver.part_with_keyboard() != "stage"; ++tab) driver.press(snapshot, ImGuiKey_Tab);
    CHECK(driver.place_with_keyboard() == "section:encoder");
    driver.ui().answer(R"({"type":"control","do":"focus","control":)" + std::to_string(driver.place("section:encoder.1").item) + "}");
    driver.show(snapshot, 3);
    REQUIRE(driver.keyboard_is_on(heading));
    const auto folds = only<Fold>(driver.press(snapshot, ImGuiKey_Space));
    REQUIRE(folds.size() == 1);
    CHECK(folds[0].section == "encoder.1");
  }
}

}  // namespace sections_test
