// A training run as the drawing sees it: what was recorded, where it stands, what it says.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/enum_names.h"
#include "protocol/document.h"

namespace gf {

enum class RunStatus { ready, playing, paused, finished, diverged };

inline std::string_view name_of(RunStatus status) { return name_in({"ready", "playing", "paused", "finished", "diverged"}, status); }

/// One recorded moment of a run. Weights are recorded too; the session makes the trace of the viewed record from them.
struct RunRecord {
  Index step = 0;   // optimisation steps done; 0 is before the first
  double loss = 0;  // of the training batches since the last record, averaged
  double held_out_loss = 0;
  double accuracy = 0;  // token accuracy on training examples, 0..1
  double held_out_accuracy = 0;
  double exact_match = 0;  // of held-out answers, 0..1
  double learning_rate = 0;
  double gradient_norm = 0;                            // before clipping
  std::vector<double> part_norms;                      // as RunView::parts; empty where no step came before it
  bool edited = false;                                 // a weight was set by hand here, no step was made
  std::vector<double> model_losses, model_accuracies;  // as RunView::models
};

/// A question that the run is watched on, and what it answers at the viewed record.
struct RunSample {
  std::string question, expected, said;
  bool right() const { return expected == said; }
};

struct RunView {
  Inputs inputs;  // its settings, all of them
  RunStatus status = RunStatus::ready;
  Index step = 0, steps = 0;  // done, planned
  Index steps_per_epoch = 0;
  Index parameters = 0;  // numbers that are learned
  Index training_examples = 0, held_out_examples = 0;
  double steps_per_second = 0;     // while playing
  std::vector<std::string> parts;  // whose gradient norms are recorded: "encoder.0.self_attention", ...
  std::vector<RunRecord> records;
  int viewed = -1;                  // index of the viewed record; -1: the last one, following the run. In a kept run: the record whose
                                    // step is nearest to the viewed one of the present run
  std::vector<RunSample> samples;   // at the viewed record
  std::vector<std::string> models;  // trained side by side, each with a loss and an accuracy of its own; empty where there is one
};

/// The run of a lesson that trains, and the one kept beside it.
struct ShownRuns {
  RunView run;
  std::optional<RunView> kept;         // to compare with
  std::vector<std::string> differing;  // inputs whose values differ between the two
};

}  // namespace gf
