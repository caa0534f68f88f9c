// The training screen: the buttons and the time slider of a run, its curves, the norms of its gradients, what it answers.
// All of it is drawn only where the snapshot has a training run.
#pragma once

#include "ui/cells/grid.h"
#include "ui/frame.h"
#include "ui/training/curves.h"

namespace gf::ui {

/// Buttons, time slider, status; and their keys.
void draw_transport(Frame& frame);

/// Curves, norms and samples as cards, unless they are folded.
void draw_training(Frame& frame);

/// Status and latest values in a sentence, for assistive technology. Changes rarely while the run plays.
std::string training_words(const Frame& frame);

// The rest is between the files of this screen.

const RunView& run_of(const Frame& frame);
/// The run to compare with, or null.
const RunView* kept_run(const Frame& frame);
/// The record that all values stand for: under the pointer, else the viewed one; -1 where there are none.
int pointed_record(const Frame& frame);

/// "ui.training.<name>", with words.
std::string training_text(const Frame& frame, std::string_view name, const std::vector<std::pair<std::string, std::string>>& words = {});
std::string count_text(const Frame& frame, Index count);
std::string quantity_text(const Frame& frame, double value);
/// With one decimal at most: "0" rather than "3·10⁻²".
std::string tenths_text(double value);

/// Looks at record `record`, or follows the run where it is the last one; at most once for each record of a press.
void view_record(Frame& frame, int record);

/// A card: its box, what is left for its content under the title.
struct Card {
  Box box, content;
};
inline constexpr float kCardPadding = 14;  // design pixels

/// The steps of both runs along the width of a plot.
Scale steps_shown(const Frame& frame);
/// Ticks, and grid lines, of the steps under `box`.
void draw_step_axis(const Frame& frame, const Box& box, const Scale& steps);
/// The viewed step and the step under the pointer as vertical lines; short ones where a weight was changed by hand.
void draw_step_marks(const Frame& frame, const Box& box, const Scale& steps);
/// Pointer on a box whose width is `steps`: hover points at a record, a press views it.
void point_at_steps(Frame& frame, const char* id, const Box& box, const Scale& steps);

/// The height of the content of each card, and its drawing.
float loss_height(const Frame& frame, float width);
void draw_losses(Frame& frame, const Card& card);
float accuracy_height(const Frame& frame, float width);
void draw_accuracies(Frame& frame, const Card& card);
float norms_height(const Frame& frame, float width);
void draw_norms(Frame& frame, const Card& card);
float samples_height(const Frame& frame, float width);
void draw_samples(const Frame& frame, const Card& card);

}  // namespace gf::ui
