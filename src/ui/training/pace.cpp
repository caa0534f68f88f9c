#include "ui/training/pace.h"

#include <imgui.h>

#include <array>
#include <cstddef>
#include <string>

#include "core/nth.h"
#include "ui/training/run_shown.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

using Kind = TrainingCommand::Kind;

struct Pace {
  const char* name;       // ui.training.pace.<name>
  double steps_a_second;  // 0: as fast as the machine goes
};

constexpr std::array<Pace, 3> kPaces{{{"most", 0}, {"ten", 10}, {"one", 1}}};

const Pace& chosen_pace(const Frame& frame) { return nth(kPaces, frame.state.training.pace); }

void play_on(const Frame& frame, Screen& screen) {
  TrainingScreen& training = screen.state.training;
  if (!can_go_on(run_of(frame))) return;
  if (chosen_pace(frame).steps_a_second <= 0) return send(screen, TrainingCommand{Kind::play});
  training.stepping = true;
  training.stepped_s = -1;
  training.step_asked = -1;
  screen.output.animating = true;
}

void rest(const Frame& frame, Screen& screen) {
  screen.state.training.stepping = false;
  if (run_of(frame).status == RunStatus::playing) send(screen, TrainingCommand{Kind::pause});
}

}  // namespace

bool can_go_on(const RunView& run) { return run.status == RunStatus::ready || run.status == RunStatus::paused; }

bool is_played(const Frame& frame) { return frame.state.training.stepping || run_of(frame).status == RunStatus::playing; }

void play_or_pause(const Frame& frame, Screen& screen) {
  if (is_played(frame))
    rest(frame, screen);
  else
    play_on(frame, screen);
}

void follow_pace(const Frame& frame, Screen& screen) {
  TrainingScreen& training = screen.state.training;
  const RunView& run = run_of(frame);
  // A run whose pace was changed while it played goes on as soon as it has paused.
  if (training.go_on && can_go_on(run)) {
    training.go_on = false;
    play_on(frame, screen);
  }
  if (!training.stepping) return;
  training.stepping = can_go_on(run) && chosen_pace(frame).steps_a_second > 0;
  if (!training.stepping) return;
  screen.output.animating = true;
  const double now = ImGui::GetTime();
  const bool seen = training.step_asked < 0 || run.step > training.step_asked;
  if (!seen || (training.stepped_s >= 0 && now - training.stepped_s < 1 / chosen_pace(frame).steps_a_second)) return;
  training.stepped_s = now;
  training.step_asked = run.step;
  send(screen, TrainingCommand{Kind::step});
}

void draw_pace(const Frame& frame, Screen& screen, float height, bool narrow) {
  const Theme& theme = frame.theme;
  const std::string pace = training_text(frame, std::string("pace.") + chosen_pace(frame).name);
  const std::string label = narrow ? pace : training_text(frame, "pace.label", {{"pace", pace}});
  const bool pressed = text_button(theme, screen.places, label, height);
  tip(theme, training_text(frame, "pace.help"));
  if (!pressed) return;
  const bool played = is_played(frame);
  if (played) rest(frame, screen);
  screen.state.training.pace = (frame.state.training.pace + 1) % static_cast<int>(kPaces.size());
  screen.state.training.go_on = played;
  screen.output.animating = true;
}

}  // namespace gf::ui
