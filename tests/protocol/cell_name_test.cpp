#include "protocol/cell_name.h"

#include <doctest/doctest.h>

#include "protocol/trace.h"

using namespace gf;

namespace cell_name_test {
namespace {

constexpr CellName kSaid = {0, "said", {"the", 2}}, kNumbers = {2, 1, 0};

TraceNode table() {
  TraceNode node;
  node.name = "answer";
  node.value = std::make_shared<const Tensor>(Shape{{3}, 2, 4});
  node.rows = keyed_axis("ways", {"alone", "@block 2"});
  node.cols = {"words", {"the", "key", "the", "512"}};
  node.rows.labels = {"allein", "Block 2"};  // as put_words leaves them
  return node;
}

}  // namespace

TEST_SUITE("protocol/cell_name") {
  TEST_CASE("a label is found where it stands once, or counted") {
    const Axis axis = table().cols;
    CHECK(place_of(axis, "key") == 1);
    CHECK(place_of(axis, "the", 1) == 0);
    CHECK(place_of(axis, "the", 2) == 2);
    CHECK_FALSE(place_of(axis, "the"));
    CHECK_FALSE(place_of(axis, "the", 3));
    CHECK_FALSE(place_of(axis, "lock"));
    CHECK_FALSE(place_of({}, "key"));
  }

  TEST_CASE("words of the program are found by their keys, whatever they are in a language") {
    CHECK(place_of(table().rows, "@block 2") == 1);
    CHECK_FALSE(place_of(table().rows, "Block 2"));
  }

  TEST_CASE("a cell is named by numbers or labels; without a node only by numbers") {
    const TraceNode node = table();
    CHECK(cell_named({2, "@block 2", {"the", 2}}, &node) == Cell{2, 1, 2});
    CHECK(cell_named({0, 1, "key"}, &node) == Cell{0, 1, 1});
    CHECK_FALSE(cell_named(kSaid, &node));
    CHECK_FALSE(cell_named({0, 0, "the"}, &node));
    CHECK(cell_named(kNumbers, nullptr) == Cell{2, 1, 0});
    CHECK(cell_named(Cell{2, 1, 0}, &node) == Cell{2, 1, 0});
    CHECK_FALSE(cell_named({0, 1, "key"}, nullptr));
    Trace trace;
    trace.nodes = {node};
    CHECK(cell_named({0, 1, "key"}, &trace, "answer") == Cell{0, 1, 1});
    CHECK_FALSE(cell_named({0, 1, "key"}, &trace, "question"));
    CHECK_FALSE(cell_named({0, 1, "key"}, nullptr, "answer"));
  }

  TEST_CASE("texts write cells likewise") {
    const TraceNode node = table();
    CHECK(cell_written("@block 2,the#2", node) == Cell{0, 1, 2});
    CHECK(cell_written("2,alone,key", node) == Cell{2, 0, 1});
    CHECK(cell_written("1,3", node) == Cell{0, 1, 3});
    CHECK(cell_written("1,'512'", node) == Cell{0, 1, 3});
    CHECK_FALSE(cell_written("alone,the", node));
    CHECK_FALSE(cell_written("alone,lock", node));
    for (const char* text : {"", "1", "1,", ",1", "0,0,0,0", "9999999999,0", "the#,0", "#1,0", "the#two,0"}) {
      CHECK_MESSAGE(!is_cell_text(text), text);
      CHECK_MESSAGE(!cell_written(text, node), text);
    }
  }
}

}  // namespace cell_name_test
