// Which part of the picture is in sight, and how it gets there.
#pragma once

#include <cstddef>
#include <string>

#include "ui/box.h"

namespace gf::ui {

/// The point that the middle of the stage shows, in points of the picture at zoom 1, and the zoom.
struct Sight {
  ImVec2 at;
  float zoom = 1;
  bool operator==(const Sight& other) const { return at.x == other.at.x && at.y == other.at.y && zoom == other.zoom; }
};

struct Camera {
  enum class Aim { whole, framed, own };  // all of the picture; what was asked for; as the reader moved it
  Aim aim = Aim::whole;
  Sight now, from, to;
  double since_s = -1;                 // when it left `from`; before the first frame -1: it begins where it is to be
  ImVec2 scroll;                       // of the window of the stage, when it was drawn last
  int card = -1;                       // framed: the card that was asked for, or:
  std::string section;                 // the section
  int lifted = -1;                     // the card for which the picture is moved up, nearer to the caption
  bool there = false;                  // the window of the stage is scrolled to where it looks
  std::string card_name, lifted_name;  // what these were about in the last frame: a picture with more or fewer cards has them elsewhere

  ImVec2 window, picture;  // of the last frame
};

inline constexpr float kLeastZoom = 0.05f, kMostZoom = 8, kMostOwnZoom = 1.25f;  // by hand; by itself at most
inline constexpr double kCameraTime_s = 0.3;

/// The view in which a box of the picture is as large as fits into the window, and in its middle.
Sight framing(const Box& box, ImVec2 window, float most_zoom = kMostOwnZoom);

/// Sends the camera to a view, eased; at once where nothing is to move.
void send_camera(Camera& camera, const Sight& to, double now_s, bool at_once);
/// Moves it on. Returns whether it is still on its way.
bool move_camera(Camera& camera, double now_s);

/// From the picture to the screen.
struct Lens {
  ImVec2 middle;  // of the stage, on the screen
  Sight view;
  ImVec2 at(ImVec2 p) const { return {middle.x + (p.x - view.at.x) * view.zoom, middle.y + (p.y - view.at.y) * view.zoom}; }
  Box at(const Box& box) const { return {at(box.min), at(box.max)}; }
  ImVec2 back(ImVec2 screen) const {
    return {view.at.x + (screen.x - middle.x) / view.zoom, view.at.y + (screen.y - middle.y) / view.zoom};
  }
};

/// Zooms by a factor so that what is under a point of the screen stays there.
Sight zoomed_at(const Lens& lens, float factor, ImVec2 screen);

}  // namespace gf::ui
