// Writes log.csv of a training, with a line for every `log_every` steps. The file has no times, so the same run gives the same bytes.
#pragma once

#include <string>

#include "core/tensor.h"
#include "train/evaluation.h"

namespace gf {

/// A line of the log.
struct LogLine {
  Index step = 0;
  double loss = 0;  // the mean loss of the batches since the line before
  Evaluation training, held_out;
  double learning_rate = 0, gradient_norm = 0;  // the values of the last step
};

/// The open file of the log.
class TrainingLog {
 public:
  /// Opens the file and keeps its lines up to `step`. Removes later lines, which a run wrote that ended before it could save; they will be
  /// written again. With step 0, begins a new file. Throws InputError if the file can't be written.
  TrainingLog(std::string path, Index step);
  ~TrainingLog();
  TrainingLog(const TrainingLog&) = delete;
  TrainingLog& operator=(const TrainingLog&) = delete;

  /// Appends a line. Throws InputError if it can't be written.
  void append(const LogLine& line);
  /// Waits until the disk has all lines, since a checkpoint must not be newer than the log.
  void sync();

 private:
  std::string path_;
  int descriptor_ = -1;
};

}  // namespace gf
