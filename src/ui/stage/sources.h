// Which cards of a picture each card is computed from.
#pragma once

#include <vector>

#include "ui/stage/picture.h"

namespace gf::ui {

/// Returns for each card the cards that it is computed from, over nodes that no card shows. A card that another source is made from as well
/// is left out, unless the card itself reads it: if the sums of a residual stream are not shown, all that came before would lead to all
/// that follows.
/// Example: of embeddings -> input -> hidden layer with x + f(x) between, not shown, the hidden layer's only source is the input.
std::vector<std::vector<int>> sources_of_cards(const Frame& frame, const Picture& picture);

}  // namespace gf::ui
