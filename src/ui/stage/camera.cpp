#include "ui/stage/camera.h"

#include <algorithm>
#include <cmath>

namespace gf::ui {

Sight framing(const Box& box, ImVec2 window, float most_zoom) {
  const float zoom = std::min({window.x / std::max(box.width(), 1.0f), window.y / std::max(box.height(), 1.0f), most_zoom});
  return {box.centre(), std::max(zoom, kLeastZoom)};
}

void send_camera(Camera& camera, const Sight& to, double now_s, bool at_once) {
  if (camera.to == to && camera.since_s >= 0) return;
  camera.from = camera.since_s < 0 || at_once ? to : camera.now;
  camera.to = to;
  camera.since_s = now_s;
  camera.settled = false;
  if (camera.from == to) camera.now = to;
}

bool move_camera(Camera& camera, double now_s) {
  if (camera.now == camera.to) return false;
  const double t = std::clamp((now_s - camera.since_s) / kCameraTime_s, 0.0, 1.0);
  if (t >= 1) {
    camera.now = camera.to;
    return false;
  }
  const auto eased = static_cast<float>(t * t * (3 - 2 * t));
  const auto between = [&](float a, float b) { return a + (b - a) * eased; };
  camera.now.at = {between(camera.from.at.x, camera.to.at.x), between(camera.from.at.y, camera.to.at.y)};
  // A zoom looks even if its logarithm changes evenly.
  camera.now.zoom = std::exp(between(std::log(camera.from.zoom), std::log(camera.to.zoom)));
  return true;
}

Sight zoomed_at(const Lens& lens, float factor, ImVec2 screen) {
  const ImVec2 fixed = lens.back(screen);
  const float zoom = std::clamp(lens.view.zoom * factor, kLeastZoom, kMostZoom);
  return {{fixed.x - (screen.x - lens.middle.x) / zoom, fixed.y - (screen.y - lens.middle.y) / zoom}, zoom};
}

}  // namespace gf::ui
