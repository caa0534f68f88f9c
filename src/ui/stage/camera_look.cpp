#include "ui/stage/camera_look.h"

#include <utility>

#include "ui/steps.h"

namespace gf::ui {

namespace {

bool becomes_another(ImVec2& before, ImVec2 now) {
  const ImVec2 was = std::exchange(before, now);
  return was.x != now.x || was.y != now.y;
}

// Somebody else has said where to look: a link that was opened, another visit. That goes before what the step is about.
void take_look(const Frame& frame, Screen& screen, Camera& camera, const std::optional<CameraLook>& look) {
  camera.sent = look;
  camera.aim = look ? Camera::Aim::own : Camera::Aim::whole;
  camera.held = look.has_value(), camera.moved = false;
  camera.card = -1, camera.section.clear();
  if (look) focus_is_seen(frame, screen);
}

}  // namespace

bool follow_look(const Frame& frame, Screen& screen, Camera& camera, const Seen& seen) {
  const std::optional<CameraLook>& look = frame.snapshot.document.look.camera;
  const bool arrived = look != camera.seen && look != camera.sent;
  camera.seen = look;
  if (arrived) take_look(frame, screen, camera, look);
  const bool resized = becomes_another(camera.window, seen.window), replaced = becomes_another(camera.picture, seen.picture);
  if (camera.aim == Camera::Aim::whole) return false;
  // Until it is moved it stays where the document says; what the reader has come near to stays as near when the picture grows around it.
  // What was asked for is looked for again.
  if (camera.aim == Camera::Aim::own && look && !camera.moved && (arrived || resized || (camera.held && replaced))) {
    send_camera(camera, sight_of(*look, seen.picture, seen.whole_zoom), ImGui::GetTime(), true);
    camera.there = false;  // the same sight is scrolled to elsewhere
  } else if (replaced) {
    camera.moved = true;
  }
  return resized || replaced;
}

void tell_look(const Frame& frame, Screen& screen, Camera& camera, const Seen& seen, const Sight& sight) {
  const LessonScreen& lesson = frame.state.lesson;
  const bool rests = camera.now == camera.to && camera.there && lesson.reveal.empty() && lesson.reveal_section.empty();
  if (!camera.moved || !rests || ImGui::IsMouseDown(0)) return;
  camera.moved = camera.held = false;
  std::optional<CameraLook> look;
  if (camera.aim != Camera::Aim::whole) look = look_of(sight, seen.picture, seen.whole_zoom);
  if (look != std::exchange(camera.sent, look)) send(screen, LookAt{look});
}

}  // namespace gf::ui
