// Every snapshot on every screen: drawn without a complaint, and not blank.
#include "ui/driver.h"
#include "ui/snapshots.h"

using namespace gf;
using namespace gf::test;

namespace {

// A lesson drawn whole: a screen so high that nothing is scrolled away.
constexpr float kWhole = 12000;

}  // namespace

TEST_SUITE("ui/drawing") {
  TEST_CASE("every snapshot is drawn, light and dark, on wide, narrow and tiny screens") {
    for (const auto& [name, snapshot] : canned_snapshots())
      for (const auto& [width, height] :
           {std::pair(1280.0f, 800.0f), std::pair(390.0f, 844.0f), std::pair(1280.0f, kWhole), std::pair(320.0f, 200.0f)})
        for (const bool dark : {false, true}) {
          CAPTURE(name);
          CAPTURE(width);
          CAPTURE(height);
          CAPTURE(dark);
          Driver driver(width, height, dark);
          CHECK(driver.show(snapshot, 3).empty());
          CHECK(driver.drawn().vertices > 300);
        }
  }

  TEST_CASE("nothing moves by itself: two frames of the same snapshot are the same picture, and no more are asked for") {
    Driver driver;
    const Snapshot snapshot = snapshot_of("self-attention");
    driver.show(snapshot, 4);
    CHECK_FALSE(driver.animating);
    const int before = driver.drawn().vertices;
    driver.show(snapshot);
    CHECK(driver.drawn().vertices == before);
    CHECK_FALSE(driver.animating);
  }

  TEST_CASE("every panel of a lesson stands in the bench, in the order in which data flows") {
    Driver driver(1280, kWhole);
    const Snapshot snapshot = snapshot_of("self-attention");
    driver.show(snapshot, 3);
    float before = 0;
    for (const char* name : {"x", "position", "query", "dot_products", "weights", "output"}) {
      const float y = driver.cell(name, 0, 0).y;
      CHECK_MESSAGE(y > before - 1, name);
      before = y;
    }
  }

  TEST_CASE("on a narrow screen the bench is one column, and nothing is wider than the screen") {
    Driver driver(390, kWhole);
    driver.show(snapshot_of("self-attention"), 3);
    float bottom = 0;
    for (const char* name : {"x", "position", "input", "w_q", "query", "w_k", "key", "w_v", "value", "dot_products", "scores", "weights"}) {
      const nlohmann::json at = driver.place("grid:" + std::string(name));
      REQUIRE_MESSAGE(!at.is_null(), name);
      CHECK(at["y"].get<float>() > bottom);
      CHECK(at["x"].get<float>() >= 0);
      CHECK(at["x"].get<float>() + at["width"].get<float>() <= 390);
      bottom = at["y"].get<float>() + at["height"].get<float>();
    }
  }

  TEST_CASE("matrices too large for digits are heat maps; small ones are not") {
    Driver large(1280, kWhole);
    large.show(snapshot_of("position-encoding", {{"length", 512.0}, {"width", 512.0}}), 3);
    const int vertices = large.drawn().vertices;
    CHECK(vertices > 0);
    CHECK(vertices < 200000);  // 262144 cells drawn one by one would take a million
    Driver small(1280, kWhole);
    small.show(snapshot_of("position-encoding"), 3);
    CHECK_FALSE(small.place("grid:position").is_null());
  }

  TEST_CASE("a problem is shown in words and can be dismissed") {
    Driver driver;
    Snapshot snapshot = snapshot_of("self-attention");
    driver.show(snapshot, 3);
    const int without = driver.drawn().vertices;
    snapshot.problem = Problem{"no_tokens", {{"where", "text"}}};
    ++snapshot.revision;
    driver.show(snapshot, 3);
    CHECK(driver.drawn().vertices > without);
    CHECK(nlohmann::json::parse(driver.ui().accessible_view())["status"] == "text: expected at least one word.");
  }

  TEST_CASE("every text that the screen shows is there") {
    Driver driver;
    const Texts& texts = driver.texts();
    for (const char* key : {"ui.title",
                            "ui.subtitle",
                            "ui.undo",
                            "ui.redo",
                            "ui.reset",
                            "ui.copy_link",
                            "ui.link_copied",
                            "ui.presets",
                            "ui.more",
                            "ui.lessons",
                            "ui.dismiss",
                            "ui.computing",
                            "ui.nothing_yet",
                            "ui.first_nan",
                            "ui.first_infinity",
                            "ui.theme.light",
                            "ui.theme.dark",
                            "ui.theme.system",
                            "ui.step.count",
                            "ui.step.previous",
                            "ui.step.next",
                            "ui.step.try",
                            "ui.step.show",
                            "ui.step.hide",
                            "ui.cell.type",
                            "ui.cell.type_pin",
                            "ui.cell.hold",
                            "ui.cell.hold_help",
                            "ui.cell.lift",
                            "ui.cell.copy",
                            "ui.cell.copy_matrix",
                            "ui.cell.paste",
                            "ui.inspector.title",
                            "ui.inspector.hint",
                            "ui.inspector.hint_touch",
                            "ui.inspector.hidden",
                            "ui.inspector.pinned",
                            "ui.inspector.lift_all",
                            "ui.inspector.editable",
                            "ui.inspector.editable_touch",
                            "ui.inspector.symbols",
                            "ui.inspector.numbers",
                            "ui.inspector.operands",
                            "ui.inspector.more_operands",
                            "ui.inspector.about",
                            "ui.inspector.range",
                            "ui.inspector.not_finite",
                            "ui.mark.both",
                            "ui.panel.corrected",
                            "ui.accessible.caption",
                            "ui.accessible.cell",
                            "ui.accessible.editable",
                            "ui.accessible.pinned"})
      CHECK_MESSAGE(texts.has(key), key);
    for (const auto& [name, snapshot] : canned_snapshots())
      if (snapshot.trace)
        for (const TraceNode& one : snapshot.trace->nodes)
          for (const Axis* axis : {&one.rows, &one.cols})
            if (!axis->name.empty()) CHECK_MESSAGE(texts.has("ui.axes." + axis->name + ".many"), axis->name);
  }
}
