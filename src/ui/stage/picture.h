// The picture of a lesson: a card for each node that is shown, and the places of all cards.
#pragma once

#include <imgui.h>

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "ui/frame.h"
#include "ui/stage/place.h"
#include "ui/training/card.h"
#include "ui/views/view.h"

namespace gf::ui {

/// A card of the picture: a node in one view or in several to choose from, or a card of a training run.
struct PictureCard {
  std::vector<PanelView> views;     // views of one node, the usual view first; empty for a card of a run
  std::vector<PanelView> gradient;  // the gradient of the node, which stands below its value; none or one
  const CardRow* run = nullptr;     // the card of a training run; null: the card has views
  float header = 0;                 // the height of the part above the content
  float below = 0;                  // the height of the gradient at zoom 1
  float shrink = 1;                 // the scale of the content: below 1 if all of it would be higher than kMostHeight of card.cpp
};

struct Picture {
  std::vector<PictureCard> cards;
  std::set<std::string> put_away;   // the frames that are folded: the reader folded them, or there is no room for their cards
  std::vector<CardToPlace> placed;  // the input of the placement, one entry for each card
  std::shared_ptr<const Placement> kept_placement;                // the same object while its content would be equal
  const Placement& placement() const { return *kept_placement; }  // in points at zoom 1
  ImVec2 window;                                                  // the size of the window that the picture was made for
};

/// Returns the picture of the frame's trace for a window of this size. The state of the screen keeps it until something changes that it is
/// made from. The `docked` cards of a run stand beside the picture and are no part of it.
const Picture& picture_of(const Frame& frame, Screen& screen, ImVec2 window, const std::vector<const CardRow*>& docked);

/// Whether a window has room for only one column of a scene's cards. The plan (LessonScreen::overview) can be shown in any window.
bool is_narrow(const Frame& frame, ImVec2 window);

/// Returns the view of a card that is shown: the view that the reader chose, or the usual view. The card has views.
const PanelView& shown_view(const Frame& frame, const PictureCard& card);

/// Returns the node that a panel is about.
int subject_of(const Frame& frame, const PanelView& panel);
/// Returns the node that a card is about; -1 for a card of a training run.
int subject_of(const Frame& frame, const PictureCard& card);

/// Returns all panels of a card: the views and the gradient.
std::vector<const PanelView*> panels_on(const PictureCard& card);

/// Returns the card that shows a node best, by the rank of its view; a card about the node comes before a card that also shows other nodes.
/// -1: no card shows the node.
int card_showing(const Frame& frame, const Picture& picture, const std::string& node);

/// Returns the card that shows the focus of the guided step; -1: none.
int card_of_step(const Frame& frame, const Picture& picture);

}  // namespace gf::ui
