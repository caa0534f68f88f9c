// The editor of code that a lesson runs: the lines that are given, the field, what the lesson says, and its two buttons.
#include <algorithm>

#include "ui/driver.h"
#include "ui/snapshots.h"

using namespace gf;
using namespace gf::test;
using namespace gf::ui;

namespace code_editor_test {
namespace {

Snapshot at(std::string_view id, const Inputs& inputs = {}) {
  const ArrayView<Step> steps = lesson_named("write-it").info.steps;
  const auto found = std::find_if(steps.begin(), steps.end(), [&](const Step& step) { return step.id == id; });
  REQUIRE(found != steps.end());
  Snapshot snapshot = snapshot_at(Document{"write-it", {}, {}}, static_cast<int>(found - steps.begin()));
  if (inputs.empty()) return snapshot;
  for (const auto& [input, value] : inputs) snapshot.document.inputs.insert_or_assign(input, value);
  snapshot.trace = std::make_shared<const Trace>(run_with_files(snapshot.document));
  ++snapshot.revision;
  return snapshot;
}

std::string said(const Driver& driver) { return driver.place("words:reply").control->name; }

std::string button_named(const Driver& driver, const char* key) { return "button:" + driver.texts().get(std::string("ui.code.") + key); }

std::string field_of(const Driver& driver, const char* input) {
  return "text:" + driver.texts().get(std::string("lessons.write-it.inputs.") + input + ".label");
}

template <typename Kind>
std::vector<Kind> commands_of(const std::vector<Command>& commands) {
  std::vector<Kind> some;
  for (const Command& command : commands)
    if (const Kind* one = std::get_if<Kind>(&command)) some.push_back(*one);
  return some;
}

}  // namespace

TEST_SUITE("ui/code_editor") {
  TEST_CASE("the lines that are given stand above the field, and what is said to the code below it, in any window") {
    for (const auto& [width, height] : {std::pair(1280.0f, 800.0f), {390.0f, 844.0f}, {640.0f, 400.0f}}) {
      CAPTURE(width);
      Driver driver(width, height, false, Driver::Fonts::shipped);
      driver.host.touch = width < 600;
      driver.show(at("scores"), 8);
      const Box field = driver.place(field_of(driver, "scores")).box, control = driver.place("control:scores").box,
                reply = driver.place("words:reply").box;
      CHECK(reply.min.y >= field.max.y - 1);
      CHECK(field.height() >= (driver.host.touch ? 40 : 30));
      CHECK(control.min.x >= 0);
      CHECK(control.max.x <= width + 1);
      CHECK(driver.place(button_named(driver, "show_one_way")).box.max.y <= height);
      CHECK(said(driver).starts_with("Known here: Q (3, 4)"));
      if (height < 500) continue;
      const Place given = driver.place("words:given code");
      CHECK(given.box.max.y <= field.min.y + 1);
      CHECK(given.control->name.ends_with("d = K.shape[1]"));
    }
  }

  TEST_CASE("typed code is the lesson's input, key by key, and no key acts meanwhile") {
    Driver driver;
    const Snapshot snapshot = at("scores");
    driver.show(snapshot, 4);
    driver.click(snapshot, driver.centre(field_of(driver, "scores")));
    const auto sets = commands_of<SetInput>(driver.type(snapshot, "Q @"));
    REQUIRE_FALSE(sets.empty());
    CHECK(sets.back().input == "scores");
    CHECK(std::get<std::string>(sets.back().value) == "Q @");
    CHECK(commands_of<GoToStep>(driver.press(snapshot, ImGuiKey_RightArrow)).empty());
    CHECK(driver.place("input:scores").box.width() > 100);
  }

  TEST_CASE("a right line is said to be right, and a wrong one why it is wrong") {
    Driver driver;
    driver.show(at("scores", {{"scores", std::string("Q @ K.T / np.sqrt(d)")}}), 4);
    CHECK(said(driver) == "Right: all 9 numbers agree.");
    CHECK_FALSE(driver.shows(button_named(driver, "show_one_way")));
    driver.show(at("scores", {{"scores", std::string("Q @ K.T")}}), 4);
    CHECK(said(driver) == driver.texts().get("lessons.write-it.notes.no_division"));
    driver.show(at("scores", {{"scores", std::string("Q @ K")}}), 4);
    CHECK(said(driver).ends_with("K.T is (4, 3)."));
  }

  TEST_CASE("one way to write it is a press away, and a program that runs in NumPy another") {
    Driver driver;
    const Snapshot snapshot = at("weights");
    driver.show(snapshot, 4);
    const auto sets = commands_of<SetInput>(driver.click(snapshot, driver.centre(button_named(driver, "show_one_way"))));
    REQUIRE(sets.size() == 1);
    CHECK(sets[0].input == "weights");
    const std::string answer = std::get<std::string>(sets[0].value);
    CHECK(answer == "e / e.sum(axis=-1, keepdims=True)");
    const Snapshot written = at("weights", {{"weights", answer}});
    driver.show(written, 4);
    driver.click(written, driver.centre(button_named(driver, "copy")));
    driver.show(written, 2);
    CHECK(driver.clipboard.starts_with("import numpy as np\n"));
    CHECK(driver.clipboard.find("\nX = np.array([[") != std::string::npos);
    CHECK(driver.clipboard.ends_with("e = np.exp(scores)\nweights = e / e.sum(axis=-1, keepdims=True)\nprint(weights)\n"));
  }

  TEST_CASE("a step that asks shows no editor before it is answered") {
    Driver driver;
    driver.show(at("no_keepdims"), 4);
    CHECK_FALSE(driver.shows("words:reply"));
    CHECK_FALSE(driver.shows("part:controls"));
  }
}

}  // namespace code_editor_test
