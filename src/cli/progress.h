// Shows the progress of a training.
#pragma once

#include <chrono>
#include <iosfwd>

#include "core/tensor.h"
#include "protocol/texts.h"

namespace gf {

/// The progress of a training. On a terminal, it is a line that is drawn again, at most ten times a second. Elsewhere, it is a line for
/// every tenth of the run.
class ProgressLine {
 public:
  ProgressLine(std::ostream& stream, const Texts& texts, bool terminal, Index first, Index last);
  /// Shows the step, if it is time. An accuracy of NaN is not known yet.
  void show(Index step, double loss, double held_out_accuracy);
  /// Ends the line, so that further output begins on a new line.
  void close();
  /// Returns the mean speed since the object was made.
  double steps_per_second(Index step) const;

 private:
  using Clock = std::chrono::steady_clock;
  std::ostream& stream_;
  const Texts& texts_;
  bool terminal_;
  bool open_ = false;
  Index first_, last_;
  Index shown_tenth_ = 0;
  Clock::time_point begin_ = Clock::now(), drawn_ = {};
};

}  // namespace gf
