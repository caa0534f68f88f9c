// The picture in words, for who can't see it: what the scene shows, in the order in which it is computed, and what an edit changed.
#pragma once

#include <string>

#include "ui/frame.h"
#include "ui/places.h"

namespace gf::ui {

/// Returns a sentence for each card of the scene, with its shape and with the cards that it is made from. Steps of the computation that the
/// scene does not show are passed over. Empty if no scene is shown.
/// Example: "The picture shows 3 tables. Scores z, 1 row × 3 columns. Exponentials, 1 row × 3 columns, from Scores z. ..."
std::string scene_words(const Frame& frame, const Places& places);

/// Returns what the last edit changed: how many numbers of each card of the scene, and the largest change in the last of them. Empty if
/// nothing changed. Example: "3 numbers of Exponentials and 3 of Probabilities changed. Probabilities, row 0, column cat: 0.71, before
/// 0.65."
std::string change_words(const Frame& frame, const Places& places);

}  // namespace gf::ui
