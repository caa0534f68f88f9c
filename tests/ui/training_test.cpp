// The training screen: the commands of its buttons, its texts and plots, and runs of any length and with any numbers.
#include <algorithm>
#include <tuple>
#include <vector>

#include "protocol/step.h"
#include "ui/driver.h"
#include "ui/picture/drawn_text.h"
#include "ui/runs.h"
#include "ui/snapshots.h"
#include "ui/theme.h"

#include <cmath>
#include <limits>

using namespace gf;
using namespace gf::test;

namespace training_test {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
using Kind = TrainingCommand::Kind;

Snapshot training_snapshot(ShownRuns view) {
  Snapshot snapshot = snapshot_of("self-attention");
  snapshot.training = std::make_shared<const ShownRuns>(std::move(view));
  return snapshot;
}

// Returns a run of steps 0 to 200, so that the axis ends at 200.
RunView done_run() {
  RunView run = made_run(101);
  run.steps = 200;
  return run;
}

struct Screen {
  Driver driver;
  Snapshot snapshot;

  explicit Screen(RunView run, float width = 1280, float height = 3000) : Screen(ShownRuns{std::move(run), {}, {}}, width, height) {}
  explicit Screen(ShownRuns view, float width = 1280, float height = 3000, bool dark = false, Driver::Fonts fonts = Driver::Fonts::small)
      : driver(width, height, dark, fonts), snapshot(training_snapshot(std::move(view))) {
    driver.show(snapshot, 4);
  }
  void replace(RunView run) {
    snapshot.training = std::make_shared<const ShownRuns>(ShownRuns{std::move(run), {}, {}});
    ++snapshot.revision;
    driver.show(snapshot, 3);
  }
  std::string button(const char* name) const { return "button:" + driver.texts().get("ui.training." + std::string(name)); }
  bool has(const std::string& id) { return driver.shows(id); }
  std::vector<TrainingCommand> press(const char* name) { return click(driver.centre(button(name))); }
  std::vector<TrainingCommand> click(ImVec2 at) {
    auto found = only<TrainingCommand>(driver.click(snapshot, at));
    driver.show(snapshot, 30);  // a pause, so that the next press is no double-click
    return found;
  }
  ImVec2 on(const std::string& id, float across, float down = 0.5f) {
    const Place at = driver.place(id);
    return {at.box.min.x + across * at.box.width(), at.box.min.y + down * at.box.height()};
  }
  std::string spoken() { return driver.spoken(); }
};

// Returns the vertices of a crosshair in a plot.
std::vector<ImVec2> crosshair_in(const Box& plot) {
  constexpr float kAround = 2;
  const Box around{{plot.min.x - kAround, plot.min.y - kAround}, {plot.max.x + kAround, plot.max.y + kAround}};
  std::vector<ImVec2> line = Driver::vertices_in(ui::make_theme(false).color.crosshair);
  std::erase_if(line, [&](ImVec2 at) { return !around.contains(at); });
  return line;
}

// Returns the numbers beside the value axis of the losses, from below.
std::vector<std::string> ticks_of_losses(const Driver& driver) {
  const Box card = driver.place("training:loss").box, plot = driver.place("training:loss curves").box;
  constexpr float kOfLine = 8;  // how far the middle of a number may stand from the end of the axis
  std::vector<std::string> ticks;
  for (const ui::DrawnText& text : ui::drawn_texts()) {
    const ImVec2 at = text.box.centre();
    if (card.contains(at) && text.box.max.x < plot.min.x - 2 && at.y > plot.min.y - kOfLine && at.y < plot.max.y + kOfLine)
      ticks.push_back(text.text);
  }
  return ticks;
}

void check_sends(Screen& screen, const char* button, Kind kind) {
  const auto sent = screen.press(button);
  CAPTURE(button);
  REQUIRE(sent.size() == 1);
  CHECK(sent[0].kind == kind);
}

}  // namespace

