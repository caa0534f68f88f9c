// The program in a frame of another page: shown, hidden and locked parts, and the settings that make a frame.
#include "ui/driver.h"
#include "ui/snapshots.h"

using namespace gf;
using namespace gf::test;

namespace embed_test {
namespace {

std::string button(const Driver& driver, const char* name) { return "button:" + driver.texts().get(std::string("ui.") + name); }

EmbedOptions asked(const char* lines) {
  std::vector<Problem> problems;
  EmbedOptions options = read_embed_options(lines, problems);
  CHECK(problems.empty());
  return options;
}

}  // namespace

TEST_SUITE("ui/embed") {
  TEST_CASE("a matrix alone fills a frame of 480 x 320 and can be used there") {
    for (const char* node : {"weights", "w_q", "query"}) {
      CAPTURE(node);
      Driver driver(480, 320);
      driver.host.options = asked((std::string("show=") + node).c_str());
      const Snapshot snapshot = snapshot_of("self-attention");
      driver.show(snapshot, 40);
      const Place grid = driver.place(std::string("grid:") + node);
      CHECK(grid.seen.width() >= grid.box.width() - 1);
      CHECK(grid.seen.height() >= grid.box.height() - 1);
      CHECK(grid.cells->cell_width >= 30);
      CHECK(grid.cells->cell_height >= 24);
      CHECK(grid.box.width() > 0.4f * 480);  // beside it stand the words of its rows, and their sums
      CHECK(grid.box.height() > 0.4f * 320);
      CHECK_FALSE(driver.shows("grid:output"));
      CHECK_FALSE(driver.shows("section:weights"));
      const auto selects = only<Select>(driver.click(snapshot, driver.cell(node, 1, 1)));
      REQUIRE(selects.size() == 1);
      CHECK(selects[0].cell == Cell{0, 1, 1});
    }
  }

  TEST_CASE("a section alone; the whole picture alone; a name that there is not shows all of it") {
    Driver driver(480, 320);
    const Snapshot snapshot = snapshot_of("self-attention");
    const auto shows = [&](const char* lines, const char* node) {
      driver.host.options = asked(lines);
      driver.show(snapshot, 3);
      return driver.shows(std::string("grid:") + node);
    };
    CHECK(shows("show=projections", "query"));
    CHECK_FALSE(shows("show=projections", "output"));
    CHECK_FALSE(shows("show=scores", "dot_products"));
    CHECK(shows("show=section:scores", "dot_products"));
    CHECK(shows("show=section:scores", "scores"));
    CHECK_FALSE(shows("show=section:scores", "query"));
    Driver wide;
    wide.host.options = asked("show=all");
    wide.show(snapshot, 3);
    CHECK(wide.shows("grid:output"));
    wide.host.options = asked("show=nothing");
    wide.show(snapshot, 3);
    CHECK(wide.shows("grid:output"));
    CHECK(wide.place("part:bench").box.height() == 800);
    CHECK(wide.place("part:bench").box.width() == 1280);
  }

  TEST_CASE("each part of the screen can be hidden, and the picture has its place") {
    for (const float width : {1920.0f, 1280.0f, 480.0f}) {
      CAPTURE(width);
      Driver driver(width, 800);
      const Snapshot snapshot = snapshot_of("self-attention");
      driver.show(snapshot, 3);
      const Box all = driver.place("part:bench").box;
      const auto bench = [&](const char* lines) {
        driver.host.options = asked(lines);
        driver.show(snapshot, 3);
        return driver.place("part:bench").box;
      };
      const bool menu = width < 760;
      CHECK((menu || bench("hide=rail").width() > all.width()));
      bench("hide=rail");
      CHECK_FALSE(driver.shows(button(driver, "lessons")));
      CHECK_FALSE(driver.shows("lesson:softmax"));
      CHECK(bench("hide=steps").height() > all.height());
      CHECK_FALSE(driver.shows(button(driver, "step.next")));
      const Box wider = bench("hide=inspector");
      CHECK((wider.width() > all.width() || wider.height() > all.height()));
      CHECK(bench("hide=toolbar").height() > all.height() - 1);
      CHECK_FALSE(driver.shows(button(driver, "undo")));
      CHECK(driver.shows("input:text"));
      bench("hide=inputs");
      CHECK_FALSE(driver.shows("input:text"));
      CHECK_FALSE(driver.shows(button(driver, "settings")));
      CHECK(driver.shows(button(driver, "undo")));
    }
    Driver training(1280, 800);
    Snapshot runs = snapshot_of("self-attention");
    runs.training = std::make_shared<const ShownRuns>();
    training.show(runs, 3);
    CHECK(training.shows(button(training, "training.play")));
    training.host.options = asked("hide=inputs");
    training.show(runs, 3);
    CHECK_FALSE(training.shows(button(training, "training.play")));
  }

  TEST_CASE("locked inputs can't be typed, dragged, held, pasted or set; other inputs can") {
    Driver driver(1280, 1600);
    const Snapshot whole = snapshot_of("self-attention");
    Snapshot snapshot = whole;
    const auto edits = [&](const char* node) {
      snapshot = in_scene(snapshot, node);
      driver.show(snapshot, 3);
      driver.show(snapshot, 30);
      std::vector<Command> commands = driver.click(snapshot, driver.cell(node, 0, 0));
      for (const bool down : {true, false}) {  // a drag
        if (down) driver.move(snapshot, driver.cell(node, 2, 0));
        ImGui::GetIO().AddMouseButtonEvent(0, down);
        append(commands, driver.show(snapshot, 2));
        for (const Index col : {Index{1}, Index{2}})
          if (down) append(commands, driver.move(snapshot, driver.cell(node, 2, col)));
      }
      Snapshot changed = snapshot;
      changed.document.look.selection = Selection{node, {0, 0, 0}};
      changed.revision = snapshot.revision + 1;
      append(commands, driver.type(changed, "7"));
      append(commands, driver.press(changed, ImGuiKey_Enter));
      driver.clipboard = "1\t2";
      append(commands, driver.press(changed, ImGuiKey_V, ImGuiMod_Ctrl));
      driver.show(snapshot, 2);
      return only<SetCell>(commands).size() + only<TypeCell>(commands).size() + only<PasteCells>(commands).size();
    };
    driver.show(snapshot, 3);
    CHECK(edits("w_q") >= 3);
    driver.host.options = asked("lock=w_q,weights,text");
    driver.show(snapshot, 3);
    CHECK(edits("w_q") == 0);
    CHECK(edits("weights") == 0);
    CHECK(edits("w_k") >= 3);
    driver.click(snapshot, driver.centre("input:text"));
    CHECK(driver.type(snapshot, "a").empty());
    driver.host.options = asked("lock=all");
    driver.show(snapshot, 3);
    CHECK(edits("w_k") == 0);
    CHECK(only<ResetLesson>(driver.click(snapshot, driver.centre(button(driver, "reset")))).empty());
  }

  TEST_CASE(
      "a frame is made in the settings: switches act at once, the tag is asked for, shown and copied, and closing leaves all as it was") {
    Driver driver(1280, 1400);
    Snapshot snapshot = snapshot_of("self-attention");
    driver.show(snapshot, 3);
    const auto press = [&](const std::string& id) {
      driver.requests.clear();
      driver.click(snapshot, driver.centre(id));
      driver.show(snapshot, 3);
    };
    press(button(driver, "settings"));
    CHECK(driver.requests.empty());
    press(button(driver, "embed.open"));
    REQUIRE_FALSE(driver.requests.empty());
    CHECK(driver.requests.back().kind == HostRequest::Kind::make_embed);
    CHECK(driver.requests.back().options.hidden == std::set<ScreenPart>{ScreenPart::rail});
    CHECK_FALSE(driver.shows("lesson:softmax"));
    press("embed:steps");
    CHECK_FALSE(driver.shows(button(driver, "step.next")));
    press("embed:all");
    CHECK(driver.requests.back().options.locked == std::set<std::string>{"all"});
    press("embed:all");
    snapshot.document.look.selection = Selection{"weights", {0, 0, 0}};
    ++snapshot.revision;
    driver.show(snapshot, 3);
    press("embed:node");
    press("embed:only");
    CHECK_FALSE(driver.shows("grid:output"));
    const EmbedOptions& options = driver.requests.back().options;
    CHECK(query_of(options) == "show=weights&hide=rail,steps&lock=weights&theme=light");
    driver.host.embed_tag = "<iframe>";
    driver.show(snapshot, 3);
    CHECK(driver.shows("embed:tag"));
    press(button(driver, "embed.copy"));
    REQUIRE(driver.requests.size() == 1);
    CHECK(driver.requests[0].kind == HostRequest::Kind::copy_embed);
    driver.requests.clear();
    driver.show(snapshot, 5);
    CHECK(driver.requests.empty());  // the request is made once
    driver.press(snapshot, ImGuiKey_Escape);
    driver.show(snapshot, 3);
    CHECK(driver.shows("grid:output"));
    CHECK(driver.shows(button(driver, "step.next")));
  }
}

}  // namespace embed_test
