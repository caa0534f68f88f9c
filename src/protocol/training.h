// A training run as the user interface draws it: its records, its status and its answers. session/runs/README.md draws the way from a
// button to a curve.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/enum_names.h"
#include "protocol/document.h"

namespace gf {

enum class RunStatus { ready, playing, paused, finished, diverged };

inline std::string_view name_of(RunStatus status) { return name_in({"ready", "playing", "paused", "finished", "diverged"}, status); }

/// The figures of one recorded moment of a run. RunMoment (session/runs/run.h) adds the weights.
struct RunRecord {
  Index step = 0;   // optimisation steps made so far
  double loss = 0;  // the mean over the training batches since the last record
  double held_out_loss = 0;
  double accuracy = 0;  // of tokens in training examples, 0..1
  double held_out_accuracy = 0;
  double exact_match = 0;  // the share of held-out answers that are right as a whole, 0..1
  double learning_rate = 0;
  double gradient_norm = 0;                            // before clipping
  std::vector<double> part_norms;                      // one for each of RunView::parts; empty before the first step
  bool edited = false;                                 // a weight was set by hand, in place of a step
  std::vector<double> model_losses, model_accuracies;  // one for each of RunView::models
};

/// A question to the model of the viewed record, the right answer, and the answer of the model.
struct RunSample {
  std::string question, expected, said;
  bool right() const { return expected == said; }
};

struct RunView {
  Inputs inputs;  // all inputs that decide the run
  RunStatus status = RunStatus::ready;
  Index step = 0, steps = 0;  // made, planned
  Index steps_per_epoch = 0;
  Index parameters = 0;  // how many numbers are learned
  Index training_examples = 0, held_out_examples = 0;
  double steps_per_second = 0;     // 0 unless the run plays
  std::vector<std::string> parts;  // the parts of the model whose gradient norms are recorded: "encoder.0.self_attention", ...
  std::vector<RunRecord> records;
  int viewed = -1;  // the index of the viewed record; -1 follows the last record. A kept run views the record nearest to the viewed step
  std::vector<RunSample> samples;   // at the viewed record
  std::vector<std::string> models;  // the names of models that are trained side by side; empty if there is one model
};

/// The run of a lesson, and a kept run to compare with.
struct ShownRuns {
  RunView run;
  std::optional<RunView> kept;
  std::vector<std::string> differing;  // the names of the inputs whose values differ between the runs
};

}  // namespace gf
