// A row of tokens as chips: their places, clicks on them, and their names.
#include <algorithm>

#include "core/explanation.h"
#include "lessons/context.h"
#include "lessons/registry.h"
#include "ui/driver.h"
#include "ui/snapshots.h"
#include "ui/theme.h"

using namespace gf;
using namespace gf::test;

namespace pieces_test {
namespace {

constexpr float kWhole = 1600;

Snapshot at_named_step(const char* lesson, std::string_view id) {
  const ArrayView<Step> steps = lesson_named(lesson).info.steps;
  const Step* const step = std::find_if(steps.begin(), steps.end(), [&](const Step& candidate) { return candidate.id == id; });
  return snapshot_at(Document{lesson}, static_cast<int>(step - steps.begin()));
}

std::string on_page(const char* node, Index token) { return std::string("piece:") + node + ":" + std::to_string(token); }

std::string piece(int token) { return "piece:bytes:" + std::to_string(token); }

// Returns the tokens of the node `pieces` with a frame in the accent colour on all four sides.
std::vector<Index> framed_pieces(const Driver& driver, const Trace& trace) {
  constexpr float kAround = 3;  // pixels: less than the distance of two chips
  const std::vector<ImVec2> drawn = Driver::vertices_in(ui::make_theme(false).color.accent);
  std::vector<Index> framed;
  for (Index token = 0; token < node(trace, "pieces").value->cols(); ++token) {
    const Box chip = driver.place(on_page("pieces", token)).box;
    const Box near{{chip.min.x - kAround, chip.min.y - kAround}, {chip.max.x + kAround, chip.max.y + kAround}};
    bool left = false, right = false, above = false, below = false;
    for (const ImVec2 at : drawn) {
      if (!near.contains(at)) continue;
      left = left || at.x <= chip.min.x;
      right = right || at.x >= chip.max.x;
      above = above || at.y <= chip.min.y;
      below = below || at.y >= chip.max.y;
    }
    if (left && right && above && below) framed.push_back(token);
  }
  return framed;
}

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

  TEST_CASE("a very long row draws its first chips, and says how many follow") {
    Driver driver(1280, 6000);
    driver.show(snapshot_of("tokenizer", {{"text", std::string(1000, 'x')}}), 3);
    CHECK(driver.shows(piece(599)));
    CHECK_FALSE(driver.shows(piece(600)));
  }

  TEST_CASE("written tokens run on behind read tokens; tokens of two kinds with names stand in lines of their own") {
    const Snapshot page = at_named_step("generation", "write");
    const Trace& trace = *page.trace;
    const Index read = node(trace, "prompt").value->cols();
    Driver driver(1280, 800);
    driver.show(page, 3);
    const Box last = driver.place(on_page("page", read - 1)).box, first = driver.place(on_page("page", read)).box;
    CHECK((first.min.y > last.min.y || first.min.x - last.max.x < 20));
    CHECK(node(trace, "by_writer").rows.labels.empty());
    const Snapshot kinds = at_named_step("generation", "forgot");
    driver.show(kinds, 3);
    const Tensor& by_place = *node(*kinds.trace, "window.by_place").value;
    Index out = 0;
    while (by_place.at(0, out) == 1) ++out;
    CHECK(driver.place(on_page("window.pieces", out)).box.min.y >= driver.place(on_page("window.pieces", out - 1)).box.max.y);
  }

  TEST_CASE("while a question hides which tokens are of which kind, the text is there without it") {
    const Snapshot asked = at_named_step("generation", "kept");
    Driver driver(1280, 800);
    driver.show(asked, 3);
    const Index last = node(*asked.trace, "cache.pieces_read").value->cols() - 1;
    const Box before = driver.place(on_page("cache.pieces_read", last - 1)).box, box = driver.place(on_page("cache.pieces_read", last)).box;
    CHECK((box.min.y > before.min.y || box.min.x - before.max.x < 20));
    CHECK(box.min.y - before.min.y < 2 * before.height());
  }

  TEST_CASE("a piece that lights up because a count was made of it is framed") {
    Driver driver(1280, kWhole);
    Snapshot snapshot = in_scene(snapshot_of("tokenizer"), "pieces | pair_counts* as ranking");
    const Trace& trace = *snapshot.trace;
    driver.show(snapshot, 3);
    CHECK(framed_pieces(driver, trace) == std::vector<Index>{});
    const Cell counted{0, 1, 0};
    CHECK(node(trace, "pair_counts").rows.labels[1] == "aa + a");
    std::vector<Index> made_of;
    for (const CellReference& operand : trace.explain(trace.find("pair_counts"), counted).operands) {
      CHECK(operand.node == trace.find("pieces"));
      made_of.push_back(operand.cell.col);
    }
    CHECK(made_of == std::vector<Index>{0, 1, 4, 5});  // aa a b d aa a b a c
    snapshot.document.look.selection = Selection{"pair_counts", counted};
    driver.show(snapshot, 3);
    CHECK(framed_pieces(driver, trace) == made_of);
  }
}

}  // namespace pieces_test
