// Finds the cards of a picture that each card is computed from.
#pragma once

#include <vector>

#include "ui/frame.h"
#include "ui/stage/picture.h"

namespace gf::ui {

/// Returns for each card the cards that it is computed from, also over nodes that no card shows. Leaves out a source that another source is
/// made from, unless the card reads the source directly. Otherwise a residual stream whose sums are not shown would lead from all earlier
/// cards to all later cards.
/// Example: embeddings -> input -> hidden layer, with x + f(x) between, not shown: the only source of the hidden layer is the input.
std::vector<std::vector<int>> sources_of_cards(const Frame& frame, const Picture& picture);

}  // namespace gf::ui
