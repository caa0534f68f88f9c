#include "ui/stage/aim.h"

#include <cstddef>
#include <string>
#include <utility>

#include "core/nth.h"
#include "ui/bars/sections.h"

namespace gf::ui {

namespace {

bool card_in_sight(const Stage& stage, int card) {
  const Box seen = Lens{stage.area.centre(), stage.camera.to}.at(box_of_card(stage.picture, card));
  return seen.min.x >= stage.area.min.x && seen.max.x <= stage.area.max.x && seen.min.y >= stage.area.min.y &&
         seen.max.y <= stage.area.max.y;
}

const std::string& section_of_card(const Frame& frame, const Picture& picture, int card) {
  return nth(frame.trace->panels, nth(picture.cards, card).views.front().index).section;
}

// Leaves the plan: the scene shows the node large enough to be read.
void show_node(const Frame& frame, Screen& screen, const Stage& stage) {
  const std::string& node = screen.state.lesson.reveal;
  if (node.empty()) return;
  const int card = card_showing(frame, stage.picture, node);
  const bool known = card >= 0 && !nth(stage.picture.cards, card).views.empty();
  if (known && open_section(frame, screen, stage.picture.put_away, section_of_card(frame, stage.picture, card)) == Opening::asked) return;
  screen.state.lesson.overview = false;
  screen.output.animating = true;
}

bool aim_at_section(const Frame& frame, Stage& stage, const std::string& section) {
  for (const PlacedFrame& placed : stage.picture.placement().frames) {
    if (placed.section != section) continue;
    aim(stage, Camera::Aim::framed, sight_of_section(frame, stage, placed));
    stage.camera.section = section;
    return true;
  }
  return false;
}

void show_section(const Frame& frame, Screen& screen, Stage& stage, std::string& section) {
  if (section.empty() || open_section(frame, screen, stage.picture.put_away, section) == Opening::asked) return;
  aim_at_section(frame, stage, section);
  section.clear();
}

// Keeps a card or section in sight when the picture is placed anew, for example because the caption has more lines. If a smaller window
// cuts off a card that the reader's own view showed, brings the card back into sight.
void show_again(const Frame& frame, Stage& stage) {
  Camera& camera = stage.camera;
  const bool cut_off = camera.aim == Camera::Aim::own && camera.card >= 0 && camera.card < static_cast<int>(stage.picture.cards.size()) &&
                       !card_in_sight(stage, camera.card);
  if (camera.aim != Camera::Aim::framed && !cut_off) return;
  const bool still = std::exchange(stage.still, true);
  const bool aimed_at_section = !camera.section.empty() && aim_at_section(frame, stage, std::string(camera.section));
  if (!aimed_at_section && camera.card >= 0 && camera.card < static_cast<int>(stage.picture.cards.size()))
    aim_at_card(frame, stage, camera.card);
  stage.still = still;
}

// Returns the name of a card's subject, which does not depend on the card's place in the picture; empty for no card.
std::string name_of_card(const Frame& frame, const Picture& picture, int card) {
  if (card < 0 || card >= static_cast<int>(picture.cards.size())) return {};
  const PictureCard& shown = nth(picture.cards, card);
  if (shown.run) return std::string("run ") + shown.run->id;
  const int subject = subject_of(frame, shown);
  return subject < 0 ? std::string() : frame.trace->node(subject).name;
}

// Returns the present index of the card whose subject has this name; -1 if the picture has no such card any more.
int card_again(const Frame& frame, const Picture& picture, int card, const std::string& name) {
  if (card < 0 || name_of_card(frame, picture, card) == name) return card;
  for (int other = 0; other < static_cast<int>(picture.cards.size()); ++other)
    if (!name.empty() && name_of_card(frame, picture, other) == name) return other;
  return -1;
}

// Stores the present size. Returns whether it differs from the size before.
bool store_size(ImVec2& before, ImVec2 now) {
  const ImVec2 was = std::exchange(before, now);
  return was.x != now.x || was.y != now.y;
}

// Whether the plan or its window has another size than in the last frame.
bool is_placed_anew(const Frame& frame, const Stage& stage) {
  const bool resized = store_size(stage.camera.window, stage.window(frame.theme.unit));
  return store_size(stage.camera.picture, whole_of(stage.picture).max) || resized;
}

}  // namespace

void aim(Stage& stage, Camera::Aim how, const Sight& sight) {
  Camera& camera = stage.camera;
  if (sight == camera.to && how == camera.aim) return;
  camera.aim = how;
  camera.card = -1;
  camera.section.clear();
  send_camera(camera, sight, ImGui::GetTime(), stage.still);
}

void aim_at_card(const Frame& frame, Stage& stage, int card) {
  stage.camera.lifted = card;
  aim(stage, Camera::Aim::framed, sight_of_card(frame, stage, card));
  stage.camera.card = card;
}

void aim_camera(const Frame& frame, Screen& screen, Stage& stage) {
  Camera& camera = stage.camera;
  camera.card = card_again(frame, stage.picture, camera.card, camera.card_name);
  camera.lifted = card_again(frame, stage.picture, camera.lifted, camera.lifted_name);
  if (is_placed_anew(frame, stage)) show_again(frame, stage);
  // The whole stays in sight, without a glide, when the window or the picture changes.
  if (camera.aim == Camera::Aim::whole) send_camera(camera, sight_of_whole(frame, stage), ImGui::GetTime(), true);
  // Both open the closed frames around their part first.
  show_node(frame, screen, stage);
  show_section(frame, screen, stage, screen.state.lesson.reveal_section);
  camera.card_name = name_of_card(frame, stage.picture, camera.card);
  camera.lifted_name = name_of_card(frame, stage.picture, camera.lifted);
  if (move_camera(camera, ImGui::GetTime())) screen.output.animating = true;
}

}  // namespace gf::ui
