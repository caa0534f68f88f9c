// Returns the run that is shown, its records, and its numbers in words. All functions expect a frame with a run.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/number_text.h"
#include "core/tensor.h"
#include "protocol/training.h"
#include "ui/frame.h"

namespace gf::ui {

/// Returns the run of the frame.
const RunView& run_of(const Frame& frame);
/// Returns the kept run, with which the run is compared; null if none is kept.
const RunView* kept_run(const Frame& frame);
/// Returns the index of the record whose values are shown: the record under the pointer, or otherwise the shown record; -1: none.
int pointed_record(const Frame& frame);
/// Shows the record `record`, or follows the run if it is the last record or beyond. Does not send the same command twice in a press.
void view_record(const Frame& frame, Screen& screen, int record);

/// Returns the text "ui.training.<name>" with words in its gaps.
std::string training_text(const Frame& frame, std::string_view name, const std::vector<std::pair<std::string, std::string>>& words = {});
/// Returns a count with the thousands separator of the language.
std::string count_text(const Frame& frame, Index count);
/// Returns a quantity (core/number_text.h) with the separators of the language.
std::string quantity_text(const Frame& frame, double value);
/// Returns a number with at most one decimal: "0" rather than "3·10⁻²".
std::string tenths_text(const Frame& frame, double value);

}  // namespace gf::ui
