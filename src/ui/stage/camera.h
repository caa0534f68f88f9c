// The camera of the plan: the part of the picture that is in sight, and the way to it. `send_camera` starts a move, `move_camera` makes
// the step of each frame, and a `Lens` maps the picture to the screen.
#pragma once

#include <imgui.h>

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
  enum class Aim { whole, framed, own };  // the whole picture; a card or section that was asked for; the reader's own view
  Aim aim = Aim::whole;
  Sight now, from, to;
  double since_s = -1;                 // the time at which the camera left `from`; -1: not sent yet, and the first sight is taken at once
  ImVec2 scroll;                       // the scroll of the stage's window in the last frame
  int card = -1;                       // framed: the card that was asked for; -1: none
  std::string section;                 // framed: the section that was asked for
  int lifted = -1;                     // the card for which the picture is moved up, nearer to the caption
  bool settled = false;                // the camera stands still, and the stage's window is scrolled to its sight
  std::string card_name, lifted_name;  // the subjects of `card` and `lifted` in the last frame, since indices change with the picture

  ImVec2 window, picture;  // the sizes of the last frame
};

inline constexpr float kLeastZoom = 0.05f, kMostZoom = 8;  // the limits for the reader
inline constexpr float kMostOwnZoom = 1.25f;               // the largest zoom that the camera takes by itself
inline constexpr double kCameraTime_s = 0.3;

/// Returns the sight with a box of the picture in the middle of the window, as large as fits up to `most_zoom`.
Sight framing(const Box& box, ImVec2 window, float most_zoom = kMostOwnZoom);

/// Sends the camera to a sight: at once if `at_once` is set or the camera has no sight yet, otherwise eased.
void send_camera(Camera& camera, const Sight& to, double now_s, bool at_once);
/// Moves the camera on. Returns whether the camera is still on its way.
bool move_camera(Camera& camera, double now_s);

/// Maps the picture to the screen with `at`, and a point of the screen to the picture with `back`.
struct Lens {
  ImVec2 middle;  // the middle of the stage on the screen
  Sight view;
  ImVec2 at(ImVec2 p) const { return {middle.x + (p.x - view.at.x) * view.zoom, middle.y + (p.y - view.at.y) * view.zoom}; }
  Box at(const Box& box) const { return {at(box.min), at(box.max)}; }
  ImVec2 back(ImVec2 screen) const {
    return {view.at.x + (screen.x - middle.x) / view.zoom, view.at.y + (screen.y - middle.y) / view.zoom};
  }
};

/// Returns the sight after a zoom by `factor` that leaves the part of the picture below the point `screen` in its place.
Sight zoomed_at(const Lens& lens, float factor, ImVec2 screen);

}  // namespace gf::ui
