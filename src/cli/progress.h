// How far a training is, for a person who waits.
#pragma once

#include <chrono>
#include <iosfwd>

#include "core/tensor.h"
#include "protocol/texts.h"

namespace gf {

/// On a terminal one line that is drawn again, at most ten times a second; elsewhere a line for every tenth of the run.
class ProgressLine {
 public:
  ProgressLine(std::ostream& stream, const Texts& texts, bool terminal, Index first, Index last);
  void show(Index step, double loss, double held_out_accuracy);
  /// Ends the line, so that what follows stands on one of its own.
  void close();
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
