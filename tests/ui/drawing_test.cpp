// Every snapshot on every screen: drawn without a complaint of ImGui, with its nodes in sight.
#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "ui/driver.h"
#include "ui/picture/drawn_text.h"
#include "ui/snapshots.h"

using namespace gf;
using namespace gf::test;
using gf::ui::common;

namespace drawing_test {
namespace {

// A lesson drawn whole: a screen so high that nothing is scrolled away.
constexpr float kWhole = 1600;

// Returns the nodes of the trace of which the stage shows at least a part: their grids, tokens, points or cards.
std::set<std::string> nodes_in_sight(const Driver& driver, const Trace& trace) {
  const Box stage = driver.place("part:bench").box;
  std::set<std::string> nodes;
  for (const Place& place : driver.places()) {
    const Box seen = common(place.seen, stage);
    if (place.part != "stage" || seen.width() <= 0 || seen.height() <= 0) continue;
    const std::size_t from = place.id.find(':') + 1;
    const std::string name = place.id.substr(from, place.id.find(':', from) - from);
    if (trace.find(name) >= 0) nodes.insert(name);
  }
  return nodes;
}

// Returns how many cells of a grid have a letter in them.
std::size_t cells_with_letters(const Driver& driver, const std::string& node) {
  const Place grid = driver.place("grid:" + node);
  std::set<std::pair<int, int>> cells;
  for (const ui::DrawnText& text : ui::drawn_texts())
    for (const Box& letter : text.letters)
      if (const ImVec2 at = letter.centre(); grid.box.contains(at))
        cells.emplace(static_cast<int>((at.y - grid.box.min.y) / grid.cells->cell_height),
                      static_cast<int>((at.x - grid.box.min.x) / grid.cells->cell_width));
  return cells.size();
}

bool is_every_vertex_finite() {
  const ImDrawData& drawn = *ImGui::GetDrawData();
  return std::all_of(drawn.CmdLists.begin(), drawn.CmdLists.end(), [](const ImDrawList* list) {
    return std::all_of(list->VtxBuffer.begin(), list->VtxBuffer.end(),
                       [](const ImDrawVert& vertex) { return std::isfinite(vertex.pos.x) && std::isfinite(vertex.pos.y); });
  });
}

void check_drawing(const std::string& name, const Snapshot& snapshot, ImVec2 size, bool dark) {
  CAPTURE(name);
  CAPTURE(size.x);
  CAPTURE(size.y);
  CAPTURE(dark);
  Driver driver(size.x, size.y, dark);
  CHECK(driver.show(snapshot, 3).empty());
  constexpr float kLow = 400;  // a lower stage may have room for a title alone
  if (snapshot.trace && size.y >= kLow) CHECK_FALSE(nodes_in_sight(driver, *snapshot.trace).empty());
  const Box screen{{0, 0}, {size.x, size.y}};
  CHECK(common(driver.place("part:bench").box, screen).height() > 40);
  CHECK(common(driver.place("part:inspector").box, screen).width() > 100);
}

void check_zoom(const std::string& lesson, ImVec2 size) {
  CAPTURE(size.x);
  CAPTURE(lesson);
  Driver driver(size.x, size.y);
  const Snapshot snapshot = snapshot_of(lesson);
  driver.show(snapshot, 3);
  if (size.y > kWhole) CHECK_FALSE(nodes_in_sight(driver, *snapshot.trace).empty());
  for (const float turn : {1.0f, -1.0f})
    for (int i = 0; i < 40; ++i) {
      ImGui::GetIO().AddMousePosEvent(size.x / 2, size.y * 0.7f);
      ImGui::GetIO().AddKeyEvent(ImGuiMod_Ctrl, true);
      ImGui::GetIO().AddMouseWheelEvent(0, turn);
      const std::vector<Command> commands = driver.show(snapshot);
      CHECK(commands.empty());
      CHECK(is_every_vertex_finite());
    }
  ImGui::GetIO().AddKeyEvent(ImGuiMod_Ctrl, false);
  driver.show(snapshot, 30);
  CHECK_FALSE(driver.animating);
}

}  // namespace

TEST_SUITE("ui/drawing") {
  TEST_CASE("every snapshot is drawn, light on a wide screen and dark on a narrow one") {
    for (const auto& [name, snapshot] : canned_snapshots()) {
      check_drawing(name, snapshot, {1280, 800}, false);
      check_drawing(name, snapshot, {390, 844}, true);
    }
  }

  TEST_CASE("every snapshot is drawn on all other screens" * doctest::test_suite("sweep")) {
    for (const auto& [name, snapshot] : canned_snapshots()) {
      check_drawing(name, snapshot, {1280, 800}, true);
      check_drawing(name, snapshot, {390, 844}, false);
      for (const bool dark : {false, true}) {
        check_drawing(name, snapshot, {1280, kWhole}, dark);
        check_drawing(name, snapshot, {320, 200}, dark);
      }
    }
  }

  TEST_CASE("a window of 200 x 100, one of 8000 x 4000, and zoom as far as it goes both ways, do no harm") {
    for (const ImVec2 size : {ImVec2(200, 100), ImVec2(8000, 4000)}) check_zoom("words-pulling-words", size);
  }

  TEST_CASE("nor do they in larger lessons" * doctest::test_suite("sweep")) {
    for (const ImVec2 size : {ImVec2(200, 100), ImVec2(8000, 4000)})
      for (const char* lesson : {"self-attention", "encoder-decoder", "training"}) check_zoom(lesson, size);
  }

  TEST_CASE("nothing moves by itself: two frames of the same snapshot are the same picture, and no more are asked for") {
    Driver driver;
    const Snapshot snapshot = snapshot_of("self-attention");
    driver.show(snapshot, 4);
    CHECK_FALSE(driver.animating);
    const double before = Driver::picture();
    driver.show(snapshot);
    CHECK(Driver::picture() == before);
    CHECK_FALSE(driver.animating);
  }

  TEST_CASE("a scene reads from the left to the right, and all of it is in the window with its digits") {
    for (const auto& [width, height] : {std::pair(1280.0f, 800.0f), std::pair(1920.0f, 1080.0f)}) {
      Driver driver(width, height);
      driver.show(in_scene(snapshot_of("self-attention"), "weights"), 3);
      const Box stage = driver.place("part:bench").box;
      for (const char* name : {"scores", "weights", "output"}) {
        const ui::Place at = driver.place("grid:" + std::string(name));
        CHECK(at.box.min.x >= stage.min.x);
        CHECK(at.box.max.x <= stage.max.x);
        CHECK(at.box.max.y <= stage.max.y);
        CHECK_MESSAGE(at.cells->cell_height >= 24, name);  // its digits can be read
      }
      CHECK(driver.cell("scores", 0, 0).x < driver.cell("weights", 0, 0).x);
      CHECK_FALSE(driver.shows("grid:x"));
    }
  }

  TEST_CASE("on a narrow screen the cards stand below each other, and nothing is wider than the screen") {
    Driver driver(390, 1600);
    driver.show(in_scene(snapshot_of("self-attention"), "weights"), 3);
    const ui::Place scores = driver.place("grid:scores"), weights = driver.place("grid:weights");
    CHECK(weights.box.min.y > scores.box.max.y);
    CHECK(weights.box.min.x >= 0);
    CHECK(weights.box.max.x <= 390);
    CHECK(weights.cells->cell_height >= 24);
  }

  TEST_CASE("matrices too large for digits are heat maps; small ones are not") {
    Driver large(1280, kWhole, false, Driver::Fonts::shipped);
    large.show(snapshot_of("position-encoding", {{"length", 512.0}, {"width", 512.0}}), 3);
    CHECK(large.place("grid:position").cells->rows == 512);
    CHECK(large.vertices() < 200000);  // 262144 cells drawn one by one would take a million
    CHECK(cells_with_letters(large, "position") == 0);
    Driver small(1280, kWhole, false, Driver::Fonts::shipped);
    small.show(snapshot_of("position-encoding"), 3);
    CHECK(small.place("grid:position").cells->rows == 3);
    CHECK(cells_with_letters(small, "position") == 12);  // 3 positions of 4 numbers
  }

  TEST_CASE("a problem is shown in words and can be dismissed") {
    Driver driver;
    Snapshot snapshot = snapshot_of("self-attention");
    driver.show(snapshot, 3);
    const std::string dismiss = "button:" + driver.texts().get("ui.dismiss");
    CHECK_FALSE(driver.shows(dismiss));
    snapshot.problem = Problem{"no_tokens", {{"where", "text"}}};
    ++snapshot.revision;
    driver.show(snapshot, 3);
    const Box panels = driver.place("part:bench").box;
    CHECK(panels.contains(driver.centre(dismiss)));
    CHECK(driver.centre(dismiss).y < panels.centre().y);
    CHECK(only<DismissProblem>(driver.click(snapshot, driver.centre(dismiss))).size() == 1);
    CHECK(driver.spoken() == "text: expected at least one word.");
  }

  TEST_CASE("every axis of a trace has words for its size") {
    Driver driver;
    const Texts& texts = driver.texts();
    std::set<std::string> axes;
    for (const auto& [name, snapshot] : canned_snapshots())
      if (snapshot.trace)
        for (const TraceNode& trace_node : snapshot.trace->nodes)
          for (const Axis* axis : {&trace_node.rows, &trace_node.cols})
            if (!axis->name.empty()) axes.insert(axis->name);
    CHECK(axes.contains("tokens"));
    for (const std::string& axis : axes) CHECK_MESSAGE(texts.has("ui.axes." + axis + ".many"), axis);
  }

  TEST_CASE("on a large screen all of it is larger, and the buttons of the stage never stand over the picture") {
    const Snapshot snapshot = snapshot_of("self-attention");
    float height = 0;
    for (const ImVec2 size : {ImVec2(1280, 800), ImVec2(1920, 1080), ImVec2(2560, 1440)}) {
      for (const float text : {1.0f, 2.0f}) {
        CAPTURE(size.x);
        CAPTURE(text);
        Driver driver(size.x, size.y);
        driver.host.text_size = text;
        driver.show(snapshot, 3);
        const float high = driver.place("button:Next").box.height();
        if (text == 1.0f) {
          CHECK(high > height * 1.15f);
          height = high;
        }
        const Box play = driver.place("button:" + driver.texts().get("ui.film.play")).box;
        int grids = 0;
        for (const Place& place : driver.places()) {
          if (!place.id.starts_with("grid:")) continue;
          CHECK(place.seen.max.y <= play.min.y + 1);
          ++grids;
        }
        CHECK(grids >= 1);
      }
    }
  }
}

}  // namespace drawing_test
