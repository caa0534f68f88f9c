// The check of a gradient by finite differences, in the inspector.
#include "ui/inspector/gradient_check.h"

#include "ui/driver.h"
#include "ui/picture/drawn_text.h"
#include "ui/snapshots.h"

using namespace gf;
using namespace gf::test;

namespace gradient_check_test {
namespace {

const Cell kCell{0, 1, 0};

Snapshot gradient_of(const char* node) {
  Snapshot snapshot = snapshot_of("backpropagation");
  REQUIRE(snapshot.trace->find(node) >= 0);
  REQUIRE(snapshot.trace->node(snapshot.trace->find(node)).gradient.is_whole());
  snapshot.document.look.selection = Selection{node, kCell};
  return snapshot;
}

std::string all_drawn() {
  std::string all;
  for (const ui::DrawnText& drawn : ui::drawn_texts()) all += drawn.text + " ";
  return all;
}

}  // namespace

TEST_SUITE("ui/gradient_check") {
  TEST_CASE("a press asks for the estimate; its rows, the relative difference and the verdict are printed") {
    Driver driver(1700, 1400, false, Driver::Fonts::shipped);
    Snapshot snapshot = gradient_of("d_w_q");
    driver.show(snapshot, 3);
    CHECK_FALSE(driver.shows("estimate"));
    const auto asked = only<EstimateGradient>(driver.click(snapshot, driver.centre("button:" + driver.texts().get("ui.estimate.ask"))));
    REQUIRE(asked.size() == 1);
    CHECK(asked.front().node == "d_w_q");
    CHECK(asked.front().cell == kCell);

    snapshot.estimating = true;
    driver.show(snapshot, 2);
    CHECK(all_drawn().find(driver.texts().get("ui.estimate.computing")) != std::string::npos);

    snapshot.estimating = false;
    const std::pair<GradientVerdict, const char*> verdicts[] = {{GradientVerdict::agree, "ui.estimate.agree"},
                                                                {GradientVerdict::within, "ui.estimate.within"},
                                                                {GradientVerdict::kink, "ui.estimate.kink"},
                                                                {GradientVerdict::differ, "ui.estimate.differ"},
                                                                {GradientVerdict::too_small, "ui.estimate.too_small"}};
    for (const auto& [verdict, key] : verdicts) {
      CAPTURE(key);
      snapshot.estimate = GradientEstimate{"d_w_q", kCell, 0.5f, 0.25, 0.125, 3.5, 3.25, 0.0625, verdict};
      driver.show(snapshot, 2);
      const std::string drawn = all_drawn(), said = driver.texts().get(key);
      CHECK(drawn.find(" 50 % ") != std::string::npos);  // |0.5 - 0.25| / 0.5
      for (const char* number : {" 3.5 ", " 3.25 ", " 0.25 ", " 0.0625 "}) CHECK_MESSAGE(drawn.find(number) != std::string::npos, number);
      CHECK(drawn.find(said.substr(0, said.find(' ', 12))) !=
            std::string::npos);  // the first words of the verdict; a paragraph breaks somewhere
    }
  }

  TEST_CASE("the estimate of another cell is not shown") {
    Driver driver(1700, 1400, false, Driver::Fonts::shipped);
    Snapshot snapshot = gradient_of("d_w_q");
    snapshot.estimate = GradientEstimate{"d_w_q", {0, 0, 0}, 0.5f, 0.25, 0.125, 3.5, 3.25, 0.0625, GradientVerdict::agree};
    driver.show(snapshot, 3);
    CHECK_FALSE(driver.shows("estimate"));
    snapshot.estimate->cell = kCell;
    driver.show(snapshot, 2);
    CHECK(driver.shows("estimate"));
  }

  TEST_CASE("a relative difference is measured by the greater of two numbers") {
    CHECK(ui::relative_difference(2, 1) == 0.5);
    CHECK(ui::relative_difference(-2, 2) == 2);
    CHECK(ui::relative_difference(0, 0) == 0);
  }
}

}  // namespace gradient_check_test
