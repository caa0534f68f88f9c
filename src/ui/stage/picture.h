// The picture of a lesson: a card for each node that is shown, and the places of all cards.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "ui/stage/place.h"
#include "ui/training/card.h"
#include "ui/views/view.h"

namespace gf::ui {

/// A card of the picture: what a node looks like, in one way or several to choose from; or a card of a training run.
struct PictureCard {
  std::vector<PanelView> views;     // ways of looking at the same node, the usual one first
  std::vector<PanelView> gradient;  // of the same node, below it; none or one
  const CardRow* run = nullptr;     // of a training run, in place of the views
  float header = 0;                 // the height of what stands above the content
  float below = 0;                  // the height of the gradient at zoom 1
  float shrink = 1;                 // of the content, where all of it would be higher than any window: it is seen whole, and read from near
};

struct Picture {
  std::vector<PictureCard> cards;
  std::set<std::string> put_away;   // the frames that are folded: those that the reader folded, and those for which there is no room
  std::vector<CardToPlace> placed;  // what the placement was made of
  std::shared_ptr<const Placement> kept_placement;                // the same one as long as it would be equal
  const Placement& placement() const { return *kept_placement; }  // in points at zoom 1
  ImVec2 window;                                                  // that it was made for
  bool one_column = false;                                        // the cards stand below each other, and scroll
};

/// The picture of the frame's trace for a window of this size, kept in the state of the screen while nothing that it depends on changes.
/// The cards of a run that are `docked` stand beside it.
const Picture& picture_of(const Frame& frame, Screen& screen, ImVec2 window, const std::vector<const CardRow*>& docked);

/// Whether a window for the picture has room for one column of cards alone; all of the picture can be asked for (LessonScreen::overview).
bool is_narrow(const Frame& frame, ImVec2 window);

/// The view of a card that is shown.
const PanelView& shown_view(const Frame& frame, const PictureCard& card);

/// The node that a panel is about.
int subject_of(const Frame& frame, const PanelView& panel);
/// The node that a card is about; -1 where it is of a training run.
int subject_of(const Frame& frame, const PictureCard& card);

/// All panels of a card: the views and the gradient.
std::vector<const PanelView*> panels_on(const PictureCard& card);

/// The card that shows a node best: as digits or picture rather than among others. -1 where none does.
int card_showing(const Frame& frame, const Picture& picture, const std::string& node);

/// The card that the guided step is about; -1 where there is none.
int card_of_step(const Frame& frame, const Picture& picture);

}  // namespace gf::ui
