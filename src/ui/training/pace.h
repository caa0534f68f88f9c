// Plays a training run at a chosen pace: as fast as the machine goes, or so slowly that each step can be seen. Each frame with a run calls
// `follow_pace`.
#pragma once

#include "ui/frame.h"

namespace gf::ui {

/// Whether the run is ready or paused, so that it can make further steps.
bool can_go_on(const RunView& run);
/// Whether the run plays, fast or slowly.
bool is_played(const Frame& frame);
/// Pauses a run that plays. Otherwise plays the run at the chosen pace.
void play_or_pause(const Frame& frame, Screen& screen);
/// Asks for the next step of a run that plays slowly, when its time has come and the last step was made.
void follow_pace(const Frame& frame, Screen& screen);
/// Draws the button that chooses the next pace. A run that plays goes on at the new pace.
void draw_pace(const Frame& frame, Screen& screen, float height, bool narrow);

}  // namespace gf::ui
