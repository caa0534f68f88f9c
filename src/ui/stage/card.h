// Measures and draws a card: its frame, its title and shape, and the view within. The plan uses `measure_card` and `draw_card`, a scene
// `elastic_of_card` and `draw_scene_card`. A card is measured before it is drawn.
#pragma once

#include "ui/box.h"
#include "ui/elastic.h"
#include "ui/frame.h"
#include "ui/stage/picture.h"
#include "ui/stage/scene.h"
#include "ui/training/card.h"

namespace gf::ui {

struct CardSize {
  float width = 0, height = 0;
  float header = 0;  // the part of the height above the content
};

/// Returns the frame with another theme, so that its parts are drawn larger or smaller.
Frame with_theme(const Frame& frame, const Theme& theme);

/// Returns the size of a card at zoom 1 for a window of this width. Sets the room, the shrinking and the height of the gradient in `card`.
CardSize measure_card(const Frame& frame, PictureCard& card, float window);
/// Returns the size of a run's card whose content has the height `content`.
CardSize measure_run_card(const Theme& theme, float content, float window);

/// Draws a card into `box` on the screen. `frame` has the theme of the zoom (`zoomed`).
void draw_card(const Frame& frame, Screen& screen, const PictureCard& card, const Box& box, float zoom);

/// Returns the sizes between which a card of a scene may be drawn, with its title and margins. Sets the room for the views in `card`.
Elastic elastic_of_card(const Frame& frame, PictureCard& card, SceneRole role, float window);
/// Draws a card of a scene into its box. The focus is a sheet; another card stands between brackets in the colour of its role.
void draw_scene_card(const Frame& frame, Screen& screen, const PictureCard& card, SceneRole role, const Box& box);

/// Returns the height on the screen of a card's header when the picture is seen from far: the letters keep their size.
float far_header(const Theme& theme);

/// Returns the height of the content of a run's card in the picture, in a window of this width.
float run_content_height(const Frame& frame, const CardRow& row, float window);

}  // namespace gf::ui
