// Blanks on the screen: right numbers, wrong numbers and other texts by mouse and keys; hints in three sizes; veiled answers; blanks that a
// reader gives and takes back.
#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/number_text.h"
#include "core/veil.h"
#include "protocol/blanks.h"
#include "protocol/step.h"
#include "study/exercise.h"
#include "ui/ask/veil.h"
#include "ui/scenery.h"
#include "ui/screen_state.h"
#include "ui/snapshots.h"

using namespace gf;
using namespace gf::test;

namespace ui_exercise_test {
namespace {

int step_named(const std::string& lesson, const std::string& id) {
  const ArrayView<Step> steps = lesson_named(lesson).info.steps;
  return static_cast<int>(std::find_if(steps.begin(), steps.end(), [&](const Step& step) { return step.id == id; }) - steps.begin());
}

Snapshot at(const std::string& lesson, const std::string& step) { return snapshot_at({lesson}, step_named(lesson, step)); }

// Carries out the commands of the screen as the session does.
void carry_out(Snapshot& snapshot, const std::vector<Command>& commands) {
  for (const Command& command : commands) {
    if (const Fill* fill = std::get_if<Fill>(&command)) {
      const Selection cell{fill->node, fill->cell};
      snapshot.answers.fillings.erase(cell);
      if (fill->text) snapshot.answers.fillings[cell] = filling(*snapshot.trace, cell, *fill->text);
    }
    if (const Select* select = std::get_if<Select>(&command)) snapshot.document.look.selection = {select->node, select->cell};
    if (const SetBlanks* set = std::get_if<SetBlanks>(&command)) snapshot.document.look.blanks = set->blanks;
  }
  carry_out_looks(snapshot, commands);
}

struct Screen {
  Driver driver;
  Snapshot snapshot;
  explicit Screen(Snapshot shown, ImVec2 size = {1280, 800}, Driver::Fonts fonts = Driver::Fonts::small)
      : driver(size.x, size.y, false, fonts), snapshot(std::move(shown)) {
    driver.host.still = true;
    show(6);
    if (driver.animating) show(24);
  }
  void show(int frames) {
    for (int i = 0; i < frames; ++i) carry_out(snapshot, driver.show(snapshot, 1));
  }
  std::vector<Command> did(std::vector<Command> commands) {
    carry_out(snapshot, commands);
    show(3);
    return commands;
  }
  std::vector<Command> press(const char* button) { return did(driver.click(snapshot, driver.centre(button_id(button)))); }
  std::string button_id(const char* button) const { return "button:" + driver.texts().get(std::string("ui.blank.") + button); }
  std::vector<Command> type(const char* text) {
    did(driver.type(snapshot, text));
    return did(driver.press(snapshot, ImGuiKey_Enter));
  }
  std::string words(const std::string& id) const {
    std::string all;
    for (const Place& place : driver.places())
      if (place.id == id && place.control) all += (all.empty() ? "" : " ") + place.control->name;
    return all;
  }
  std::string told() { return driver.accessible_view().dump(); }
  std::string text(const std::string& key) const { return driver.texts().get("ui.blank." + key); }
};

}  // namespace

TEST_SUITE("ui/exercise") {
  TEST_CASE("a blank is pressed and typed into; Enter goes to the next; what is right stays, and the caption says why") {
    Screen screen(at("softmax", "exponentials"));
    CHECK(screen.words("words:exercise").find("3") != std::string::npos);
    screen.did(screen.driver.click(screen.snapshot, screen.driver.cell("exponentials", 0, 0)));
    CHECK(screen.driver.shows("cell edit"));
    const auto filled = only<Fill>(screen.type("7.3891"));
    REQUIRE(filled.size() == 1);
    CHECK(filled[0].text == "7.3891");
    CHECK(screen.snapshot.document.look.selection == Selection{"exponentials", {0, 0, 1}});
    CHECK(screen.driver.shows("cell edit"));
    screen.type("2.7183");
    screen.type("1.2214");
    CHECK_FALSE(screen.driver.shows("cell edit"));
    CHECK(screen.words("words:exercise") == "All filled in: 3.");
    CHECK(screen.words("words:caption").starts_with("Add 1 to a score"));
    CHECK(screen.told().find("7.389") != std::string::npos);
  }

  TEST_CASE("Enter goes on from a wrong number as well, and it is said that one is to be looked at again") {
    Screen screen(at("softmax", "exponentials"));
    screen.did(screen.driver.click(screen.snapshot, screen.driver.cell("exponentials", 0, 0)));
    screen.type("7");
    CHECK(screen.snapshot.document.look.selection == Selection{"exponentials", {0, 0, 1}});
    CHECK(screen.words("words:exercise") == "0 of 3 filled in, 1 to look at again.");
    screen.type("2.7183");
    screen.type("1.2214");
    CHECK(screen.snapshot.document.look.selection == Selection{"exponentials", {0, 0, 0}});
    CHECK(screen.words("words:exercise") == "You: 7. It comes to another number.");
  }

  TEST_CASE("Enter that is held down enters one number, and the next field stays open") {
    Screen screen(at("softmax", "exponentials"));
    screen.did(screen.driver.click(screen.snapshot, screen.driver.cell("exponentials", 0, 0)));
    screen.did(screen.driver.type(screen.snapshot, "7.3891"));
    ImGui::GetIO().AddKeyEvent(ImGuiKey_Enter, true);
    for (int frame = 0; frame < 60; ++frame) screen.did(screen.driver.show(screen.snapshot));
    ImGui::GetIO().AddKeyEvent(ImGuiKey_Enter, false);
    screen.did(screen.driver.show(screen.snapshot, 2));
    CHECK(screen.snapshot.document.look.selection == Selection{"exponentials", {0, 0, 1}});
    CHECK(screen.driver.shows("cell edit"));
    CHECK(screen.words("words:exercise") == "1 of 3 filled in.");
  }

  TEST_CASE("a wrong number is kept as typed, too few decimals are named apart, and a text that is no number stays in the field") {
    Screen screen(at("softmax", "sum"));
    const ImVec2 cell = screen.driver.cell("sum", 0, 0);
    screen.did(screen.driver.click(screen.snapshot, cell));
    screen.type("12");
    CHECK(screen.words("words:exercise") == "You: 12. It comes to another number.");
    CHECK(screen.told().find("You: 12.") != std::string::npos);
    screen.did(screen.driver.click(screen.snapshot, cell));
    screen.type("11.33");
    CHECK(screen.words("words:exercise").starts_with("You: 11.33. Right so far"));
    screen.did(screen.driver.click(screen.snapshot, cell));
    CHECK(only<Fill>(screen.type("eleven")).empty());
    CHECK(screen.driver.shows("cell edit:wrong"));
    CHECK(screen.words("words:caption").starts_with("Second, add up"));
    screen.did(screen.driver.press(screen.snapshot, ImGuiKey_A, ImGuiMod_Ctrl));
    screen.type("11.3287");
    CHECK(screen.words("words:exercise") == "All filled in: 1.");
  }

  TEST_CASE("before it is filled in a blank is told nowhere, nor what it is made from; then it is") {
    Screen screen(at("softmax", "sum"));
    screen.did(screen.driver.move(screen.snapshot, screen.driver.cell("sum", 0, 0)));
    screen.show(10);
    const std::string before = screen.told();
    for (const char* truth : {"11.328", "11.33", "7.3891 +"}) CHECK_MESSAGE(before.find(truth) == std::string::npos, truth);
    CHECK(before.find(screen.text("empty")) != std::string::npos);
    CHECK_FALSE(screen.driver.shows("lit:exponentials"));
    screen.press("show");
    screen.show(10);
    CHECK(screen.told().find("11.328") != std::string::npos);
    screen.press("again");
    CHECK(screen.told().find("11.328") == std::string::npos);
  }

  TEST_CASE("hints come in three sizes, the first of which lights what it is made from") {
    Screen screen(at("self-attention", "projections"));
    screen.press("hint");
    CHECK(screen.words("words:hint").find("“You” of Input and column 0 of") != std::string::npos);
    screen.show(20);
    CHECK(screen.driver.shows("lit:input"));
    CHECK(screen.words("words:hint").find("0.1·1") == std::string::npos);
    screen.press("larger_hint");
    CHECK(screen.words("words:hint").find("In numbers: 0.1·1 + 1.2·0 + −0.1·0 + 1.4·1") != std::string::npos);
    screen.press("larger_hint");
    CHECK(screen.words("words:hint").ends_with("The last step: 0.1 + 0 + 0 + 1.4 = ?"));
    CHECK_FALSE(screen.driver.shows(screen.button_id("larger_hint")));
    CHECK(screen.told().find("1.4 = ?") != std::string::npos);
    screen.press("show");
    CHECK(screen.words("words:hint").empty());  // the next blank has hints of its own
  }

  TEST_CASE("a blank that is made from another one says which to fill in first") {
    Snapshot shown = snapshot_of("dictionary", {{"text", std::string("tables")}});
    shown.document.look.blanks = {{"edits", {{0, 6, 3}, {0, 6, 4}}}};
    shown.document.look.selection = Selection{"edits", {0, 6, 4}};
    Screen screen(shown);
    screen.show(2);
    screen.press("hint");
    screen.press("larger_hint");
    CHECK(screen.words("words:hint").find("edits[6,3]") != std::string::npos);
    CHECK_FALSE(screen.driver.shows(screen.button_id("larger_hint")));
  }

  TEST_CASE("keys alone fill it in, and take it back") {
    Screen screen(at("self-attention", "output"));
    screen.did(screen.driver.type(screen.snapshot, "1"));
    CHECK(screen.driver.shows("cell edit"));
    screen.type(".9");
    screen.did(screen.driver.press(screen.snapshot, ImGuiKey_Escape));
    CHECK(screen.snapshot.answers.fillings.contains({"output", {0, 0, 0}}));
    screen.did(screen.driver.press(screen.snapshot, ImGuiKey_UpArrow));
    screen.did(screen.driver.press(screen.snapshot, ImGuiKey_LeftArrow));
    const auto back = only<Fill>(screen.did(screen.driver.press(screen.snapshot, ImGuiKey_Delete)));
    REQUIRE(back.size() == 1);
    CHECK_FALSE(back[0].text);
  }

  TEST_CASE("anybody can give a cell as a blank, what stands around it too, and give it no more") {
    Snapshot shown = snapshot_of("self-attention");
    shown.document.look.selection = Selection{"weights", {0, 1, 2}};
    Screen screen(shown, {1800, 1500});
    screen.press("extent.row");
    CHECK(screen.snapshot.document.look.blanks == Blanks{{"weights", {{0, 1, 0}, {0, 1, 1}, {0, 1, 2}}}});
    CHECK(screen.told().find(screen.text("empty")) != std::string::npos);
    screen.press("end");
    CHECK(screen.snapshot.document.look.blanks.empty());
    Snapshot input = snapshot_of("self-attention");
    input.document.look.selection = Selection{"w_q", {0, 1, 2}};
    Screen other(input, {1800, 1500});
    CHECK_FALSE(other.driver.shows(other.button_id("extent.cell")));
  }

  TEST_CASE("a node in a view without cells has cells while there are blanks in it") {
    Snapshot shown = snapshot_of("tokenizer", {{"merges", 0.0}});
    shown.document.look.blanks = {{"next_pieces", {{0, 0, 1}}}};
    Screen screen(shown);
    screen.did(screen.driver.click(screen.snapshot, screen.driver.cell("next_pieces", 0, 1)));
    screen.type("97");
    CHECK(screen.words("words:exercise") == "All filled in: 1.");
    screen.snapshot.document.look.blanks = {};
    screen.show(3);
    CHECK_FALSE(screen.driver.shows("cell edit"));
  }

  TEST_CASE("and it has no cells any more when there are none, although all of them were filled in") {
    Scenery scenery(snapshot_of("tokenizer", {{"merges", 0.0}}));
    Snapshot& shown = scenery.snapshot;
    const Selection at{"next_pieces", {0, 0, 1}};
    const auto views = [&] {
      ui::veiled(shown, {}, scenery.state.veil);
      const ui::Picture& picture = ui::picture_of(scenery.frame, scenery.screen, {1200, 600}, {});
      return picture.cards[static_cast<std::size_t>(ui::card_showing(scenery.frame, picture, at.node))].views.size();
    };
    const std::size_t before = views();
    shown.document.look.blanks = {{at.node, {at.cell}}};
    shown.answers.fillings[at] = filling(*shown.trace, at, "");
    CHECK(views() == before + 1);
    CHECK(scenery.state.veil.kept.value().trace == shown.trace);
    shown.document.look.blanks = {};
    CHECK(views() == before);
  }

  TEST_CASE("if the steps are hidden, a step's exercise is not given, and a document's own has its hints above the picture") {
    Snapshot shown = at("softmax", "sum");
    Screen screen(shown);
    screen.driver.host.options.hidden.insert(ScreenPart::steps);
    screen.show(5);
    CHECK_FALSE(screen.driver.shows("words:exercise"));
    CHECK(screen.told().find("11.328") != std::string::npos);
    screen.snapshot.document.look.blanks = {{"sum", {{}}}};
    screen.show(5);
    CHECK(screen.driver.shows("words:exercise"));
    CHECK(screen.told().find("11.328") == std::string::npos);
  }

  TEST_CASE("nodes that a step veils beside its blanks are seen again at another step, although the document gives the same blanks") {
    ui::Veil veil;
    Snapshot rounded = at("quantization", "integer");
    rounded.document.look.blanks = blanks_of(rounded.lesson(), rounded.document);
    const auto all_veiled = [&](const char* node) {
      const Trace& shown = *ui::veiled(rounded, {}, veil).trace;
      const Tensor& value = *shown.node(shown.find(node)).value;
      return std::all_of(value.data(), value.data() + value.size(), is_veil);
    };
    CHECK(all_veiled("restored"));
    rounded.document.look.step = 0;
    CHECK(blanks_of(rounded.lesson(), rounded.document) == rounded.document.look.blanks);
    CHECK_FALSE(all_veiled("restored"));
  }

  TEST_CASE("Next goes on without an answer") {
    Screen screen(at("softmax", "exponentials"));
    const ImVec2 next = screen.driver.centre("button:" + screen.driver.texts().get("ui.step.next"));
    CHECK(only<GoToStep>(screen.driver.click(screen.snapshot, next)).size() == 1);
  }

  TEST_CASE("every exercise of every lesson is drawn, filled in rightly, and in sight on a phone" * doctest::test_suite("sweep")) {
    for (const Lesson& lesson : lessons())
      for (const Step& step : lesson.info.steps) {
        if (!step.exercise) continue;
        CAPTURE(lesson.info.id);
        CAPTURE(step.id);
        const Snapshot shown = in_words(at(lesson.info.id, step.id), english());
        for (const ImVec2 size : {ImVec2(1280, 800), ImVec2(390, 844)}) {
          CAPTURE(size.x);
          Screen screen(shown, size, Driver::Fonts::shipped);
          const Place hint = screen.driver.place(screen.button_id("hint"));
          CHECK(hint.seen.width() >= hint.box.width() - 1);
          CHECK(screen.driver.shows("grid:" + step.focus));
          for (const Cell& cell : step.exercise->cells)
            carry_out(
                screen.snapshot,
                {Fill{step.focus, cell, format_number(static_cast<double>(screen.snapshot.trace->at(step.focus).value->at(cell)), 6)}});
          screen.show(3);
          CHECK(screen.words("words:exercise").starts_with("All filled in"));
        }
      }
  }
}

}  // namespace ui_exercise_test