TEST_SUITE("ui/training") {
  TEST_CASE("at a slow pace the run makes a step, waits until it is seen and its time is up, and makes the next") {
    Screen screen(made_run(3));
    const auto pace = [&](const char* name) {
      return "button:" + screen.driver.texts().format("ui.training.pace.label",
                                                      {{"pace", screen.driver.texts().get("ui.training.pace." + std::string(name))}});
    };
    const auto steps_in = [&](int frames) { return only<TrainingCommand>(screen.driver.show(screen.snapshot, frames)); };
    screen.click(screen.driver.centre(pace("most")));
    CHECK(screen.click(screen.driver.centre(pace("ten"))).empty());
    CHECK(screen.has(pace("one")));
    std::vector<TrainingCommand> sent =
        only<TrainingCommand>(screen.driver.click(screen.snapshot, screen.driver.centre(screen.button("play"))));
    for (const TrainingCommand& training_command : steps_in(10)) sent.push_back(training_command);
    REQUIRE(sent.size() == 1);
    CHECK(sent[0].kind == Kind::step);
    CHECK(screen.has(screen.button("pause")));
    CHECK(steps_in(120).empty());  // the run has not answered
    screen.replace(made_run(4));
    CHECK(steps_in(5).size() <= 1);
    screen.replace(made_run(5));
    CHECK(steps_in(30).empty());  // half a second
    CHECK(steps_in(60).size() == 1);
    CHECK(screen.press("pause").empty());
    screen.replace(made_run(6));
    CHECK(steps_in(120).empty());
    CHECK_FALSE(screen.driver.animating);
    // A run that plays fast goes on at the newly chosen pace.
    screen.click(screen.driver.centre(pace("one")));
    const auto only_kind = [](const std::vector<TrainingCommand>& sent_now, Kind kind) {
      return sent_now.size() == 1 && sent_now[0].kind == kind;
    };
    CHECK(only_kind(screen.press("play"), Kind::play));
    screen.replace(made_run(6, RunStatus::playing));
    CHECK(only_kind(screen.click(screen.driver.centre(pace("most"))), Kind::pause));
    screen.replace(made_run(6));
    CHECK(screen.has(pace("ten")));
    CHECK(screen.has(screen.button("pause")));
    screen.press("pause");
    screen.replace(made_run(6, RunStatus::finished));
    CHECK(screen.press("play").empty());
  }

  TEST_CASE("a lesson without a run has no training screen") {
    Driver driver;
    driver.show(snapshot_of("self-attention"), 3);
    CHECK_FALSE(driver.shows("part:transport"));
  }

  TEST_CASE("five models that learn side by side each have their whole name, and their loss") {
    RunView run = made_run(3);
    run.models = {"no_residual", "no_norm", "no_feed_forward", "no_bend", "whole"};
    for (RunRecord& record : run.records) record.model_losses = {1.48, 1.03, 0.715, 0.592, 0.119};
    Driver driver(1280, 3000, false, Driver::Fonts::shipped);
    driver.show(training_snapshot(ShownRuns{run, {}, {}}), 4);
    std::string all;
    for (const ui::DrawnText& text : ui::drawn_texts()) all += text.text + "|";
    const auto is_drawn = [&](const std::string& text) { return all.find(text) != std::string::npos; };
    for (const std::string& model : run.models) CHECK_MESSAGE(is_drawn(driver.texts().get("ui.training.series." + model)), all);
    for (const char* loss : {"1.48", "1.03", "0.715", "0.592", "0.119"}) CHECK(is_drawn(loss));
  }

  TEST_CASE("buttons of a paused run") {
    Screen screen(made_run(50));
    check_sends(screen, "play", Kind::play);
    check_sends(screen, "step", Kind::step);
    check_sends(screen, "epoch", Kind::epoch);
    check_sends(screen, "restart", Kind::restart);
    check_sends(screen, "keep", Kind::keep);
  }

  TEST_CASE("before the first step there is nothing to restart or keep") {
    Screen screen(made_run(1, RunStatus::ready));
    CHECK(screen.press("restart").empty());
    CHECK(screen.press("keep").empty());
    check_sends(screen, "play", Kind::play);
    check_sends(screen, "step", Kind::step);
  }

  TEST_CASE("while it plays it can be paused, restarted and kept, but not stepped") {
    Screen screen(made_run(50, RunStatus::playing));
    CHECK_FALSE(screen.has(screen.button("play")));
    check_sends(screen, "pause", Kind::pause);
    CHECK(screen.press("step").empty());
    CHECK(screen.press("epoch").empty());
    check_sends(screen, "restart", Kind::restart);
  }

  TEST_CASE("a run that is over can only be restarted or kept") {
    for (const RunStatus status : {RunStatus::finished, RunStatus::diverged}) {
      Screen screen(made_run(50, status));
      for (const char* button : {"play", "step", "epoch"}) CHECK(screen.press(button).empty());
      check_sends(screen, "restart", Kind::restart);
      check_sends(screen, "keep", Kind::keep);
    }
  }

  TEST_CASE("a kept run can be dropped; its settings that differ are named") {
    ShownRuns view{made_run(50), {made_run(80)}, {"head_width", "text"}};
    view.kept->inputs["head_width"] = 8.0;
    Screen screen(view);
    CHECK_FALSE(screen.has(screen.button("keep")));
    check_sends(screen, "drop", Kind::drop_kept);
    CHECK(screen.has("training:kept"));
    const auto kept_line = [&] {
      Driver driver(1280, 3000, false, Driver::Fonts::shipped);
      driver.show(training_snapshot(view), 4);
      std::string line;
      for (const ui::DrawnText& text : ui::drawn_texts())
        if (driver.place("training:kept").box.contains(text.box.centre())) line += text.text + " ";
      return line;
    };
    CHECK(kept_line() == "Dashed: the kept run, with Head width 8 (now 4), Text a b (now a b). ");
    view.differing.clear();
    CHECK(kept_line() == "Dashed: the kept run, with the same settings. ");
  }

  TEST_CASE("the kept line has the first line of a setting with many lines") {
    ShownRuns view{made_run(50), {made_run(80)}, {"text"}};
    std::string pairs;
    for (int i = 0; i < 30; ++i) pairs += "1 + 1 = 2\n";
    view.kept->inputs["text"] = pairs;
    Screen screen(view);
    CHECK(screen.driver.place("training:kept").box.height() < 60);
  }

  TEST_CASE("the space bar plays and pauses, unless something is being typed") {
    Screen screen(made_run(50));
    auto sent = only<TrainingCommand>(screen.driver.press(screen.snapshot, ImGuiKey_Space));
    REQUIRE(sent.size() == 1);
    CHECK(sent[0].kind == Kind::play);
    screen.replace(made_run(50, RunStatus::playing));
    sent = only<TrainingCommand>(screen.driver.press(screen.snapshot, ImGuiKey_Space));
    REQUIRE(sent.size() == 1);
    CHECK(sent[0].kind == Kind::pause);
    screen.replace(made_run(50, RunStatus::finished));
    CHECK(only<TrainingCommand>(screen.driver.press(screen.snapshot, ImGuiKey_Space)).empty());
    screen.replace(made_run(50));
    screen.driver.click(screen.snapshot, screen.driver.centre("input:text"));
    CHECK(only<TrainingCommand>(screen.driver.press(screen.snapshot, ImGuiKey_Space)).empty());
  }

  TEST_CASE("after a click on a button, the space bar still means play") {
    Screen screen(made_run(50));
    screen.press("step");
    const auto sent = only<TrainingCommand>(screen.driver.press(screen.snapshot, ImGuiKey_Space));
    REQUIRE(sent.size() == 1);
    CHECK(sent[0].kind == Kind::play);
  }

  TEST_CASE("the time slider views a record, and follows the run at its right end") {
    const auto made = [] {
      RunView run = made_run(101);  // 200 steps are done
      run.steps = 400;
      return run;
    };
    Screen screen(made());
    auto sent = screen.click(screen.on("training:time", 0.5f));
    REQUIRE(sent.size() == 1);
    CHECK(sent[0].kind == Kind::view);
    CHECK(sent[0].record == 50);  // a quarter of 400 steps, as the line in the curves
    RunView run = made();
    run.viewed = 50;
    screen.replace(run);
    sent = screen.click(screen.on("training:time", 0.999f));
    REQUIRE(sent.size() == 1);
    CHECK(sent[0].record == -1);
    sent = screen.press("live");
    REQUIRE(sent.size() == 1);
    CHECK(sent[0].record == -1);
    screen.replace(made());
    CHECK(screen.press("live").empty());
  }

  TEST_CASE("after the slider was used, left and right move by one record, and no cell of a panel") {
    Screen screen(made_run(101));
    screen.snapshot.document.look.selection = Selection{"query", {0, 0, 0}};
    RunView run = made_run(101);
    run.viewed = 50;
    screen.click(screen.on("training:time", 0.5f));
    screen.replace(run);
    const auto commands = screen.driver.press(screen.snapshot, ImGuiKey_LeftArrow);
    const auto left = only<TrainingCommand>(commands);
    REQUIRE(left.size() == 1);
    CHECK(left[0].record == 49);
    CHECK(only<Select>(commands).empty());
    const auto right = only<TrainingCommand>(screen.driver.press(screen.snapshot, ImGuiKey_RightArrow));
    REQUIRE(right.size() == 1);
    CHECK(right[0].record == 51);
    screen.driver.click(screen.snapshot, screen.driver.cell("query", 1, 1));
    const auto after = screen.driver.press(screen.snapshot, ImGuiKey_RightArrow);
    CHECK(only<TrainingCommand>(after).empty());
    CHECK(only<Select>(after).size() == 1);
  }

  TEST_CASE("a click on a plot views the record there, and pointing at it sends nothing") {
    for (const char* plot : {"training:loss curves", "training:accuracy curves", "training:norm strips"}) {
      Screen screen(done_run());
      CAPTURE(plot);
      CHECK(screen.driver.move(screen.snapshot, screen.on(plot, 0.3f)).empty());
      const auto sent = screen.click(screen.on(plot, 0.25f));
      REQUIRE(sent.size() == 1);
      CHECK(sent[0].kind == Kind::view);
      CHECK(std::abs(sent[0].record - 25) <= 1);
    }
  }

  TEST_CASE("a finger that scrolls over a plot views nothing; one that taps does") {
    Screen screen(done_run());
    screen.driver.host.touch = true;
    screen.driver.show(screen.snapshot, 3);
    const ImVec2 from = screen.on("training:loss curves", 0.3f), to(from.x + 3, from.y - 60);
    std::vector<Command> commands = screen.driver.move(screen.snapshot, from);
    ImGui::GetIO().AddMouseButtonEvent(0, true);
    append(commands, screen.driver.show(screen.snapshot, 2));
    append(commands, screen.driver.move(screen.snapshot, to));
    ImGui::GetIO().AddMouseButtonEvent(0, false);
    append(commands, screen.driver.show(screen.snapshot, 40));
    CHECK(only<TrainingCommand>(commands).empty());
    CHECK(screen.click(screen.on("training:loss curves", 0.3f)).size() == 1);
  }

  TEST_CASE("pointing shows a crosshair in every plot, and nothing moves by itself") {
    Screen screen(done_run());
    screen.driver.show(screen.snapshot, 30);
    const double before = Driver::picture();
    screen.driver.show(screen.snapshot);
    CHECK(Driver::picture() == before);
    CHECK_FALSE(screen.driver.animating);
    const char* const plots[] = {"training:loss curves", "training:accuracy curves", "training:norm strips"};
    for (const char* plot : plots) CHECK_MESSAGE(crosshair_in(screen.driver.place(plot).box).empty(), plot);
    screen.driver.move(screen.snapshot, screen.on("training:loss curves", 0.3f));
    screen.driver.show(screen.snapshot, 2);
    CHECK_FALSE(screen.driver.animating);
    for (const char* plot : plots) {
      CAPTURE(plot);
      const Box box = screen.driver.place(plot).box;
      const std::vector<ImVec2> line = crosshair_in(box);
      REQUIRE_FALSE(line.empty());
      // Step 60 of 200 has a record, so the line stands where the pointer is, as high as the plot.
      for (const ImVec2 at : line) CHECK(std::abs(at.x - (box.min.x + 0.3f * box.width())) < 3);
      const auto [top, bottom] = std::minmax_element(line.begin(), line.end(), [](ImVec2 a, ImVec2 b) { return a.y < b.y; });
      CHECK(top->y < box.min.y + 3);
      CHECK(bottom->y > box.max.y - 3);
    }
  }

  TEST_CASE("the scale of the loss can be chosen") {
    // The losses lie between 0.92 and 2.75.
    Screen screen(ShownRuns{made_run(101), {}, {}}, 1280, 3000, false, Driver::Fonts::shipped);
    using Words = std::vector<std::string>;
    CHECK(ticks_of_losses(screen.driver) == Words{"0", "1", "2", "3"});
    CHECK(screen.click(screen.on("training:scale", 0.9f)).empty());
    CHECK(ticks_of_losses(screen.driver) == Words{"0.1", "1", "10"});
    CHECK(screen.click(screen.on("training:scale", 0.1f)).empty());
    CHECK(ticks_of_losses(screen.driver) == Words{"0", "1", "2", "3"});
  }

  TEST_CASE("the status is told in words, with numbers only while nothing runs") {
    Screen screen(made_run(50));
    CHECK(screen.spoken().find("Paused. At step 98: loss 1.5316") == 0);
    RunView hardly = made_run(50);
    hardly.records.back().exact_match = 0.0003;
    screen.replace(hardly);
    CHECK(screen.spoken().find("0 percent of the held-out answers") != std::string::npos);
    screen.replace(made_run(50, RunStatus::playing));
    CHECK(screen.spoken().find("Training.") == 0);
    CHECK(screen.spoken().find("98") == std::string::npos);
    screen.replace(made_run(50, RunStatus::diverged));
    CHECK(screen.spoken().find("Diverged at step 98") == 0);
    screen.replace(made_run(0, RunStatus::ready));
    CHECK(screen.spoken().find("Ready to train.") == 0);
  }

  TEST_CASE("models side by side: a line and a loss in words for each, and no card of answers") {
    RunView run = made_run(50);
    run.models = {"last", "average", "attention"};
    run.samples.clear();
    run.held_out_examples = 0;
    for (RunRecord& record : run.records) {
      record.model_losses = {0.5, 0.25, 0.125};
      record.model_accuracies = {0.5, 0.75, 1};
    }
    Screen screen(run);
    CHECK(screen.has("training:loss"));
    CHECK_FALSE(screen.has("training:samples"));
    CHECK(screen.spoken().find("average: 0.25.") != std::string::npos);
    CHECK(screen.spoken().find("held-out") == std::string::npos);
    Screen narrow(run, 390);
    CHECK_FALSE(narrow.has("training:samples"));
  }

  TEST_CASE("any run is drawn: none, one and 5000 records, NaN and infinities, light and dark, wide, narrow and tiny") {
    std::vector<RunView> runs{made_run(0, RunStatus::ready), made_run(1, RunStatus::ready), made_run(2), made_run(5000, RunStatus::playing),
                              made_run(300, RunStatus::diverged)};
    for (std::size_t i = 40; i < 300; ++i) {
      RunRecord& record = runs[4].records[i];
      record.loss = i % 2 == 0 ? kNan : std::numeric_limits<double>::infinity();
      record.held_out_loss = 1e-300 * static_cast<double>(i);
      record.accuracy = record.held_out_accuracy = record.gradient_norm = record.learning_rate = kNan;
      record.part_norms = {kNan, std::numeric_limits<double>::infinity()};
      record.edited = i == 100;
    }
    runs[4].viewed = 4000;
    runs[4].samples[0].said = std::string(5000, 'x');
    runs.push_back(runs[4]);
    for (RunRecord& record : runs[5].records) record = RunRecord{0, kNan, kNan, kNan, kNan, kNan, kNan, kNan, {}, false};
    for (std::size_t i = 0; i < runs.size(); ++i)
      for (const bool kept : {false, true})
        for (const auto& [width, height, dark] :
             {std::tuple(1280.0f, 2000.0f, kept), std::tuple(390.0f, 844.0f, !kept), std::tuple(320.0f, 200.0f, kept)}) {
          CAPTURE(i);
          CAPTURE(kept);
          CAPTURE(width);
          CAPTURE(dark);
          ShownRuns view{runs[i], {}, {}};
          if (kept) {
            view.kept = runs[(i + 3) % runs.size()];
            view.differing = {"head_width", "nonsense"};
          }
          Screen screen(view, width, height, dark);
          CHECK(screen.driver.show(screen.snapshot, 2).empty());
          const std::string said[] = {
              "Ready to train.", "Ready to train.", "Paused. At step 2:", "Training.", "Diverged at step 598:", "Diverged at step 598:"};
          CHECK_MESSAGE(screen.spoken().starts_with(said[i]), screen.spoken());
          if (height < 400) continue;
          CHECK(screen.has(screen.button(runs[i].status == RunStatus::playing ? "pause" : "play")));
          if (runs[i].step == 0) {  // a run at step 0 shows its curves only at a step about the run
            CHECK_FALSE(screen.has("training:loss"));
            continue;
          }
          if (!screen.has("training:loss")) screen.click(screen.driver.centre("go:loss"));  // brings the card into view
          CHECK(screen.driver.move(screen.snapshot, screen.on("training:loss", 0.6f, 0.6f)).empty());
        }
  }

  TEST_CASE("in a low window the buttons of a run and its time stand in one line below the picture, and its status below the caption") {
    for (const ImVec2 size : {ImVec2(640, 400), ImVec2(844, 390)}) {
      CAPTURE(size.x);
      Screen screen(made_run(20), size.x, size.y);
      screen.driver.show(screen.snapshot, 3);
      const Box play = screen.driver.place(screen.button("play")).box, time = screen.driver.place("training:time").box;
      CHECK(std::abs(play.centre().y - time.centre().y) < 6);
      const Box bench = screen.driver.place("part:bench").box, status = screen.driver.place("training:status").box;
      CHECK(screen.driver.place("part:transport").box.min.y >= bench.max.y - 1);
      CHECK(bench.height() >= 0.7f * size.y);
      CHECK(time.width() >= 40);
      CHECK(status.min.y >= screen.driver.place("words:caption").seen.max.y);
      CHECK(status.max.x <= bench.min.x);
      for (const char* other : {"sheet", "button:", "part:bench"}) {
        const std::string id = other == std::string("button:") ? "button:" + screen.driver.texts().get("ui.stage.whole") : other;
        const Box both = common(screen.driver.place(id).box, screen.driver.place("part:transport").box);
        CHECK_FALSE((both.width() > 0 && both.height() > 0));
      }
    }
  }

  TEST_CASE("5000 records cost no more lines than the pixels they are drawn on") {
    const auto vertices = [](int records) {
      Screen screen(made_run(records));
      screen.driver.show(screen.snapshot, 3);
      return screen.driver.vertices();
    };
    const int few = vertices(2), many = vertices(1000);
    CHECK(many > few);
    CHECK(vertices(5000) - few < 1.5 * (many - few));
  }

  TEST_CASE("on a narrow screen the cards stand below each other, and buttons are large enough for a finger") {
    Screen screen(made_run(50), 390, 4000);
    float bottom = 0;
    for (const char* id : {"training:loss", "training:accuracy", "training:norms", "training:samples"}) {
      const Place at = screen.driver.place(id);
      CHECK(at.box.min.y >= bottom);
      CHECK(at.box.max.x <= 391);
      bottom = at.box.max.y;
    }
    for (const char* name : {"play", "step", "epoch", "restart", "keep", "live"}) {
      const Place at = screen.driver.place(screen.button(name));
      CHECK(at.box.width() >= 39.9f);
      CHECK(at.box.height() >= 39.9f);
      CHECK(at.box.max.x <= 390);
    }
  }
}

}  // namespace training_test
