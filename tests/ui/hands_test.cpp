// Pointer and keys on the screen: their effects, and the commands that they send.
#include <nlohmann/json.hpp>

#include "ui/driver.h"
#include "ui/snapshots.h"

using namespace gf;
using namespace gf::test;

namespace hands_test {
namespace {

constexpr float kWhole = 1600;

struct Screen {
  Driver driver{1280, kWhole};
  Snapshot snapshot;

  explicit Screen(Snapshot shown = snapshot_of("self-attention")) : snapshot(std::move(shown)) { driver.show(snapshot, 4); }

  void select(const std::string& node, Cell cell) {
    snapshot.document.look.selection = Selection{node, cell};
    ++snapshot.revision;
    driver.show(snapshot, 2);
  }
  void open_settings() {
    click(driver.centre("button:" + driver.texts().get("ui.settings")));
    driver.show(snapshot, 40);  // a pause, so that the next press is no double-click
  }
  // Returns the left end of the control of an input, below its label.
  ImVec2 on_control(const std::string& input) const {
    const Box box = driver.place("input:" + input).box;
    return {box.min.x + 10, box.max.y - 10};
  }
  std::vector<Command> click(ImVec2 at) { return driver.click(snapshot, at); }
  std::vector<Command> press(ImGuiKey key, ImGuiKey modifier = ImGuiKey_None) { return driver.press(snapshot, key, modifier); }
};

}  // namespace

TEST_SUITE("ui/hands") {
  TEST_CASE("a click selects a cell") {
    Screen screen;
    screen.snapshot = in_scene(screen.snapshot, "query");
    screen.driver.show(screen.snapshot, 40);
    const auto selects = only<Select>(screen.click(screen.driver.cell("query", 1, 2)));
    REQUIRE(selects.size() >= 1);
    CHECK(selects[0].node == "query");
    CHECK(selects[0].cell == Cell{0, 1, 2});
  }

  TEST_CASE("hovering needs no command, and lights something up") {
    Screen screen;
    screen.snapshot = in_scene(screen.snapshot, "output");
    screen.driver.show(screen.snapshot, 2);
    CHECK_FALSE(screen.driver.shows("lit:value"));
    CHECK(screen.driver.move(screen.snapshot, screen.driver.cell("output", 0, 0)).empty());
    CHECK(screen.driver.move(screen.snapshot, screen.driver.cell("output", 1, 2)).empty());
    screen.driver.show(screen.snapshot, 2);
    const Box column = screen.driver.place("lit:value").box, cell = screen.driver.place("lit:weights").box;  // what the cell was made of
    CHECK(column.height() > column.width());
    CHECK(cell.width() > cell.height());
  }

  TEST_CASE("dragging an input scrubs it in one gesture; a computed cell does not move") {
    Screen screen;
    screen.snapshot = in_scene(screen.snapshot, "x , input , query*");
    screen.driver.show(screen.snapshot, 40);
    const auto drag = [&](const std::string& node) {
      std::vector<Command> commands = screen.driver.move(screen.snapshot, screen.driver.cell(node, 0, 1));
      ImGui::GetIO().AddMouseButtonEvent(0, true);
      append(commands, screen.driver.show(screen.snapshot, 2));
      for (int i = 1; i <= 4; ++i) {
        const ImVec2 at = screen.driver.cell(node, 0, 1);
        ImGui::GetIO().AddMousePosEvent(at.x + 12 * static_cast<float>(i), at.y);
        append(commands, screen.driver.show(screen.snapshot));
      }
      ImGui::GetIO().AddMouseButtonEvent(0, false);
      append(commands, screen.driver.show(screen.snapshot, 40));  // a pause, so that the next press is no double-click
      return only<SetCell>(commands);
    };
    const std::vector<SetCell> sets = drag("x");
    REQUIRE(sets.size() >= 3);
    for (const SetCell& set : sets) {
      CHECK(set.node == "x");
      CHECK(set.cell == Cell{0, 0, 1});
      CHECK(set.gesture == sets[0].gesture);
    }
    CHECK(sets[0].gesture != 0);
    CHECK(sets.back().value > sets.front().value);
    CHECK(sets.front().value > 0.2f);
    const std::vector<SetCell> again = drag("x");
    REQUIRE_FALSE(again.empty());
    CHECK(again[0].gesture != sets[0].gesture);
    CHECK(drag("query").empty());
  }

  TEST_CASE("typing: Enter opens, what is typed is sent as it stands, Escape sends nothing") {
    Screen screen;
    screen.select("x", {0, 0, 1});
    screen.press(ImGuiKey_Enter);
    std::vector<Command> commands = screen.driver.type(screen.snapshot, "abc");
    append(commands, screen.press(ImGuiKey_Enter));
    const auto typed = only<TypeCell>(commands);
    REQUIRE(typed.size() == 1);
    CHECK(typed[0].node == "x");
    CHECK(typed[0].cell == Cell{0, 0, 1});
    CHECK(typed[0].text == "abc");
    screen.press(ImGuiKey_Escape);
    screen.select("x", {0, 1, 1});
    screen.press(ImGuiKey_Enter);
    commands = screen.driver.type(screen.snapshot, "7");
    append(commands, screen.press(ImGuiKey_Escape));
    CHECK(only<TypeCell>(commands).empty());
  }

  TEST_CASE("a text that is no number stays in its cell to be corrected, and the cell names the fault") {
    Screen screen;
    screen.select("x", {0, 0, 1});
    screen.press(ImGuiKey_Enter);
    screen.driver.type(screen.snapshot, "abc");
    CHECK(screen.driver.shows("cell edit"));
    std::vector<Command> commands = screen.press(ImGuiKey_Enter);
    screen.snapshot.problem = Problem{"not_a_number", {{"where", "x[0,1]"}, {"got", "abc"}}};
    ++screen.snapshot.revision;
    screen.driver.show(screen.snapshot, 4);
    CHECK(screen.driver.shows("cell edit:wrong"));
    const std::string dismiss = "button:" + screen.driver.texts().get("ui.dismiss");
    CHECK_FALSE(screen.driver.shows(dismiss));  // a dismissed problem does not come back
    commands = screen.driver.type(screen.snapshot, "0.25");
    CHECK(screen.driver.shows("cell edit"));
    append(commands, screen.press(ImGuiKey_Enter));
    const auto typed = only<TypeCell>(commands);
    REQUIRE(typed.size() == 1);
    CHECK(typed[0].text == "0.25");
    CHECK(typed[0].cell == Cell{0, 0, 1});
    screen.driver.show(screen.snapshot, 2);
    CHECK(screen.driver.shows(dismiss));  // the session has not answered yet
  }

  TEST_CASE("while a text is typed nothing is said against it that further letters may mend; what is said stands at the field") {
    const std::string dismiss = "button:" + Screen().driver.texts().get("ui.dismiss");
    const auto said = [&](const Problem& problem, bool entered) {
      Screen screen;
      screen.click(screen.driver.centre("input:text"));
      screen.driver.type(screen.snapshot, "x");
      if (entered) screen.press(ImGuiKey_Enter);
      screen.snapshot.problem = problem;
      ++screen.snapshot.revision;
      screen.driver.show(screen.snapshot, 4);
      CHECK_FALSE(screen.driver.shows(dismiss));  // no card lies over the picture
      return screen.driver.shows("words:refused");
    };
    const Problem no_tokens{"no_tokens", {{"where", "text"}}};
    CHECK_FALSE(said(no_tokens, false));
    CHECK(said(no_tokens, true));
    CHECK(said({"too_many_tokens", {{"where", "text"}, {"most", "64"}, {"got", "500"}}}, false));
  }

  TEST_CASE("a digit begins typing, and double-click opens the field") {
    Screen screen;
    screen.select("weights", {0, 0, 1});
    std::vector<Command> commands = screen.driver.type(screen.snapshot, "0.5");
    append(commands, screen.press(ImGuiKey_Enter));
    REQUIRE(only<TypeCell>(commands).size() == 1);
    CHECK(only<TypeCell>(commands)[0].text == "0.5");
    Screen other;
    other.snapshot = in_scene(other.snapshot, "w_q");
    other.driver.show(other.snapshot, 30);
    const ImVec2 at = other.driver.cell("w_q", 2, 2);
    other.click(at);
    other.click(at);
    commands = other.driver.type(other.snapshot, "4");
    append(commands, other.press(ImGuiKey_Enter));
    REQUIRE(only<TypeCell>(commands).size() == 1);
    CHECK(only<TypeCell>(commands)[0].cell == Cell{0, 2, 2});
  }

  TEST_CASE("no key is lost, however fast they come") {
    for (const int frames : {0, 1, 2}) {
      Screen screen;
      screen.select("w_q", {0, 1, 1});
      std::vector<Command> commands;
      for (const char* key : {"-", "0", ".", "5"}) {
        ImGui::GetIO().AddInputCharactersUTF8(key);
        append(commands, screen.driver.show(screen.snapshot, frames));
      }
      append(commands, screen.press(ImGuiKey_Enter));
      append(commands, screen.driver.show(screen.snapshot, 6));
      const auto typed = only<TypeCell>(commands);
      CAPTURE(frames);
      REQUIRE(typed.size() == 1);
      CHECK(typed[0].text == "-0.5");
      CHECK(typed[0].cell == Cell{0, 1, 1});
    }
  }

  TEST_CASE("arrows, Home and End move the selection and stop at the edges") {
    Screen screen;
    const auto selected_by = [&](ImGuiKey key, ImGuiKey modifier = ImGuiKey_None) {
      const auto selects = only<Select>(screen.press(key, modifier));
      return selects.empty() ? Cell{-1, -1, -1} : selects[0].cell;
    };
    screen.select("query", {0, 1, 1});
    CHECK(selected_by(ImGuiKey_RightArrow) == Cell{0, 1, 2});
    CHECK(selected_by(ImGuiKey_LeftArrow) == Cell{0, 1, 0});
    CHECK(selected_by(ImGuiKey_UpArrow) == Cell{0, 0, 1});
    CHECK(selected_by(ImGuiKey_DownArrow) == Cell{0, 2, 1});
    CHECK(selected_by(ImGuiKey_Home) == Cell{0, 1, 0});
    CHECK(selected_by(ImGuiKey_End) == Cell{0, 1, 3});
    screen.select("query", {0, 2, 3});
    CHECK(selected_by(ImGuiKey_DownArrow).row <= 2);
    CHECK(selected_by(ImGuiKey_RightArrow).col <= 3);
  }

  TEST_CASE("a text of several lines takes a pasted table with its lines and tabs") {
    Screen screen(snapshot_of("training", {{"task", std::string("own")}}));
    screen.open_settings();
    screen.click(screen.driver.centre("input:pairs"));
    screen.press(ImGuiKey_A, ImGuiMod_Ctrl);
    screen.driver.clipboard = "one\tuno\ntwo\tdos";
    const auto sets = only<SetInput>(screen.press(ImGuiKey_V, ImGuiMod_Ctrl));
    REQUIRE_FALSE(sets.empty());
    CHECK(sets.back().input == "pairs");
    CHECK(std::get<std::string>(sets.back().value) == "one\tuno\ntwo\tdos");
  }

  TEST_CASE("undo, redo, copy and paste by keys") {
    Screen screen;
    screen.snapshot.can_undo = screen.snapshot.can_redo = true;
    screen.select("w_q", {0, 0, 0});
    CHECK(only<Undo>(screen.press(ImGuiKey_Z, ImGuiMod_Ctrl)).size() == 1);
    CHECK(only<Redo>(screen.press(ImGuiKey_Y, ImGuiMod_Ctrl)).size() == 1);
    screen.driver.clipboard = "1\t2\n3\t4";
    const auto pastes = only<PasteCells>(screen.press(ImGuiKey_V, ImGuiMod_Ctrl));
    REQUIRE(pastes.size() == 1);
    CHECK(pastes[0].node == "w_q");
    CHECK(pastes[0].text == "1\t2\n3\t4");
    screen.press(ImGuiKey_C, ImGuiMod_Ctrl);
    CHECK(screen.driver.clipboard == "1");
    screen.press(ImGuiKey_A, ImGuiMod_Ctrl);
    screen.press(ImGuiKey_C, ImGuiMod_Ctrl);
    CHECK(screen.driver.clipboard.find("1\t0\t0\t1") == 0);
  }

  TEST_CASE("Delete lifts the pin of the selected cell") {
    Screen screen(snapshot_of("self-attention", {}, {{"weights", {0, 0, 1}, 0.75f}}));
    screen.select("weights", {0, 0, 1});
    const auto lifts = only<LiftPin>(screen.press(ImGuiKey_Delete));
    REQUIRE(lifts.size() == 1);
    CHECK(lifts[0].cell == Cell{0, 0, 1});
    screen.select("weights", {0, 0, 0});
    CHECK(only<LiftPin>(screen.press(ImGuiKey_Delete)).empty());
  }

  TEST_CASE("buttons give their commands and requests") {
    Screen screen;
    screen.snapshot.can_undo = true;
    screen.driver.show(screen.snapshot, 2);
    const auto button = [&](const char* key) { return screen.driver.centre("button:" + screen.driver.texts().get(key)); };
    CHECK(only<Undo>(screen.click(button("ui.undo"))).size() == 1);
    CHECK(only<Redo>(screen.click(button("ui.redo"))).empty());  // nothing to redo
    CHECK(only<ResetLesson>(screen.click(button("ui.reset"))).size() == 1);
    screen.click(button("ui.copy_link"));
    REQUIRE(screen.driver.requests.size() == 1);
    CHECK(screen.driver.requests[0].kind == HostRequest::Kind::copy_link);
    const auto steps = only<GoToStep>(screen.click(button("ui.step.next")));
    REQUIRE(steps.size() == 1);
    CHECK(steps[0].step == 1);
    screen.click(button("ui.theme.light"));
    CHECK(screen.driver.requests.back().kind == HostRequest::Kind::set_theme);
    CHECK(screen.driver.requests.back().theme == ThemeChoice::dark);
  }

  TEST_CASE("editors come from the schema: a toggle, a number, a choice and a text") {
    Screen screen;
    screen.open_settings();
    const auto toggled = only<SetInput>(screen.click(screen.on_control("causal")));
    REQUIRE(toggled.size() == 1);
    CHECK(toggled[0].input == "causal");
    CHECK(std::get<bool>(toggled[0].value));
    screen.click(screen.driver.centre("input:text"));
    screen.press(ImGuiKey_A, ImGuiMod_Ctrl);
    std::vector<Command> commands = screen.driver.type(screen.snapshot, "once upon");
    append(commands, screen.press(ImGuiKey_Enter));
    bool said = false;
    for (const SetInput& set : only<SetInput>(commands)) said = said || std::get<std::string>(set.value) == "once upon";
    for (const TypeInput& set : only<TypeInput>(commands)) said = said || set.text == "once upon";
    CHECK(said);
  }

  TEST_CASE("another lesson is opened from the rail") {
    Screen screen;
    const auto opened = only<OpenLesson>(screen.click(screen.driver.centre("lesson:softmax")));
    REQUIRE(opened.size() == 1);
    CHECK(opened[0].lesson == "softmax");
  }

  TEST_CASE("assistive technology reads the selected cell in its table, with its arithmetic") {
    Screen screen;
    screen.select("query", {0, 0, 2});
    screen.driver.show(screen.snapshot, 2);
    const nlohmann::json view = screen.driver.accessible_view();
    nlohmann::json table;
    for (const nlohmann::json& part : view["parts"])
      for (const nlohmann::json& item : part["items"])
        if (item.contains("table") && item["table"].contains("row")) table = item["table"];
    CHECK(table["rows"] == nlohmann::json{"You", "are", "welcome"});
    CHECK(table["row"] == 0);
    CHECK(table["column"] == 2);
    CHECK(table["cells"][0][2] == "2.6000");
    const std::string status = screen.driver.spoken();
    CHECK(status.find("2.6") != std::string::npos);
    CHECK(status.find("0.1·0 + 1.2·1 + −0.1·0 + 1.4·1 = 2.6") != std::string::npos);
  }

  TEST_CASE("another lesson lets go of what was being done in the last one") {
    Screen screen;
    screen.select("x", {0, 0, 1});
    screen.press(ImGuiKey_A, ImGuiMod_Ctrl);  // the whole matrix
    screen.snapshot = snapshot_of("softmax");
    screen.select("z", {0, 0, 1});
    screen.press(ImGuiKey_C, ImGuiMod_Ctrl);
    CHECK(screen.driver.clipboard == "1");  // one cell of 2, 1, 0.2
  }
}

}  // namespace hands_test
