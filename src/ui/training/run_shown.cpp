#include "ui/training/run_shown.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/number_text.h"
#include "ui/training/curves.h"

namespace gf::ui {

const RunView& run_of(const Frame& frame) { return frame.snapshot.training->run; }

const RunView* kept_run(const Frame& frame) {
  const std::optional<RunView>& kept = frame.snapshot.training->kept;
  return kept ? &*kept : nullptr;
}

int pointed_record(const Frame& frame) {
  const int count = static_cast<int>(run_of(frame).records.size()), hover = frame.state.training.hover;
  return hover >= 0 && hover < count ? hover : shown_record(run_of(frame));
}

std::string training_text(const Frame& frame, std::string_view name, const std::vector<std::pair<std::string, std::string>>& words) {
  return frame.texts.format("ui.training." + std::string(name), words);
}

std::string count_text(const Frame& frame, Index count) { return gf::count_text(count, ui_text(frame, "numbers.thousands")); }

std::string quantity_text(const Frame& frame, double value) {
  return spoken_number(frame, gf::quantity_text(value, ui_text(frame, "numbers.thousands")));
}

std::string tenths_text(const Frame& frame, double value) { return spoken_number(frame, format_number(std::round(value * 10) / 10, 1)); }

void view_record(const Frame& frame, Screen& screen, int record) {
  const RunView& run = run_of(frame);
  const int last = static_cast<int>(run.records.size()) - 1;
  if (last < 0) return;
  const int wanted = record >= last ? -1 : std::max(record, 0);
  std::optional<int>& asked = screen.state.training.asked;
  if (asked.value_or(run.viewed) == wanted) return;
  asked = wanted;
  send(screen, TrainingCommand{TrainingCommand::Kind::view, wanted});
}

}  // namespace gf::ui
