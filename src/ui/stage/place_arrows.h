// The arrows of a placement: where they leave and enter, and which wait until they are asked for.
#pragma once

#include <set>
#include <string_view>
#include <vector>

#include "ui/stage/place.h"

namespace gf::ui {

/// The outermost sections in which there are weights alone: they are gathered beside the flow, and arrows from there to everything would
/// hide it.
std::set<std::string_view> sections_aside(const std::vector<CardToPlace>& cards);
/// Whether `to` reads weights that are gathered so.
bool is_aside(const std::set<std::string_view>& aside, const std::vector<CardToPlace>& cards, int from, int to);

/// Adds the arrows between cards that have their places.
void add_arrows(const std::vector<CardToPlace>& cards, Placement& placement);

}  // namespace gf::ui
