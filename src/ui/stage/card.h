// One card of the picture: its frame, its title and shape, and the view within.
#pragma once

#include "ui/elastic.h"
#include "ui/frame.h"
#include "ui/stage/picture.h"
#include "ui/stage/scene.h"

namespace gf::ui {

struct CardSize {
  float width = 0, height = 0;
  float header = 0;  // of the height, what stands above the content
};

/// The same frame, to be drawn larger or smaller.
Frame with_theme(const Frame& frame, const Theme& theme);

/// The size of a card at zoom 1, for a window of this width. Sets the room that its views may take, and how far they shrink.
CardSize measure_card(const Frame& frame, PictureCard& card, float window);
/// The same for the card of a run, whose content has this height.
CardSize measure_run_card(const Theme& theme, float content, float window);

/// Draws a card. `frame` has the theme of the zoom (`zoomed`); `box` is where the card stands on the screen. A `dimmed` card stands back by
/// its ground; its letters stay as they are.
void draw_card(const Frame& frame, Screen& screen, const PictureCard& card, const Box& box, float zoom, bool dimmed);

/// The sizes between which a card of a scene may be drawn, with its title and margins. Sets the room that its views may take.
Elastic elastic_of_card(const Frame& frame, PictureCard& card, SceneRole role, float window);
/// Draws a card of a scene into its box: the focus as a sheet, what belongs to it between brackets in the colour of its role.
void draw_scene_card(const Frame& frame, Screen& screen, const PictureCard& card, SceneRole role, const Box& box);

/// The height on the screen of a card's header whose letters keep their size, however far the picture is seen from.
float far_header(const Theme& theme);

/// The height of the content of a run's card in the picture, in a window of this width.
float run_content_height(const Frame& frame, const CardRow& row, float window);

}  // namespace gf::ui
