// log.csv of a training: a line for every so many steps, no clock in it, so that the same run gives the same bytes.
#pragma once

#include <string>

#include "train/evaluation.h"

namespace gf {

struct LogLine {
  Index step = 0;
  double loss = 0;  // of the batches since the line before, averaged
  Evaluation training, held_out;
  double learning_rate = 0, gradient_norm = 0;  // of the last step
};

class TrainingLog {
 public:
  /// Goes on with the file's lines up to `step`; what is behind them was written by a run that was cut off before it could save, and
  /// will be written again. With step 0 it begins anew. Throws InputError.
  TrainingLog(std::string path, Index step);
  ~TrainingLog();
  TrainingLog(const TrainingLog&) = delete;
  TrainingLog& operator=(const TrainingLog&) = delete;

  void append(const LogLine& line);
  /// Waits until the disk has it: a checkpoint must not be newer than the log.
  void sync();

 private:
  std::string path_;
  int descriptor_ = -1;
};

}  // namespace gf
