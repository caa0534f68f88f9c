// The way of the keyboard through the screen: from part to part, from control to control, into a matrix and out again.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "lessons/registry.h"
#include "protocol/step.h"
#include "ui/access/keyboard.h"
#include "ui/driver.h"
#include "ui/snapshots.h"

using namespace gf;
using namespace gf::test;

namespace keyboard_test {
namespace {

struct Screen {
  Driver driver{1280, 800};
  Snapshot snapshot;
  explicit Screen(const std::string& lesson) : snapshot(snapshot_of(lesson)) { driver.show(snapshot, 4); }
  std::vector<Command> press(ImGuiKey key, ImGuiKey modifier = ImGuiKey_None) { return driver.press(snapshot, key, modifier); }
};

bool can_have_keyboard(const Place& place) { return place.control && place.control->role != ui::Role::words && place.control->enabled; }

// Returns the controls of a part that arrow keys reach from one of them.
std::set<ImGuiID> within_reach(const ui::Places& places, const Place& from) {
  std::set<ImGuiID> found{from.item};
  for (std::vector<const Place*> todo{&from}; !todo.empty();) {
    const Place* at = todo.back();
    todo.pop_back();
    for (const ImGuiDir direction : {ImGuiDir_Left, ImGuiDir_Right, ImGuiDir_Up, ImGuiDir_Down})
      if (const Place* next = ui::control_beside(places, *at, direction); next && found.insert(next->item).second) todo.push_back(next);
  }
  return found;
}

void check_all_within_reach(const std::string& lesson) {
  CAPTURE(lesson);
  Screen screen(lesson);
  const ui::Places& places = screen.driver.ui().places();
  std::set<std::string_view> parts;
  for (const Place& place : places.noted) {
    if (!can_have_keyboard(place)) continue;
    CHECK_MESSAGE(!place.control->name.empty(), place.id);
    if (!parts.insert(place.part).second) continue;
    const std::set<ImGuiID> reached = within_reach(places, place);
    for (const Place& other : places.noted)
      if (other.part == place.part && can_have_keyboard(other)) CHECK_MESSAGE(reached.count(other.item) == 1, other.id, " from ", place.id);
  }
}

}  // namespace

TEST_SUITE("ui/keyboard") {
  TEST_CASE("Tab goes from part to part in reading order, Shift and Tab back") {
    Screen screen("self-attention");
    std::vector<std::string> parts;
    for (int i = 0; i < 5; ++i) {
      screen.press(ImGuiKey_Tab);
      parts.push_back(screen.driver.part_with_keyboard());
    }
    CHECK(parts == std::vector<std::string>{"lessons", "steps", "input", "stage", "inspector"});
    screen.press(ImGuiKey_Tab, ImGuiMod_Shift);
    CHECK(screen.driver.part_with_keyboard() == "stage");
  }

  TEST_CASE("a part is entered at the lesson that is open, at Next, and where the keyboard was last") {
    Screen screen("self-attention");
    screen.press(ImGuiKey_Tab);
    CHECK(screen.driver.place_with_keyboard() == "lesson:self-attention");
    screen.press(ImGuiKey_RightArrow);
    CHECK(screen.driver.place_with_keyboard() == "lesson:position-encoding");
    screen.press(ImGuiKey_Tab);
    CHECK(screen.driver.place_with_keyboard() == "button:" + screen.driver.texts().get("ui.step.next"));
    screen.press(ImGuiKey_Tab, ImGuiMod_Shift);
    CHECK(screen.driver.place_with_keyboard() == "lesson:position-encoding");
  }

  TEST_CASE("arrow keys lead to every control of every part of a lesson") { check_all_within_reach("self-attention"); }

  TEST_CASE("and of every other lesson" * doctest::test_suite("sweep")) {
    const auto catalogue = make_catalogue();
    for (const LessonInfo& lesson : *catalogue)
      if (lesson.id != "self-attention") check_all_within_reach(lesson.id);
  }

  TEST_CASE("Enter goes into a matrix and Escape comes out; in between the arrow keys go from cell to cell") {
    Screen screen("self-attention");
    screen.snapshot.document.look.selection = Selection{"x", {0, 0, 1}};
    screen.driver.show(screen.snapshot, 2);
    for (int i = 0; i < 12 && screen.driver.place_with_keyboard() != "grid:x"; ++i) screen.press(ImGuiKey_Tab);
    CHECK(screen.driver.place_with_keyboard() == "grid:x");
    CHECK(only<Select>(screen.press(ImGuiKey_Enter)).empty());
    const auto moved = only<Select>(screen.press(ImGuiKey_RightArrow));
    REQUIRE(moved.size() == 1);
    CHECK(moved[0].cell == Cell{0, 0, 2});
    CHECK(screen.press(ImGuiKey_Escape).empty());
    CHECK(only<Select>(screen.press(ImGuiKey_RightArrow)).empty());
    CHECK(screen.driver.place_with_keyboard() != "grid:x");
  }

  TEST_CASE("N and P go through the steps, but not while something is being typed") {
    Screen screen("softmax");
    const auto next = only<GoToStep>(screen.press(ImGuiKey_N));
    REQUIRE(next.size() == 1);
    CHECK(next[0].step == 1);
    CHECK(only<GoToStep>(screen.press(ImGuiKey_P)).empty());  // it is the first
    Screen typing("self-attention");
    typing.driver.click(typing.snapshot, typing.driver.centre("input:text"));
    CHECK(only<GoToStep>(typing.press(ImGuiKey_N)).empty());
    typing.driver.type(typing.snapshot, "?");
    CHECK_FALSE(typing.driver.shows("words:keys list"));
  }

  TEST_CASE("Enter on a selected cell that no grid draws leaves the keys to the screen") {
    Screen screen("encoder-decoder");
    screen.snapshot = snapshot_at({"encoder-decoder"}, index_of_step(lesson_named("encoder-decoder").info, "recap"));
    screen.snapshot.document.look.selection = Selection{screen.snapshot.trace->nodes.front().name, {}};
    screen.driver.show(screen.snapshot, 4);
    CHECK(only<GoToStep>(screen.press(ImGuiKey_P)).size() == 1);
    screen.press(ImGuiKey_Enter);
    CHECK(only<GoToStep>(screen.press(ImGuiKey_P)).empty());  // the cell may still come into sight
    screen.driver.show(screen.snapshot, 200);                 // a letter shortly after typing belongs to the text
    CHECK_FALSE(screen.driver.animating);
    CHECK(only<GoToStep>(screen.press(ImGuiKey_P)).size() == 1);
  }

  TEST_CASE("a question mark lists the keys, and Escape takes the list away") {
    Screen screen("softmax");
    screen.driver.type(screen.snapshot, "?");
    CHECK(screen.driver.shows("words:keys list"));
    screen.press(ImGuiKey_Escape);
    CHECK_FALSE(screen.driver.shows("words:keys list"));
  }

  TEST_CASE("a control that is not in sight is scrolled to when the keyboard comes to it") {
    Driver driver(1280, 300);
    const Snapshot snapshot = snapshot_of("self-attention");
    driver.show(snapshot, 3);
    driver.click(snapshot, driver.centre("button:" + driver.texts().get("ui.lessons")));
    driver.show(snapshot, 3);
    const auto last = [&] { return driver.place("button:" + driver.texts().get("ui.map.title")); };
    REQUIRE(last().seen.height() < 1);
    driver.ui().answer(R"({"type":"control","do":"focus","control":)" + std::to_string(last().item) + "}");
    driver.show(snapshot, 4);
    CHECK(last().seen.height() > 10);
    CHECK(driver.place_with_keyboard() == last().id);
  }

  TEST_CASE("Left and Right move a slider by a step, Home and End to its ends, and Down leads on") {
    Screen screen("softmax");
    screen.driver.click(screen.snapshot, screen.driver.centre("button:" + screen.driver.texts().get("ui.settings")));
    screen.driver.show(screen.snapshot, 4);
    const std::string beta = screen.driver.texts().get("lessons.softmax.inputs.beta.label");
    const auto to_slider = [&] {
      screen.driver.ui().answer(R"({"type":"control","do":"focus","control":)" +
                                std::to_string(screen.driver.place("slider:" + beta).item) + "}");
      screen.driver.show(screen.snapshot, 4);
      REQUIRE(screen.driver.place_with_keyboard() == "slider:" + beta);
    };
    const ui::Control control = screen.driver.place("slider:" + beta).control.value();
    const auto moved_by = [&](ImGuiKey key) {
      to_slider();
      std::vector<Command> commands = screen.press(key);
      for (const Command& command : screen.driver.show(screen.snapshot, 4)) commands.push_back(command);
      const auto set = only<SetInput>(commands);
      REQUIRE(set.size() == 1);
      CHECK(set[0].input == "beta");
      return std::get<double>(set[0].value);
    };
    const double step = control.step > 0 ? control.step : (control.most - control.least) / 100;
    CHECK(moved_by(ImGuiKey_RightArrow) == doctest::Approx(control.now + step));
    CHECK(moved_by(ImGuiKey_LeftArrow) == doctest::Approx(control.now - step));
    CHECK(moved_by(ImGuiKey_Home) == control.least);
    CHECK(moved_by(ImGuiKey_End) == control.most);
    to_slider();
    CHECK(only<SetInput>(screen.press(ImGuiKey_DownArrow)).empty());
    CHECK(screen.driver.place_with_keyboard() != "slider:" + beta);
  }

  TEST_CASE("a matrix that is entered is announced, even if its cell was selected before") {
    Screen screen("self-attention");
    screen.snapshot.document.look.selection = Selection{"x", {0, 0, 1}};
    screen.driver.show(screen.snapshot, 2);
    const auto announced = [&](const std::string& name) {
      const nlohmann::json view = screen.driver.accessible_view();
      for (const nlohmann::json& part : view["status"])
        if (part[0] == name) return part[1].get<std::string>();
      return std::string();
    };
    for (int i = 0; i < 12 && screen.driver.place_with_keyboard() != "grid:x"; ++i) screen.press(ImGuiKey_Tab);
    REQUIRE_FALSE(announced("cell").empty());
    CHECK(announced("once in cells").empty());
    screen.press(ImGuiKey_Enter);
    CHECK(announced("once in cells") == announced("cell"));
    screen.press(ImGuiKey_Escape);
    CHECK(announced("once in cells").empty());
  }

  TEST_CASE("a text is read before the terms in it") {
    Screen screen("softmax");
    int terms = 0;
    const nlohmann::json view = screen.driver.accessible_view();
    for (const nlohmann::json& part : view["parts"]) {
      if (part["id"] != "steps") continue;
      bool has_text = false;
      for (const nlohmann::json& item : part["items"]) {
        const auto noted = std::find_if(screen.driver.ui().places().noted.begin(), screen.driver.ui().places().noted.end(),
                                        [&](const Place& place) { return item["id"].is_number() && place.item == item["id"]; });
        if (noted == screen.driver.ui().places().noted.end()) continue;
        has_text = has_text || noted->control->role == ui::Role::words;
        if (!noted->id.starts_with("term:")) continue;
        ++terms;
        CHECK_MESSAGE(has_text, noted->id);
      }
    }
    CHECK(terms >= 1);
  }

  TEST_CASE("assistive technology presses, sets and types; what it asks of no control is forgotten") {
    Screen screen("softmax");
    const auto ask = [&](const Place& place, const std::string& what) {
      screen.driver.ui().answer(R"({"type":"control","control":)" + std::to_string(place.item) + "," + what + "}");
      return screen.driver.show(screen.snapshot, 6);
    };
    CHECK(only<GoToStep>(ask(screen.driver.place("button:" + screen.driver.texts().get("ui.step.next")), R"("do":"press")")).size() == 1);
    ask(screen.driver.place("button:" + screen.driver.texts().get("ui.settings")), R"("do":"press")");
    const std::string beta = screen.driver.texts().get("lessons.softmax.inputs.beta.label");
    const auto set = only<SetInput>(ask(screen.driver.place("slider:" + beta), R"("do":"set","value":2)"));
    REQUIRE(set.size() == 1);
    CHECK(std::get<double>(set[0].value) == 2);
    const auto typed = only<TypeInput>(ask(screen.driver.place("text:" + beta), R"("do":"type","text":"1.5")"));
    REQUIRE(typed.size() == 1);
    CHECK(typed[0].text == "1.5");
    screen.driver.ui().answer(R"({"type":"control","control":17,"do":"press"})");
    CHECK(screen.driver.show(screen.snapshot, 3).empty());
    CHECK_FALSE(screen.driver.animating);
    CHECK_FALSE(screen.driver.ui().answer(R"({"type":"control","control":"x","do":"press"})"));
  }

  TEST_CASE("the text size makes everything larger") {
    Screen screen("softmax");
    const float before = screen.driver.place("button:" + screen.driver.texts().get("ui.step.next")).box.height();
    screen.driver.host.text_size = 2;
    screen.driver.show(screen.snapshot, 4);
    CHECK(screen.driver.place("button:" + screen.driver.texts().get("ui.step.next")).box.height() == doctest::Approx(2 * before));
  }
}

}  // namespace keyboard_test
