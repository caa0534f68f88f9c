// The special views: their parts and places, and clicks on them.
#include <cmath>
#include <limits>
#include <optional>

#include "study/ask.h"
#include "ui/driver.h"
#include "ui/picture/drawn_text.h"
#include "ui/snapshots.h"

using namespace gf;
using namespace gf::test;

namespace views_test {
namespace {

constexpr float kWhole = 1600;

// Returns a trace with other values in some nodes, without their labels and sums. A given panel is the only one, and no cell is explained.
Snapshot with_values(Snapshot snapshot, const std::vector<std::pair<const char*, Tensor>>& values, std::optional<Panel> panel = {}) {
  Trace trace = *snapshot.trace;
  for (const auto& [name, value] : values) {
    REQUIRE_MESSAGE(trace.find(name) >= 0, name);
    TraceNode& node = trace.node(trace.find(name));
    node.value = std::make_shared<const Tensor>(value);
    node.rows.labels = {};
    node.cols.labels = {};
    node.facts.sums.clear();
    node.facts.least = std::numeric_limits<float>::infinity();
    node.facts.most = -node.facts.least;
    for (Index i = 0; i < value.size(); ++i)
      if (std::isfinite(value.data()[i])) {
        node.facts.least = std::min(node.facts.least, value.data()[i]);
        node.facts.most = std::max(node.facts.most, value.data()[i]);
      }
  }
  if (panel) {
    trace.panels = {*std::move(panel)};
    trace.explain = nullptr;
  }
  snapshot.trace = std::make_shared<const Trace>(std::move(trace));
  return snapshot;
}

Snapshot at_named_step(const char* lesson, std::string_view id) {
  const ArrayView<Step> steps = lesson_named(lesson).info.steps;
  const Step* const step = std::find_if(steps.begin(), steps.end(), [&](const Step& candidate) { return candidate.id == id; });
  return snapshot_at(Document{lesson}, static_cast<int>(step - steps.begin()));
}

}  // namespace

TEST_SUITE("ui/views") {
  TEST_CASE("a short sentence is one line with arcs, a long one a list; a click on a word selects its row") {
    Driver driver(1280, kWhole);
    Snapshot plain = snapshot_of("self-attention", {{"text", std::string("The cat sat on the mat")}});
    Snapshot sentence = plain;
    const auto see_arcs = [&](Driver& of) {
      sentence = plain;
      of.show(sentence, 3);
      of.ui().answer(R"({"type": "show", "node": "weights"})");
      carry_out_looks(sentence, of.show(sentence, 2));
      of.show(sentence, 40);
      carry_out_looks(sentence, of.click(sentence, of.centre("view:weights")));
      of.show(sentence, 40);
    };
    see_arcs(driver);
    CHECK(driver.place("word:0").box.min.y == driver.place("word:5").box.min.y);
    CHECK(driver.place("word:5").box.min.x > driver.place("word:4").box.min.x);
    const auto selects = only<Select>(driver.click(sentence, driver.centre("word:3")));
    REQUIRE(selects.size() >= 1);
    CHECK(selects[0].node == "weights");
    const float* const row = sentence.trace->at("weights").value->row(3);
    CHECK(selects[0].cell == Cell{0, 3, std::max_element(row, row + 6) - row});
    Driver narrow(390, kWhole);
    plain = snapshot_of("self-attention", {{"text", std::string("The old cat sat down on the red mat and slept until noon")}});
    see_arcs(narrow);
    CHECK(narrow.place("word:0").box.min.x == narrow.place("word:5").box.min.x);
  }

  TEST_CASE("cells of a matrix are as wide whatever number is in them: nothing moves while one is dragged") {
    Driver driver;
    driver.show(in_scene(snapshot_of("softmax"), "z , probabilities*"), 3);
    const Box before = driver.place("grid:z").box, after = driver.place("grid:probabilities").box;
    Snapshot changed = in_scene(snapshot_of("softmax", {{"z", Tensor::from_rows({{-1234.5f, 0.123456f, 1e-7f}})}}), "z , probabilities*");
    changed.revision = 2;
    driver.show(changed, 3);
    CHECK(driver.place("grid:z").box == before);
    CHECK(driver.place("grid:probabilities").box == after);
  }

  TEST_CASE("the heads of the weights and those of their gradient stand below each other, in a small window and in a large one") {
    const Snapshot training = snapshot_of("training"), snapshot = in_scene(training, "encoder.0.self_attention.d_weights");
    Driver without(1280, 800);  // a scene with the weights alone
    without.show(in_scene(training, "encoder.0.self_attention.weights"), 4);
    CHECK(without.shows("head:encoder.0.self_attention.weights:0"));
    CHECK_FALSE(without.shows("head:encoder.0.self_attention.d_weights:0"));
    for (const ImVec2 window : {ImVec2{1280, 800}, ImVec2{2560, 1600}}) {
      Driver driver(window.x, window.y);
      driver.show(snapshot, 30);
      const Box value = driver.place("head:encoder.0.self_attention.weights:3").box;
      for (const char* head : {":0", ":1", ":2", ":3"})
        CHECK(driver.place(std::string("head:encoder.0.self_attention.d_weights") + head).box.min.y >= value.max.y);
    }
  }

  TEST_CASE("the inputs beside the main one stand in the settings") {
    for (const float width : {1280.0f, 390.0f}) {
      Driver driver(width, kWhole);
      const Snapshot snapshot = snapshot_of("words-pulling-words");
      driver.show(snapshot, 3);
      CHECK(driver.shows("input:text"));
      CHECK_FALSE(driver.shows("input:other_text"));
      driver.click(snapshot, driver.centre("button:" + driver.texts().get("ui.settings")));
      CHECK(driver.shows("input:other_text"));
      driver.press(snapshot, ImGuiKey_Escape);
      CHECK_FALSE(driver.shows("input:other_text"));
    }
  }

  TEST_CASE("a heat map of one row or one column is a strip") {
    Driver driver(1280, kWhole);
    Snapshot snapshot =
        snapshot_of("self-attention", {{"text", words(64)}, {"width", 64.0}, {"head_width", 64.0}, {"weights", std::string("xavier")}});
    snapshot =
        with_values(snapshot, {{"key", Tensor::filled(matrix_shape(1, 64), 0.5f)}, {"value", Tensor::filled(matrix_shape(128, 1), 0.5f)}});
    driver.show(in_scene(snapshot, "key"), 3);
    CHECK(driver.place("grid:key").box.height() <= 48);
    CHECK(driver.place("grid:key").box.width() >= 150);
    driver.show(in_scene(in_scene(snapshot, "key"), "value"), 30);
    CHECK(driver.place("grid:value").box.width() <= 200);
    CHECK(driver.place("grid:value").box.height() >= 96);
  }

  TEST_CASE("a long row shows its ten likeliest in their order; a press selects") {
    for (const float width : {390.0f, 1280.0f, 1900.0f}) {
      CAPTURE(width);
      Driver driver(width, kWhole);
      Tensor value = Tensor::filled(Shape{{}, 2, 200}, 0.001f);
      for (const auto& [col, p] : {std::pair(150, 0.5f), std::pair(3, 0.25f), std::pair(77, 0.125f)}) value.at(0, 1, col) = p;
      const Snapshot snapshot =
          with_values(snapshot_of("softmax"), {{"probabilities", value}}, Panel{View::likeliest, {"probabilities"}, ""});
      driver.show(snapshot, 3);
      const Place first = driver.place("likeliest:probabilities:1,150"), second = driver.place("likeliest:probabilities:1,3"),
                  third = driver.place("likeliest:probabilities:1,77");
      CHECK(first.box.min.x == second.box.min.x);
      CHECK(first.box.max.y <= second.box.min.y);
      CHECK(second.box.max.y <= third.box.min.y);
      CHECK(third.box.max.x < width);
      CHECK(driver.shows("likeliest:probabilities:1,0"));  // of equal cells the first
      CHECK_FALSE(driver.shows("likeliest:probabilities:1,20"));
      const auto chosen = only<Select>(driver.click(snapshot, driver.centre("likeliest:probabilities:1,3")));
      REQUIRE(chosen.size() == 1);
      CHECK((chosen[0].node == "probabilities" && chosen[0].cell == Cell{0, 1, 3}));
    }
  }

  TEST_CASE("the words of few bars are whole beside a card, and parts of a whole are told in per cent") {
    Driver driver(1280, 800, false, Driver::Fonts::shipped);
    Snapshot answered = at_named_step("scaling", "shared");
    const Step& step = *step_of(answered.lesson(), answered.document);
    answered.answers.guesses[step.id] = std::get<Shares>(*truth_of(step, *answered.trace));
    driver.show(answered, 8);
    const Box card = driver.place("likeliest:by_part:0,2").box;
    std::string words;
    for (const ui::DrawnText& text : ui::drawn_texts())
      if (card.contains(text.box.centre())) words += text.text + "|";
    CHECK_MESSAGE(words.find("@feed_forward|") != std::string::npos, words);
    CHECK_MESSAGE(words.find("66 %|") != std::string::npos, words);
  }

  TEST_CASE("a curve far above 0 has its own range, another one shows 0") {
    Driver driver(1280, kWhole, false, Driver::Fonts::shipped);
    const auto numbers = [&](const Tensor& value) {
      driver.show(with_values(snapshot_of("softmax"), {{"probabilities", value}}, Panel{View::curve, {"probabilities"}, ""}), 4);
      std::string all = "|";
      for (const ui::DrawnText& text : ui::drawn_texts()) all += text.text + "|";
      return all;
    };
    const std::string far = numbers(Tensor::from_rows({{2.19f}, {1.99f}, {2.1f}})),
                      near = numbers(Tensor::from_rows({{2.19f}, {0.5f}, {2.1f}}));
    CHECK_MESSAGE(far.find("|1.99|") != std::string::npos, far);
    CHECK_MESSAGE(far.find("|2.19|") != std::string::npos, far);
    CHECK_MESSAGE(near.find("|0|") != std::string::npos, near);
    CHECK_MESSAGE(near.find("|2.2|") != std::string::npos, near);
  }

  TEST_CASE("a single row of likeliest tokens may fill the stage, and the bar that is asked for is a wide one") {
    Driver driver(1280, 800, false, Driver::Fonts::shipped);
    const Snapshot shown = at_named_step("language-model", "pieces");
    driver.show(shown, 8);
    const Tensor& next = *node(*shown.trace, "next_token").value;
    const auto likeliest = std::max_element(next.data(), next.data() + next.size()) - next.data();
    CHECK(driver.place("likeliest:next_token:0," + std::to_string(likeliest)).box.width() > 700);
    const Snapshot asked = at_named_step("language-model", "switched_off");
    driver.show(asked, 8);
    const Cell cell = asked_cell(*step_of(asked.lesson(), asked.document), *asked.trace).cell;
    const Box bar =
        driver.place("likeliest:" + asked_node(*step_of(asked.lesson(), asked.document)) + ":0," + std::to_string(cell.col)).box;
    CHECK(bar.width() > 700);
    CHECK(bar.height() > 50);
  }

  TEST_CASE("a column of counts prints all their digits") {
    Driver driver(1280, 800, false, Driver::Fonts::shipped);
    const Snapshot snapshot = with_values(snapshot_of("softmax"), {{"probabilities", Tensor::from_rows({{38597376}, {786432}})}},
                                          Panel{View::matrix, {"probabilities"}, ""});
    driver.show(snapshot, 4);
    const std::vector<ui::DrawnText> texts = ui::drawn_texts();
    for (const char* count : {"38597376", "786432"})
      CHECK_MESSAGE(std::any_of(texts.begin(), texts.end(), [&](const auto& text) { return text.text == count; }), count);
  }

  TEST_CASE("a long word beside its bar has smaller letters before it loses some") {
    Driver driver(700, 800, false, Driver::Fonts::shipped);
    const Tensor value = Tensor::filled(Shape{{}, 3, 4}, 0.25f);
    Snapshot snapshot = with_values(snapshot_of("softmax"), {{"probabilities", value}}, Panel{View::likeliest, {"probabilities"}, ""});
    Trace trace = *snapshot.trace;
    trace.node(trace.find("probabilities")).cols.labels = {"extraordinar", "si", "no", "y"};
    snapshot.trace = std::make_shared<const Trace>(std::move(trace));
    driver.show(snapshot, 4);
    const std::vector<ui::DrawnText> texts = ui::drawn_texts();
    CHECK(std::any_of(texts.begin(), texts.end(), [](const auto& text) { return text.text == "extraordinar"; }));
  }

  TEST_CASE("on a phone the heads of a long sentence stand below each other and name their rows") {
    Driver driver(390, 844, false, Driver::Fonts::shipped);
    driver.show(at_named_step("multi-head", "compare_heads"), 8);
    const ui::PlacedScene& scene = *driver.ui().places().scene;
    const auto heads = std::find_if(scene.cards.begin(), scene.cards.end(), [&](const auto& card) { return card.node == scene.focus; });
    REQUIRE(heads != scene.cards.end());
    const std::vector<std::string> words = ui::words_of(scene, *heads);
    CHECK(ui::readable_text(ui::drawn_texts(), heads->box, words).words > words.size() / 2);
  }

  TEST_CASE("many rows each show some of their likeliest, below each other, on a phone as well") {
    Driver driver(390, kWhole);
    Tensor value = Tensor::filled(Shape{{}, 5, 200}, 0.001f);
    for (Index col = 0; col < 10; ++col) value.at(0, 4, col) = 0.1f - 0.005f * static_cast<float>(col);
    const Snapshot snapshot =
        with_values(snapshot_of("softmax"), {{"probabilities", value}}, Panel{View::likeliest, {"probabilities"}, ""});
    driver.show(snapshot, 3);
    const Place first = driver.place("likeliest:probabilities:4,0");
    CHECK(driver.place("likeliest:probabilities:4,1").box.min.y >= first.box.max.y);
    for (const Place& place : driver.places())
      if (place.id.starts_with("likeliest:probabilities:4,")) CHECK(place.box.min.x == first.box.min.x);
    CHECK_FALSE(driver.shows("likeliest:probabilities:4,10"));
  }

  TEST_CASE("a press on a bar of a histogram selects its count, and levels that are no numbers are left out") {
    for (const float width : {390.0f, 1280.0f}) {
      CAPTURE(width);
      Driver driver(width, kWhole);
      const Snapshot snapshot = with_values(snapshot_of("softmax"),
                                            {{"z", Tensor::from_rows({{-1, 0, 0, 1}})},
                                             {"exponentials", Tensor::from_rows({{-1, 0, NAN, 1}})},
                                             {"probabilities", Tensor::from_rows({{1}, {0}, {2}, {1}})}},
                                            Panel{View::histogram, {"z", "exponentials", "probabilities"}, ""});
      driver.show(snapshot, 3);
      const Box bars = driver.place("histogram:probabilities").box;
      CHECK(bars.max.x < width);
      const auto chosen = only<Select>(driver.click(snapshot, {bars.min.x + 0.6f * bars.width(), bars.max.y - 4}));
      REQUIRE(chosen.size() == 1);
      CHECK((chosen[0].node == "probabilities" && chosen[0].cell == Cell{0, 2, 0}));
    }
  }

  TEST_CASE("a list of the first rows shows what was drawn further down as well, and each cell can be pressed") {
    for (const float width : {390.0f, 1280.0f}) {
      CAPTURE(width);
      Driver driver(width, kWhole);
      Tensor hit(matrix_shape(40, 1));
      hit.at(30, 0) = 1;
      const Snapshot snapshot = with_values(
          snapshot_of("softmax"),
          {{"z", Tensor::filled(matrix_shape(40, 1), 2)},
           {"exponentials", Tensor::filled(matrix_shape(40, 1), NAN)},
           {"probabilities", hit}},
          Panel{View::shortlist, {"z", "exponentials", "probabilities"}, "", {PanelRole::column, PanelRole::shares, PanelRole::drawn}});
      driver.show(snapshot, 3);
      std::map<Index, Place> lists;  // by their first row
      for (const Place& place : driver.places())
        if (place.id == "grid:probabilities" && place.cells) lists.insert_or_assign(place.cells->first_row, place);
      REQUIRE(lists.size() == 2);
      CHECK(lists[0].cells->rows < 30);
      REQUIRE(lists.contains(30));
      CHECK(lists[30].cells->rows == 1);
      CHECK(lists[30].box.max.x < width);
      const auto chosen = only<Select>(driver.click(snapshot, lists[30].box.centre()));
      REQUIRE(chosen.size() == 1);
      CHECK((chosen[0].node == "probabilities" && chosen[0].cell == Cell{0, 30, 0}));
    }
  }

  TEST_CASE("a column of zeros and ones takes less room in a list than one of numbers") {
    const auto width_of_first_column = [](float value) {
      Driver driver(1280, kWhole);
      driver.show(
          with_values(snapshot_of("softmax"),
                      {{"z", Tensor::filled(matrix_shape(12, 1), value)}, {"probabilities", Tensor::filled(matrix_shape(12, 1), 0.5f)}},
                      Panel{View::shortlist, {"z", "probabilities"}, "", {PanelRole::column, PanelRole::shares}}),
          3);
      return driver.place("grid:z").box.width();
    };
    CHECK(width_of_first_column(1) < width_of_first_column(2.5f));
  }

  TEST_CASE("a heat map of few columns has all their words above it, without the mark of a space") {
    Driver driver(1280, 800);
    driver.show(at_named_step("prompting", "copies"), 8);
    const std::vector<ui::DrawnText> drawn = ui::drawn_texts();
    const auto upright = [&](const char* word) {
      return std::count_if(drawn.begin(), drawn.end(),
                           [&](const ui::DrawnText& drawn_text) { return drawn_text.upright && drawn_text.text == word; });
    };
    for (const char* word : {"<system>", "behind", "Where", "<assistant>"}) CHECK_MESSAGE(upright(word) == 1, word);
    CHECK(upright("key") == 2);
    CHECK(std::none_of(drawn.begin(), drawn.end(),
                       [](const ui::DrawnText& drawn_text) { return drawn_text.text.find("␣") != std::string::npos; }));
  }

  TEST_CASE("a tree fills the room that a scene gives it, with letters that are not enlarged") {
    Driver driver(1280, 800, false, Driver::Fonts::shipped);
    driver.show(at_named_step("sampling", "tree"), 8);
    const Box tree = driver.place("tree:tree").box;
    const float body = ui::make_theme(false).body.size;
    int words = 0;
    for (const ui::DrawnText& drawn_text : ui::drawn_texts()) {
      if (!tree.contains(drawn_text.box.centre())) continue;
      CAPTURE(drawn_text.text);
      CHECK(drawn_text.size <= body + 0.5f);  // whole pixels
      ++words;
    }
    CHECK(words > 5);
    const ui::PlacedScene& scene = *driver.ui().places().scene;
    const auto card = std::find_if(scene.cards.begin(), scene.cards.end(), [&](const auto& placed) { return placed.node == scene.focus; });
    REQUIRE(card != scene.cards.end());
    CHECK(tree.width() > 0.85f * card->box.width());
  }

  TEST_CASE("a branch of a tree can be pressed; what grows from itself or from nothing grows from the text") {
    Driver driver(1280, kWhole);
    const Snapshot snapshot = with_values(
        snapshot_of("softmax"),
        {{"probabilities", Tensor::from_rows({{-1, 0, 3}, {0, 1, 2}, {0, 1, 1}, {3, 0, 1}, {NAN, 0, NAN}, {1, 2, 1}, {99, 0, 1}})}},
        Panel{View::tree, {"probabilities"}, ""});
    driver.show(snapshot, 3);
    // Lines: 1 and behind it 5, 2, 3, 4, 6.
    const Box tree = driver.place("tree:probabilities").box;
    const auto pressed = [&](float column, float line) {
      const auto chosen = only<Select>(
          driver.click(snapshot, {tree.min.x + (column + 0.5f) * tree.width() / 3, tree.min.y + (line + 0.5f) * tree.height() / 5}));
      REQUIRE(chosen.size() == 1);
      return chosen[0].cell.row;
    };
    CHECK(pressed(0, 0.5f) == 0);
    CHECK(pressed(2, 0) == 5);
    CHECK(pressed(1, 1) == 2);
    CHECK(pressed(0, 2) == 3);
    CHECK(pressed(0, 4) == 6);
  }

  TEST_CASE("an input that goes with another one is drawn only while it matters") {
    Driver driver(1280, kWhole);
    const auto open_settings = [](Driver& of, const Snapshot& snapshot) {
      of.show(snapshot, 3);
      of.click(snapshot, of.centre("button:" + of.texts().get("ui.settings")));
    };
    open_settings(driver, snapshot_of("training"));
    CHECK_FALSE(driver.shows("input:pairs"));
    CHECK_FALSE(driver.shows("input:dropout_shown"));
    CHECK(driver.shows("input:dropout"));
    Driver own(1280, kWhole);
    open_settings(own, snapshot_of("training", {{"task", std::string("own")}, {"dropout", 0.1}}));
    CHECK(own.shows("input:pairs"));
    CHECK(own.shows("input:dropout_shown"));
  }

  TEST_CASE("a problem's bar has a button that dismisses it") {
    Driver driver;
    Snapshot snapshot = snapshot_of("self-attention");
    snapshot.problem = Problem{"no_tokens", {{"where", "text"}}};
    driver.show(snapshot, 3);
    CHECK(only<DismissProblem>(driver.click(snapshot, driver.centre("button:" + driver.texts().get("ui.dismiss")))).size() == 1);
  }

  TEST_CASE("the bar of a file that could not be read has a button that tries again") {
    Driver driver;
    Snapshot snapshot = snapshot_of("self-attention");
    snapshot.problem = Problem{"missing_file", {{"where", "assets/models/tales.safetensors"}}};
    driver.show(snapshot, 3);
    CHECK(only<TryAgain>(driver.click(snapshot, driver.centre("button:" + driver.texts().get("ui.try_again")))).size() == 1);
    CHECK(only<DismissProblem>(driver.click(snapshot, driver.centre("button:" + driver.texts().get("ui.dismiss")))).size() == 1);
  }

  TEST_CASE("the notice of a value that is not finite selects the cell where it began") {
    Driver driver;
    const Snapshot snapshot = snapshot_of("softmax", {{"z", Tensor::from_rows({{1000, 999, 998}})}});
    REQUIRE(snapshot.trace->first_not_finite);
    driver.show(snapshot, 3);
    const auto selects = only<Select>(driver.click(snapshot, driver.centre("notice:not finite")));
    REQUIRE(selects.size() == 1);
    CHECK(selects[0].node == snapshot.trace->node(snapshot.trace->first_not_finite->node).name);
  }

  TEST_CASE("a click on a curve selects the nearest point") {
    Driver driver(1280, kWhole);
    const Snapshot snapshot = snapshot_of("position-encoding", {{"length", 8.0}, {"width", 2.0}});
    driver.show(snapshot, 3);
    const Place plot = driver.place("curve:position");
    // The upper left corner: the cosine (column 1) of position 0 is 1.
    const auto selects = only<Select>(driver.click(snapshot, {plot.box.min.x + 4, plot.box.min.y + 4}));
    REQUIRE(selects.size() >= 1);
    CHECK(selects[0].cell == Cell{0, 0, 1});
  }

  TEST_CASE("the inspector holds a computed cell and lets it go") {
    Driver driver(1700, 1400);
    Snapshot snapshot = snapshot_of("self-attention");
    snapshot.document.look.selection = Selection{"weights", {0, 0, 1}};
    driver.show(snapshot, 3);
    const auto held = only<HoldCell>(driver.click(snapshot, driver.centre("button:" + driver.texts().get("ui.cell.hold"))));
    REQUIRE(held.size() == 1);
    CHECK(held[0].node == "weights");
    CHECK(held[0].cell == Cell{0, 0, 1});
    Snapshot pinned = snapshot_of("self-attention", {}, {{"weights", {0, 0, 1}, 0.75f}});
    pinned.document.look.selection = Selection{"weights", {0, 0, 1}};
    driver.show(pinned, 3);
    CHECK(only<LiftPin>(driver.click(pinned, driver.centre("button:" + driver.texts().get("ui.cell.lift")))).size() == 1);
  }

  TEST_CASE("a note about a matrix says its name as its panel does") {
    Driver driver;
    const Snapshot snapshot = snapshot_of("spaces", preset_inputs(lesson_named("spaces").info, "singular"));
    driver.show(snapshot, 3);
    driver.click(snapshot, driver.centre("button:" + driver.texts().get("ui.settings")));
    auto words = snapshot.trace->notes.at(0).words;
    for (auto& [word, value] : words)
      if (word == "matrix") value = driver.texts().get("nodes.m.title");
    CHECK(driver.shows("note:" + driver.texts().format("lessons.spaces.notes.singular", words)));
  }

  TEST_CASE("the sheet of a narrow screen opens by its handle and leaves the panels in use") {
    Driver driver(390, 844);
    Snapshot snapshot = snapshot_of("self-attention");
    driver.show(snapshot, 3);
    const float closed = driver.place("part:inspector").box.height();
    driver.click(snapshot, driver.centre("part:inspector"));
    driver.show(snapshot, 2);
    CHECK(driver.place("part:inspector").box.height() > 3 * closed);
    CHECK(driver.place("part:bench").box.height() > 180);
  }
}

}  // namespace views_test
