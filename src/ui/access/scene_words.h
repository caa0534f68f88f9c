// Describes the picture in words, for a person who can't see it: the cards of the scene in the order of computation, and the effect of an
// edit.
#pragma once

#include <string>

#include "ui/frame.h"
#include "ui/places.h"

namespace gf::ui {

/// Returns a sentence for each card of the scene, with its shape and the cards that it is computed from. Passes over nodes that the scene
/// does not show. Returns an empty text without a scene.
/// Example: "The picture shows 3 tables. Scores z, 1 row × 3 columns. Exponentials, 1 row × 3 columns, from Scores z. ..."
std::string scene_words(const Frame& frame, const Places& places);

/// Returns how many numbers of each card of the scene the last edit changed, and the largest change in the last of these cards. Returns an
/// empty text if no number changed.
/// Example: "3 numbers of Exponentials and 3 of Probabilities changed. Probabilities, row 0, column cat: 0.71, before 0.65."
std::string change_words(const Frame& frame, const Places& places);

}  // namespace gf::ui
