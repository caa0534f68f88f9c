// Adds the arrows of a placement: the points at which they leave and enter, and which of them are quiet.
#pragma once

#include <set>
#include <string_view>
#include <vector>

#include "ui/stage/place.h"

namespace gf::ui {

/// Returns the outermost sections that hold only weights. They stand beside the flow, since arrows from them to all their readers would
/// hide the flow. The names point into `cards`.
std::set<std::string_view> sections_aside(const std::vector<CardToPlace>& cards);
/// Whether `from` stands in a section of `aside` and `to` in another section.
bool is_aside(const std::set<std::string_view>& aside, const std::vector<CardToPlace>& cards, int from, int to);

/// Adds the arrows between cards to a placement that has the places of the cards and frames.
void add_arrows(const std::vector<CardToPlace>& cards, Placement& placement);

}  // namespace gf::ui
