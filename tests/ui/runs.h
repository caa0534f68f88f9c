// Invented runs of trainings, for tests that draw them.
#pragma once

#include <cmath>
#include <limits>
#include <string>

#include "protocol/training.h"

namespace gf::test {

/// Returns a run with `records` records, three parts and, if it has a record, three answers.
inline RunView made_run(int records, RunStatus status = RunStatus::paused) {
  RunView run;
  run.status = status;
  run.steps = 10000;
  run.step = records > 0 ? (records - 1) * 2 : 0;
  run.steps_per_epoch = 100;
  run.parameters = 51234;
  run.training_examples = 8000;
  run.held_out_examples = 500;
  run.parts = {"encoder.0.self_attention", "encoder.0.feed_forward", "output"};
  run.inputs = {{"causal", true}, {"text", std::string("a b")}, {"head_width", 4.0}};
  for (int i = 0; i < records; ++i) {
    RunRecord record;
    record.step = 2 * i;
    record.loss = 2.5 * std::exp(-0.01 * i);
    record.held_out_loss = record.loss * 1.1;
    record.accuracy = 1 - std::exp(-0.01 * i);
    record.held_out_accuracy = record.accuracy * 0.9;
    record.exact_match = i % 3 == 0 ? record.accuracy * 0.8 : std::numeric_limits<double>::quiet_NaN();
    record.learning_rate = 0.003;
    record.gradient_norm = 1 + std::sin(0.1 * i);
    if (i > 0) record.part_norms = {0.1, 0.02 * i, 3};
    run.records.push_back(record);
  }
  if (records > 0) run.samples = {{"3 1", "1 3", "1 3"}, {"4 5 6", "6 5 4", "6 4 4"}, {"ab", "ba", ""}};
  return run;
}

}  // namespace gf::test
