// How fast a training run plays: as fast as it goes, or so slowly that every step can be looked at.
#pragma once

#include "ui/frame.h"

namespace gf::ui {

bool can_go_on(const RunView& run);
/// Whether the run plays, fast or slowly.
bool is_played(const Frame& frame);
/// Plays at the pace that was chosen, or pauses.
void play_or_pause(const Frame& frame, Screen& screen);
/// Makes the next step of a run that plays slowly when its time has come and the one before it is seen.
void follow_pace(const Frame& frame, Screen& screen);
/// The button that chooses the next pace; in the middle of a run it goes on at that.
void draw_pace(const Frame& frame, Screen& screen, float height, bool narrow);

}  // namespace gf::ui
