// The architecture map: where its blocks stand, and what a press on one does.
#include "ui/driver.h"
#include "ui/map/map_layout.h"
#include "ui/snapshots.h"

using namespace gf;
using namespace gf::test;

namespace map_test {
namespace {

// An encoder-decoder of two blocks each.
std::vector<MapBlock> whole_map() {
  std::vector<MapBlock> map{{"source", "embedding", {}}, {"encoder", "stack", {"source"}}};
  for (const std::string n : {"0", "1"}) {
    const std::string block = "encoder." + n, before = n == "0" ? "source" : "encoder.0.feed_forward";
    map.push_back({block, "block", {}});
    map.push_back({block + ".self_attention", "self_attention", {before}});
    map.push_back({block + ".feed_forward", "feed_forward", {block + ".self_attention"}});
  }
  map.push_back({"target", "embedding", {}});
  map.push_back({"decoder", "stack", {}});
  for (const std::string n : {"0", "1"}) {
    const std::string block = "decoder." + n, before = n == "0" ? "target" : "decoder.0.feed_forward";
    map.push_back({block, "block", {}});
    map.push_back({block + ".self_attention", "self_attention", {before}});
    map.push_back({block + ".cross_attention", "cross_attention", {block + ".self_attention", "encoder"}});
    map.push_back({block + ".feed_forward", "feed_forward", {block + ".cross_attention"}});
  }
  map.push_back({"output", "output", {"decoder"}});
  map.push_back({"loss", "loss", {"output"}});
  return map;
}

const ui::MapPlace& at(const ui::MapLayout& layout, const std::vector<MapBlock>& map, const std::string& section) {
  for (const ui::MapPlace& place : layout.places)
    if (map[static_cast<std::size_t>(place.block)].section == section) return place;
  FAIL(section);
  return layout.places.front();
}

Snapshot mapped_snapshot() {
  Snapshot snapshot = nested_snapshot();
  Trace trace = *snapshot.trace;
  trace.map = {{"encoder", "stack", {}},
               {"encoder.0", "block", {}},
               {"encoder.0.self_attention", "self_attention", {}},
               {"encoder.1", "block", {"encoder.0.self_attention"}},
               {"output", "output", {"encoder"}}};
  snapshot.trace = std::make_shared<const Trace>(std::move(trace));
  return snapshot;
}

}  // namespace

TEST_SUITE("ui/map") {
  TEST_CASE("the encoder is left of the decoder, embeddings below their stacks, the output and the loss on top of the decoder") {
    const std::vector<MapBlock> map = whole_map();
    for (const float width : {180.0f, 360.0f, 720.0f}) {
      CAPTURE(width);
      const ui::MapLayout layout = ui::lay_out_map(map, width);
      REQUIRE(layout.places.size() == map.size());
      CHECK(layout.width <= width + 0.01f);
      const auto& encoder = at(layout, map, "encoder");
      const auto& decoder = at(layout, map, "decoder");
      CHECK(encoder.x + encoder.width < decoder.x);
      CHECK(at(layout, map, "source").y >= encoder.y + encoder.height);
      CHECK(at(layout, map, "target").y >= decoder.y + decoder.height);
      CHECK(at(layout, map, "target").x >= decoder.x);
      CHECK(at(layout, map, "output").y < decoder.y);
      CHECK(at(layout, map, "loss").y < at(layout, map, "output").y);
      CHECK(at(layout, map, "encoder.1").y < at(layout, map, "encoder.0").y);
      for (const ui::MapPlace& place : layout.places) {
        CHECK(place.y >= -0.01f);
        CHECK(place.y + place.height <= layout.height + 0.01f);
      }
    }
  }

  TEST_CASE("parts stand beside each other where they have room, else above each other in equal columns") {
    const std::vector<MapBlock> map = whole_map();
    const ui::MapLayout wide = ui::lay_out_map(map, 720), narrow = ui::lay_out_map(map, 200);
    CHECK(at(wide, map, "decoder.0.self_attention").y == at(wide, map, "decoder.0.feed_forward").y);
    CHECK(at(wide, map, "decoder").width > at(wide, map, "encoder").width);
    CHECK(at(narrow, map, "decoder.0.self_attention").y > at(narrow, map, "decoder.0.feed_forward").y);
    CHECK(at(narrow, map, "decoder").width == doctest::Approx(at(narrow, map, "encoder").width));
  }

  TEST_CASE("what stands in a block is within its frame, and nothing overlaps") {
    const std::vector<MapBlock> map = whole_map();
    for (const float width : {180.0f, 360.0f, 720.0f}) {
      const ui::MapLayout layout = ui::lay_out_map(map, width);
      for (const ui::MapPlace& a : layout.places)
        for (const ui::MapPlace& b : layout.places) {
          const std::string &outer = map[static_cast<std::size_t>(a.block)].section,
                            &inner = map[static_cast<std::size_t>(b.block)].section;
          if (&a == &b) continue;
          const bool apart = a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
          const bool holds = a.x < b.x && a.y < b.y && a.x + a.width > b.x + b.width && a.y + a.height > b.y + b.height;
          CAPTURE(outer);
          CAPTURE(inner);
          if (inner.rfind(outer + ".", 0) == 0)
            CHECK(holds);
          else if (outer.rfind(inner + ".", 0) != 0)
            CHECK(apart);
        }
    }
  }

  TEST_CASE("every arrow begins at what is read and ends at what reads it") {
    const std::vector<MapBlock> map = whole_map();
    const ui::MapLayout layout = ui::lay_out_map(map, 720);
    std::size_t reads = 0;
    for (const MapBlock& block : map) reads += block.reads.size();
    CHECK(layout.arrows.size() == reads);
    for (const ui::MapArrow& arrow : layout.arrows) {
      const auto touches = [&](int block, const ui::MapPoint& p) {
        const auto& place = at(layout, map, map[static_cast<std::size_t>(block)].section);
        return p.x >= place.x - 0.01f && p.x <= place.x + place.width + 0.01f && p.y >= place.y - 0.01f &&
               p.y <= place.y + place.height + 0.01f;
      };
      CHECK(touches(arrow.from, arrow.way.front()));
      CHECK(touches(arrow.to, arrow.way.back()));
    }
  }

  TEST_CASE("a section belongs to the innermost block around it") {
    const std::vector<MapBlock> map = whole_map();
    CHECK(map[static_cast<std::size_t>(ui::block_of(map, "encoder.1.self_attention.inner"))].section == "encoder.1.self_attention");
    CHECK(map[static_cast<std::size_t>(ui::block_of(map, "encoder.7"))].section == "encoder");
    CHECK(ui::block_of(map, "elsewhere") == -1);
  }

  TEST_CASE("a press on a block unfolds its section and all around it, and scrolls there") {
    for (const float width : {390.0f, 1280.0f, 1700.0f}) {
      CAPTURE(width);
      Driver driver(width, 800);
      Snapshot snapshot = mapped_snapshot();
      snapshot.document.look.folded = {"encoder", "encoder.0.self_attention"};
      driver.show(snapshot, 4);
      if (!driver.shows("map:encoder.0.self_attention")) driver.click(snapshot, driver.centre("map"));
      const auto commands = driver.click(snapshot, driver.centre("map:encoder.0.self_attention"));
      const auto unfolds = only<Fold>(commands);
      REQUIRE(unfolds.size() == 2);
      for (const Fold& fold : unfolds) {
        CHECK_FALSE(fold.folded);
        snapshot.document.look.folded.erase(fold.section);
      }
      ++snapshot.revision;
      driver.show(snapshot, 6);
      const Place heading = driver.place("section:encoder.0.self_attention"), bench = driver.place("part:bench");
      CHECK(heading.box.min.y >= bench.box.min.y);
      CHECK(heading.box.min.y < bench.box.min.y + 60);
      CHECK_FALSE(driver.animating);
    }
  }

  TEST_CASE("the map says where one is, which changes as the panels are scrolled") {
    Driver driver(1700, 700);
    const Snapshot snapshot = mapped_snapshot();
    driver.show(snapshot, 4);
    driver.click(snapshot, driver.centre("map:encoder.0.self_attention"));
    driver.show(snapshot, 4);
    const auto is_here = [&](const std::string& section) {
      return driver.shows("map here") && driver.place("map here").box == driver.place("map:" + section).box;
    };
    CHECK(is_here("encoder.0.self_attention"));
    driver.click(snapshot, driver.centre("map:output"));
    driver.show(snapshot, 4);
    CHECK(is_here("output"));  // though the last panels never get to the middle
    const ImVec2 bench = driver.centre("part:bench");
    driver.move(snapshot, bench);
    for (int i = 0; i < 200; ++i) {
      ImGui::GetIO().AddMouseWheelEvent(0, 3);
      driver.show(snapshot, 1);
    }
    driver.show(snapshot, 4);
    CHECK_FALSE(is_here("output"));
  }

  TEST_CASE("the map folds, beside the panels and above them, and the document says so") {
    for (const float width : {390.0f, 1280.0f, 1700.0f}) {
      CAPTURE(width);
      Driver driver(width, 800);
      Snapshot snapshot = mapped_snapshot();
      driver.show(snapshot, 4);
      if (!driver.shows("map:encoder"))
        CHECK(only<Fold>(driver.click(snapshot, driver.centre("map"))).empty());  // too high to open by itself
      const float open = driver.place("part:bench").box.width() * driver.place("part:bench").box.height();
      REQUIRE(driver.shows("map:encoder"));
      const auto folds = only<Fold>(driver.click(snapshot, driver.centre("map")));
      REQUIRE(folds.size() == 1);
      CHECK(folds[0].folded);
      snapshot.document.look.folded.insert(folds[0].section);
      ++snapshot.revision;
      driver.show(snapshot, 3);
      CHECK_FALSE(driver.shows("map:encoder"));
      CHECK(driver.place("part:bench").box.width() * driver.place("part:bench").box.height() > open * 1.1f);
      const auto unfolds = only<Fold>(driver.click(snapshot, driver.centre("map")));
      REQUIRE(unfolds.size() == 1);
      CHECK_FALSE(unfolds[0].folded);
      CHECK(unfolds[0].section == folds[0].section);
      snapshot.document.look.folded.clear();
      ++snapshot.revision;
      driver.show(snapshot, 3);
      CHECK(driver.shows("map:encoder"));
    }
  }

  TEST_CASE("without a map the panels have the whole room") {
    Driver driver(1700, 800);
    driver.show(mapped_snapshot(), 3);
    const float beside = driver.place("part:bench").box.width();
    Driver other(1700, 800);
    other.show(nested_snapshot(), 3);
    CHECK(other.place("part:bench").box.width() > beside + 100);
    CHECK_FALSE(other.shows("map:encoder"));
  }
}

}  // namespace map_test
