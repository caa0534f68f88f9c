#include "ui/stage/aim.h"

#include <utility>

#include "ui/sections.h"

namespace gf::ui {

namespace {

bool in_sight(const Stage& stage, const Box& box) {
  const Box seen = Lens{stage.area.centre(), stage.camera.to}.at(box);
  return seen.min.x >= stage.area.min.x && seen.max.x <= stage.area.max.x && seen.min.y >= stage.area.min.y &&
         seen.max.y <= stage.area.max.y;
}

bool card_in_sight(const Stage& stage, int card) { return in_sight(stage, box_of_card(stage.picture, card)); }

const std::string& section_of_card(const Frame& frame, const Picture& picture, int card) {
  return frame.trace->panels[static_cast<std::size_t>(picture.cards[static_cast<std::size_t>(card)].views.front().index)].section;
}

// A card that is seen where it is; what a step is about stands near the caption.
void keep_in_sight(const Frame& frame, Stage& stage, int card) {
  if (card != stage.focus) return;
  Camera& camera = stage.camera;
  camera.lifted = card;
  aim(stage, camera.aim, camera.aim == Camera::Aim::whole ? sight_of_whole(frame, stage) : lifted(frame, stage, camera.to, card));
  camera.card = card;
}

void show_node(const Frame& frame, Screen& screen, Stage& stage, std::string& node) {
  if (node.empty()) return;
  const int card = card_showing(frame, stage.picture, node);
  const bool known = card >= 0 && !stage.picture.cards[static_cast<std::size_t>(card)].views.empty();
  const Opening opening =
      known ? open_section(frame, screen, stage.picture.put_away, section_of_card(frame, stage.picture, card)) : Opening::refused;
  if (opening == Opening::asked) return;
  if (frame.state.lesson.overview) {
    screen.state.lesson.overview = false, screen.output.animating = true;  // it is brought into sight where it can be read
    return;
  }
  if (opening == Opening::open) {
    const bool readable = stage.camera.to.zoom >= kReadable || stage.picture.one_column;
    readable&& card_in_sight(stage, card) ? keep_in_sight(frame, stage, card) : aim_at_card(frame, stage, card);
  }
  node.clear();
}

void show_card_of_run(const Frame& frame, Stage& stage, std::string& id) {
  for (std::size_t card = 0; card < stage.picture.cards.size() && !id.empty(); ++card)
    if (stage.picture.cards[card].run && stage.picture.cards[card].run->id == id) aim_at_card(frame, stage, static_cast<int>(card));
  id.clear();
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

// A part that was brought into sight stays there when the picture is placed anew, as by a caption with more lines. A card that was seen
// where it was, and no longer is in a smaller window, is brought into sight.
void show_again(const Frame& frame, Stage& stage) {
  Camera& camera = stage.camera;
  const bool cut_off = camera.aim == Camera::Aim::own && camera.card >= 0 && camera.card < static_cast<int>(stage.picture.cards.size()) &&
                       !card_in_sight(stage, camera.card);
  if (camera.aim != Camera::Aim::framed && !cut_off) return;
  const bool still = std::exchange(stage.still, true);
  if (!camera.section.empty() && aim_at_section(frame, stage, std::string(camera.section))) {
    // It is seen.
  } else if (camera.card >= 0 && camera.card < static_cast<int>(stage.picture.cards.size())) {
    aim_at_card(frame, stage, camera.card);
  }
  stage.still = still;
}

// Returns the name of a card's subject, whatever its place in the picture; empty for none.
std::string name_of_card(const Frame& frame, const Picture& picture, int card) {
  if (card < 0 || card >= static_cast<int>(picture.cards.size())) return {};
  const PictureCard& one = picture.cards[static_cast<std::size_t>(card)];
  if (one.run) return std::string("run ") + one.run->id;
  const int subject = subject_of(frame, one);
  return subject < 0 ? std::string() : frame.trace->node(subject).name;
}

// Returns the card that is about this now; -1 if there is none any more.
int card_again(const Frame& frame, const Picture& picture, int card, const std::string& name) {
  if (card < 0 || name_of_card(frame, picture, card) == name) return card;
  for (int other = 0; other < static_cast<int>(picture.cards.size()); ++other)
    if (!name.empty() && name_of_card(frame, picture, other) == name) return other;
  return -1;
}

bool becomes_another(ImVec2& before, ImVec2 now) {
  const ImVec2 was = std::exchange(before, now);
  return was.x != now.x || was.y != now.y;
}

// Whether the plan or its window has another size than in the last frame.
bool is_placed_anew(const Frame& frame, const Stage& stage) {
  const bool resized = becomes_another(stage.camera.window, stage.window(frame.theme.unit));
  return becomes_another(stage.camera.picture, whole_of(stage.picture).max) || resized;
}

}  // namespace

void aim(Stage& stage, Camera::Aim how, const Sight& sight) {
  Camera& camera = stage.camera;
  if (sight == camera.to && how == camera.aim) return;
  camera.aim = how, camera.card = -1, camera.section.clear();
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
  // A window of another size, or a picture that has changed, is seen whole as before, and at once.
  if (camera.aim == Camera::Aim::whole) send_camera(camera, sight_of_whole(frame, stage), ImGui::GetTime(), true);
  // Shows the part that somebody asked to see; frames around it are opened first.
  show_node(frame, screen, stage, screen.state.lesson.reveal);
  show_card_of_run(frame, stage, screen.state.lesson.reveal_run);
  show_section(frame, screen, stage, screen.state.lesson.reveal_section);
  camera.card_name = name_of_card(frame, stage.picture, camera.card),
  camera.lifted_name = name_of_card(frame, stage.picture, camera.lifted);
  if (move_camera(camera, ImGui::GetTime())) screen.output.animating = true;
}

}  // namespace gf::ui
