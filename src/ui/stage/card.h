// One card of the picture: its frame, its title and shape, and the view within.
#pragma once

#include "ui/frame.h"
#include "ui/stage/picture.h"

namespace gf::ui {

struct CardSize {
  float width = 0, height = 0;
  float header = 0;  // of the height, what stands above the content
};

/// The same frame, to be drawn larger or smaller.
Frame with_theme(const Frame& frame, const Theme& theme);

/// The size of a card at zoom 1; sets the room that its views may take, of this width of the window, and how far they shrink.
CardSize measure_card(const Frame& frame, PictureCard& card, float window);

/// Draws a card. `frame` has the theme of the zoom (`zoomed`); `box` is where the card stands on the screen. What is `dimmed` stands back
/// by its ground; its letters stay as they are.
void draw_card(const Frame& frame, Screen& screen, const PictureCard& card, const Box& box, float zoom, bool dimmed);

/// What the header of a card needs where letters keep their size while the picture is seen at this zoom.
float far_header(const Theme& theme, float zoom);

}  // namespace gf::ui
