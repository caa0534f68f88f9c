// Cells in words, and the inspector of cells.
#include "ui/inspector/cell_words.h"
#include "core/explanation.h"

#include "ui/driver.h"
#include "ui/snapshots.h"

using namespace gf;
using namespace gf::test;

namespace cell_words_test {
namespace {

// Holds a frame without drawing.
struct Words {
  Snapshot snapshot;
  UiHost host;
  ui::Theme theme;
  ui::ScreenState state;
  ui::Frame frame{snapshot, snapshot.trace.get(), english(), host, theme, state};

  explicit Words(Snapshot of) : snapshot(std::move(of)) {}
  const TraceNode& at(const char* name) { return node(*snapshot.trace, name); }
  std::string place(const char* name, const Cell& cell) { return ui::place_words(frame, at(name), cell); }
  std::string sentence(const char* name, const Cell& cell) { return ui::cell_sentence(frame, at(name), cell); }
};

}  // namespace

TEST_SUITE("ui/cell_words") {
  TEST_CASE("a token that begins a word is told without its space, and one that goes on with a word as its end") {
    const Axis text{"tokens", {"<start>", "on", "ce", "␣upon", ".", "␣B"}};
    const std::vector<std::string> told{"<start>", "on", "…ce", "upon", ".", "B"};
    for (std::size_t i = 0; i < told.size(); ++i) CHECK(ui::place_label(text, static_cast<Index>(i)) == told[i]);
    CHECK(ui::word_label(text, 2) == "ce");
    CHECK(ui::begins_word(text, 3));
    CHECK_FALSE(ui::begins_word(text, 2));
    CHECK(ui::place_label({"tokens", {"black", "cat"}}, 1) == "cat");  // words of a sentence
    CHECK(ui::place_label({"pieces", {"low", "␣low"}}, 1) == "␣low");  // how a text is cut is what such a lesson is about
    CHECK(ui::place_label({"tokens", {}}, 4) == "4");
  }

  TEST_CASE("a place is told by the labels of its axes, and where they have none as row and column") {
    Words words(snapshot_of("self-attention"));
    CHECK(words.place("weights", {0, 2, 0}) == "“welcome”, “You”");
    CHECK(words.place("query", {0, 2, 3}) == "“welcome”, column 3");
    CHECK(words.place("w_q", {0, 3, 1}) == "row 3, column 1");
    CHECK(Words(snapshot_of("softmax")).place("sum", {0, 0, 0}).empty());
    CHECK(Words(snapshot_of("softmax")).place("z", {0, 0, 1}) == "“dog”");
    CHECK(Words(snapshot_of("multi-head")).place("weights", {2, 7, 6}) == "head 3, “it”, “because”");
  }

  TEST_CASE("a read-out has no sign between row and column that could be a product") {
    Words words(snapshot_of("self-attention"));
    CHECK(ui::read_out(words.frame, words.at("x"), {0, 0, 2}, 4) == "“You”, column 2: −0.1");
    CHECK(ui::read_out(words.frame, words.at("w_q"), {0, 0, 1}, 4).starts_with("row 0, column 1: "));
    Words softmax(snapshot_of("softmax"));
    CHECK(ui::read_out(softmax.frame, softmax.at("sum"), {0, 0, 0}, 2) == "11.33");
  }

  TEST_CASE("the value of a cell comes in a sentence of its words") {
    Words attention(snapshot_of("self-attention"));
    CHECK(attention.sentence("weights", {0, 2, 0}) == "How much “welcome” attends to “You”.");
    CHECK(attention.sentence("query", {0, 2, 3}) == "The query of “welcome”, column 3.");
    CHECK(Words(snapshot_of("softmax")).sentence("probabilities", {0, 0, 1}) == "The probability of “dog”.");
    Words back(snapshot_of("backpropagation", {{"backward_step", 18.0}}));
    CHECK(back.sentence("d_w_q", {0, 0, 0}).starts_with("How fast the loss grows when this cell of Query weights grows"));
    Words dictionary(snapshot_of("matrix-dictionary", preset_inputs(lesson_named("matrix-dictionary").info, "relaxed")));
    CHECK(dictionary.sentence("weights", {0, 0, 3}).find("takes from the entry") != std::string::npos);
  }

  TEST_CASE("a node is called a gradient if it is one, whatever its name begins with") {
    Snapshot renamed = snapshot_of("self-attention");
    Trace trace = *renamed.trace;
    trace.node(trace.find("query")).name = "d_model";
    TraceNode& part = trace.node(trace.find("key"));
    part.name = "d_x_again";
    part.gradient = {trace.find("x"), true};
    renamed.trace = std::make_shared<const Trace>(std::move(trace));
    Words words(std::move(renamed));
    CHECK(ui::node_title(words.frame, words.at("d_model")) == "d_model");
    CHECK(words.sentence("d_model", {0, 0, 0}).empty());
    CHECK(ui::node_title(words.frame, words.at("d_x_again")) == "Gradient of: x_again");
    CHECK(words.sentence("d_x_again", {0, 0, 0}).starts_with("How fast the loss grows when this cell of Gradient of: x_again grows"));
  }

  TEST_CASE("a cell that is dragged is the one that is explained, wherever the pointer is") {
    Words words(snapshot_of("self-attention"));
    const int x = words.snapshot.trace->find("x");
    words.state.pointer_leads = true;
    words.state.lesson.hover = {x, {0, 0, 2}};
    CHECK(ui::focused(words.frame) == CellReference{x, {0, 0, 2}});
    words.state.lesson.scrub = ui::Scrub{.node = "x", .cell = {0, 0, 1}};
    CHECK(ui::focused(words.frame) == CellReference{x, {0, 0, 2}});  // the cell is pressed, not dragged yet
    words.state.lesson.scrub->gesture = 1;
    CHECK(ui::focused(words.frame) == CellReference{x, {0, 0, 1}});
    words.state.lesson.scrub->cell = {0, 9, 9};
    CHECK(ui::focused(words.frame) == CellReference{x, {0, 0, 2}});
  }
}

TEST_SUITE("ui/inspector") {
  TEST_CASE("operands have their whole names, whatever their length") {
    Driver driver(1600, 900);
    Snapshot snapshot = snapshot_of("encoder-decoder");
    const Cell cell{0, 0, 0};
    const int index = snapshot.trace->find("decoder.0.cross_attention.weights");
    snapshot.document.look.selection = Selection{"decoder.0.cross_attention.weights", cell};
    driver.show(snapshot, 3);
    const auto operands = snapshot.trace->explain(index, cell).operands;
    REQUIRE_FALSE(operands.empty());
    const TraceNode& of = snapshot.trace->node(operands[0].node);
    const Box row = driver.place("operand:" + ui::cell_name(of, operands[0].cell)).box;
    CHECK(row.height() > 30);  // the words need two lines
    const auto chosen = only<Select>(driver.click(snapshot, row.centre()));
    REQUIRE(chosen.size() >= 1);
    CHECK(chosen[0].node == of.name);
  }

  TEST_CASE("holding a value stands after all that explains it") {
    Driver driver(1600, 2000);
    Snapshot snapshot = snapshot_of("self-attention");
    snapshot.document.look.selection = Selection{"weights", {0, 0, 1}};
    driver.show(snapshot, 3);
    const float hold = driver.place("button:" + driver.texts().get("ui.cell.hold")).box.min.y;
    for (const char* operand : {"operand:scores[0,0]", "operand:scores[0,1]"}) CHECK(driver.place(operand).box.max.y < hold);
  }
}

}  // namespace cell_words_test
