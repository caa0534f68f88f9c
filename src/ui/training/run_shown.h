// The run that the training screen shows: which of its records is looked at, and its numbers in words.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/number_text.h"
#include "ui/frame.h"

namespace gf::ui {

const RunView& run_of(const Frame& frame);
/// The run to compare with, or null.
const RunView* kept_run(const Frame& frame);
/// The record that all values stand for: under the pointer, else the viewed one; -1 where there are none.
int pointed_record(const Frame& frame);
/// Looks at record `record`, or follows the run where it is the last one; at most once for each record of a press.
void view_record(const Frame& frame, Screen& screen, int record);

/// "ui.training.<name>", with words.
std::string training_text(const Frame& frame, std::string_view name, const std::vector<std::pair<std::string, std::string>>& words = {});
std::string count_text(const Frame& frame, Index count);
std::string quantity_text(const Frame& frame, double value);
/// With one decimal at most: "0" rather than "3·10⁻²".
std::string tenths_text(const Frame& frame, double value);

}  // namespace gf::ui
