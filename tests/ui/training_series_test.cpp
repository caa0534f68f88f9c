#include "ui/training/series.h"

#include <cmath>
#include <limits>

#include "support.h"

using namespace gf;
using namespace gf::ui;

namespace training_series_test {
namespace {

std::vector<std::string> names(const std::vector<Series>& series) {
  std::vector<std::string> all;
  for (const Series& one : series) all.push_back(one.name);
  return all;
}

}  // namespace

TEST_SUITE("ui/training_series") {
  TEST_CASE("a run alone has its training line, and those of what is held out where something is") {
    RunView run;
    CHECK(names(loss_series(run)) == std::vector<std::string>{"train"});
    CHECK(names(accuracy_series(run)) == std::vector<std::string>{"train"});
    run.held_out_examples = 10;
    CHECK(names(loss_series(run)) == std::vector<std::string>{"train", "held_out"});
    CHECK(names(accuracy_series(run)) == std::vector<std::string>{"train", "held_out", "exact"});
    RunRecord record;
    record.loss = 2;
    record.held_out_loss = 3;
    CHECK(loss_series(run)[0].of(record) == 2);
    CHECK(loss_series(run)[1].of(record) == 3);
  }

  TEST_CASE("models side by side have a line each, with values of their own and a gap where a record has none") {
    RunView run;
    run.models = {"last", "average"};
    const std::vector<Series> losses = loss_series(run), accuracies = accuracy_series(run);
    CHECK(names(losses) == run.models);
    CHECK(losses[0].color != losses[1].color);
    RunRecord record, empty;
    record.model_losses = {0.5, 0.25};
    record.model_accuracies = {0.75, 1};
    CHECK(losses[1].of(record) == 0.25);
    CHECK(accuracies[0].of(record) == 0.75);
    CHECK(std::isnan(losses[1].of(empty)));
  }

  TEST_CASE("a number that few records have keeps its last value") {
    RunView run;
    run.held_out_examples = 10;
    std::vector<RunRecord> records(3);
    records[0].exact_match = 0.5;
    records[1].exact_match = records[2].exact_match = std::numeric_limits<double>::quiet_NaN();
    CHECK(known_value(records, 2, accuracy_series(run)[2]) == 0.5);
  }
}

}  // namespace training_series_test
