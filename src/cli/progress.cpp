#include "cli/progress.h"

#include <cmath>
#include <ostream>
#include <string>

#include "core/number_text.h"

namespace gf {
namespace {

constexpr int kBarWidth = 24;
constexpr auto kPause = std::chrono::milliseconds(100);

// Returns the number; a dash for NaN, which is not known yet.
std::string decimal(double value, int digits) { return std::isnan(value) ? "–" : fixed_text(value, digits); }

std::string bar(double done) {
  const int filled = static_cast<int>(done * kBarWidth);
  return "[" + std::string(static_cast<std::size_t>(filled), '#') + std::string(static_cast<std::size_t>(kBarWidth - filled), '.') + "]";
}

// Returns minutes and seconds: "1:15" for 75 s.
std::string minutes(double seconds) {
  const long whole = std::lround(seconds);
  return std::to_string(whole / 60) + (whole % 60 < 10 ? ":0" : ":") + std::to_string(whole % 60);
}

}  // namespace

ProgressLine::ProgressLine(std::ostream& stream, const Texts& texts, bool terminal, Index first, Index last)
    : stream_(stream), texts_(texts), terminal_(terminal), first_(first), last_(last), shown_tenth_(10 * first / last) {}

double ProgressLine::steps_per_second(Index step) const {
  const double seconds = std::chrono::duration<double>(Clock::now() - begin_).count();
  return seconds > 0 ? static_cast<double>(step - first_) / seconds : 0;
}

void ProgressLine::show(Index step, double loss, double held_out_accuracy) {
  const auto now = Clock::now();
  const Index tenth = 10 * step / last_;
  if (terminal_ ? now - drawn_ < kPause && step < last_ : tenth == shown_tenth_) return;
  drawn_ = now;
  shown_tenth_ = tenth;
  const double done = static_cast<double>(step) / static_cast<double>(last_), speed = steps_per_second(step);
  const std::string line = texts_.format("cli.progress", {{"bar", bar(done)},
                                                          {"percent", decimal(100 * done, 0)},
                                                          {"step", std::to_string(step)},
                                                          {"steps", std::to_string(last_)},
                                                          {"loss", decimal(loss, 4)},
                                                          {"accuracy", decimal(100 * held_out_accuracy, 1)},
                                                          {"speed", decimal(speed, 1)},
                                                          {"left", minutes(speed > 0 ? static_cast<double>(last_ - step) / speed : 0)}});
  if (terminal_) {
    stream_ << "\r" << line << "\x1b[K" << std::flush;
    open_ = true;
  } else {
    stream_ << line << "\n" << std::flush;
  }
}

void ProgressLine::close() {
  if (open_) stream_ << "\n" << std::flush;
  open_ = false;
}

}  // namespace gf
