// A matrix that is too large for its digits: the cells that a step needs are shown with digits, and the others are counted.
#include <doctest/doctest.h>

#include <algorithm>

#include "core/explanation.h"
#include "protocol/step.h"
#include "ui/driver.h"
#include "ui/picture/drawn_text.h"
#include "ui/snapshots.h"
#include "ui/views/cell_window.h"

using namespace gf;
using namespace gf::test;

namespace ui_window_test {
namespace {

// Returns the grid that shows a cell, or null.
const ui::PlacedCells* grid_with(const Driver& driver, const std::string& node, const Cell& cell) {
  for (const ui::Place& place : driver.places()) {
    if (place.id != "grid:" + node || !place.cells || place.cells->outer != cell.outer) continue;
    const ui::PlacedCells& cells = *place.cells;
    const bool rows = cell.row >= cells.first_row && cell.row < cells.first_row + cells.rows;
    if (rows && cell.col >= cells.first_column && cell.col < cells.first_column + cells.columns) return &*place.cells;
  }
  return nullptr;
}

int place_of_step(const LessonInfo& lesson, const std::string& id) {
  return static_cast<int>(std::find_if(lesson.steps.begin(), lesson.steps.end(), [&](const Step& step) { return step.id == id; }) -
                          lesson.steps.begin());
}

}  // namespace

TEST_SUITE("ui/window") {
  TEST_CASE("a window holds what is needed, the chosen place, and as many as have room") {
    CHECK((ui::window_around(36, 8, 0, 1, -1) == std::pair<Index, Index>(0, 8)));
    CHECK((ui::window_around(36, 8, 20, 21, -1) == std::pair<Index, Index>(17, 8)));
    CHECK((ui::window_around(36, 8, 34, 35, -1) == std::pair<Index, Index>(28, 8)));
    CHECK((ui::window_around(36, 8, 0, 1, 20) == std::pair<Index, Index>(13, 8)));
    CHECK((ui::window_around(36, 4, 10, 30, -1) == std::pair<Index, Index>(10, 4)));
    CHECK((ui::window_around(3, 8, 0, 0, 2) == std::pair<Index, Index>(0, 3)));
    CHECK((ui::window_around(5, 0, 2, 2, -1) == std::pair<Index, Index>(2, 1)));
  }

  TEST_CASE("a blank of a large matrix is a cell of a window, with digits around it and in what it is made from") {
    const LessonInfo& lesson = lesson_named("block").info;
    const Snapshot snapshot = snapshot_at({"block"}, place_of_step(lesson, "bend"));
    Driver driver(1280, 800, false, Driver::Fonts::shipped);
    driver.show(snapshot, 4);
    const std::string node = std::string(step_of(snapshot.lesson(), snapshot.document)->focus);
    const ui::PlacedCells* const grid = grid_with(driver, node, {0, 0, 3});
    REQUIRE(grid);
    CHECK(grid->columns < snapshot.trace->at(node).value->cols());
    std::string all;
    for (const ui::DrawnText& text : ui::drawn_texts()) all += text.text + "|";
    const auto left_out = snapshot.trace->at(node).value->cols() - grid->first_column - grid->columns;
    CHECK_MESSAGE(all.find(std::to_string(left_out) + " more") != std::string::npos, all);
    // A press on a blank opens its field, and the typed number belongs to that cell.
    driver.click(snapshot, driver.cell(node, 0, 4));
    driver.show(snapshot, 3);
    driver.type(snapshot, "0.5");
    const auto filled = only<Fill>(driver.press(snapshot, ImGuiKey_Enter));
    REQUIRE(filled.size() == 1);
    CHECK(filled[0].cell == Cell{0, 0, 4});
  }

  TEST_CASE("the window goes along with the selected cell") {
    const LessonInfo& lesson = lesson_named("block").info;
    Snapshot snapshot = snapshot_at({"block"}, place_of_step(lesson, "bend"));
    const std::string node = std::string(step_of(snapshot.lesson(), snapshot.document)->focus);
    const Tensor& value = *snapshot.trace->at(node).value;
    for (const Cell& cell : {Cell{0, 0, 0}, Cell{0, value.rows() - 1, value.cols() - 1}}) {
      snapshot.document.look.selection = Selection{node, cell};
      Driver driver(1280, 800, false, Driver::Fonts::shipped);
      driver.show(snapshot, 4);
      CHECK(grid_with(driver, node, cell));
    }
  }
}

TEST_SUITE("sweep") {
  TEST_CASE("every blank is at least 24 pixels high, and what it is made from has such cells, too") {
    int exercises = 0;
    for (const Lesson& lesson : lessons())
      for (int place = 0; place < static_cast<int>(lesson.info.steps.size()); ++place) {
        const Step& step = lesson.info.steps[static_cast<std::size_t>(place)];
        if (!step.exercise || step.page != StepPage::none) continue;
        CAPTURE(lesson.info.id);
        CAPTURE(step.id);
        const Snapshot snapshot = snapshot_at({lesson.info.id}, place);
        Driver driver(1280, 800, false, Driver::Fonts::shipped);
        driver.show(snapshot, 4);
        ++exercises;
        const std::string focus(step.focus);
        const auto is_shown = [&](const std::string& node) {
          const auto& cards = driver.ui().places().scene->cards;
          return std::any_of(cards.begin(), cards.end(), [&](const auto& card) { return card.node == node; }) &&
                 driver.shows("grid:" + node);
        };
        for (const Cell& cell : step.exercise->cells) {
          const ui::PlacedCells* const grid = grid_with(driver, focus, cell);
          CHECK_MESSAGE(grid, to_string(cell, snapshot.trace->at(focus).value->shape()));
          if (!grid) continue;
          CHECK_MESSAGE(grid->cell_height >= 23.5f, grid->cell_height);
          CHECK_MESSAGE(grid->cell_width >= 23.5f, grid->cell_width);
        }
        const Explanation explained = snapshot.trace->explain(snapshot.trace->find(focus), *step.exercise->cells.begin());
        for (const CellReference& operand : explained.operands) {
          const std::string& node = snapshot.trace->node(operand.node).name;
          if (!is_shown(node)) continue;
          const ui::PlacedCells* const grid = grid_with(driver, node, operand.cell);
          if (grid) CHECK_MESSAGE(grid->cell_height >= 16.0f, node << " " << grid->cell_height);
        }
      }
    CHECK(exercises > 20);
  }
}

}  // namespace ui_window_test
